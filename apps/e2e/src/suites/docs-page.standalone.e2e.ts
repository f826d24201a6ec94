/// <reference lib="dom" />
import { until } from '@orbweaver/testing';
import { ConsoleBrowser, findViolations } from '../harness/console-browser';
import { System } from '../harness/system';

describe('the documentation page', () => {
  const system = System.shared();
  const api = system.api();

  it('renders in a browser under its content security policy', async () => {
    const actions = [
      { type: 'wait', selector: 'openapi-explorer' },
      { type: 'wait', milliseconds: 2000 },
    ];
    const { status, body } = await api.post('/v2/scrape', {
      url: new URL('/docs', api.nextBaseUrl()).href,
      formats: ['markdown'],
      onlyMainContent: false,
      actions,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      markdown: expect.stringMatching(/Scrape one page[\s\S]*Search the web[\s\S]*## The key/),
    });
  });

  it('shows samples of an operation, and links to the guide', async () => {
    const browser = await ConsoleBrowser.open(system);
    const { page, errors } = await browser.visit('../docs#?route=post-/v2/scrape');
    const samples = () => {
      const root = document.querySelector('openapi-explorer')?.shadowRoot;
      const found = [...(root?.querySelectorAll('syntax-highlighter') ?? [])];
      return found.map((sample) => String(Object(sample).content)).join('\n');
    };
    const seen = await until(
      'the samples',
      async () => {
        const text = await page.evaluate(samples);
        return text.includes('requests.post(') ? text : undefined;
      },
      20_000,
    );
    expect(seen).toMatch(/curl -s '[^']*\/v2\/scrape'[\s\S]*await fetch\(/);
    await page.locator('a[href="/docs/guide"]').click();
    await page.locator('h1#guide-for-callers').wait();
    await page.locator('main a[href="/docs/guide/scrape"]').click();
    await page.locator('h1#scrape-a-page').wait();
    expect(await findViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await browser.close();
  });

  it.each(['dark', 'light'] as const)('has text and code with enough contrast in the theme "%s"', async (theme) => {
    const browser = await ConsoleBrowser.open(system);
    try {
      const { page } = await browser.visit('../docs#?route=post-/v2/scrape', { theme });
      await page.waitForSelector('openapi-explorer >>> .token', { timeout: 20_000 });
      expect(await findViolations(page, ['color-contrast'])).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
