import { gunzipSync } from 'node:zlib';
import type { DocumentContent } from '@orbweaver/core';
import { extractPage } from '@orbweaver/extraction';
import { scrapeSpec } from '@orbweaver/testing';
import { brandPages } from '../../../../test/brand-pages';
import { type BrowserHarness, startBrowserHarness } from '../../../../test/browser-harness';
import { type PageServer, startPageServer } from '../../../../test/page-server';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;

beforeAll(async () => {
  [harness, site] = await Promise.all([startBrowserHarness(), startPageServer()]);
});

afterAll(() => Promise.all([harness.close(), site.close()]));

const formats = [{ type: 'branding' as const }];

async function scrape(url: string): Promise<DocumentContent> {
  const capture = await harness.captureOf(url, { formats });
  const options = { wantsDocument: true, wantsOutlinks: false, detectShell: false };
  const extraction = await extractPage(capture, scrapeSpec({ formats }), options);
  if (extraction.kind !== 'document') throw new Error(JSON.stringify(extraction));
  return JSON.parse(gunzipSync(extraction.content).toString()) as DocumentContent;
}

describe('readStyle', () => {
  it.each(brandPages)('measures the branding of $name', async ({ name, html, branding }) => {
    const url = site.serve(`/${encodeURIComponent(name)}`, html);
    const content = await scrape(url);
    expect(content.branding).toMatchObject(branding);
    expect(content.warning).toBeUndefined();
  });

  it('returns an inline SVG logo without scripts, in its computed colours', async () => {
    const { html } = brandPages.find(({ name }) => name.includes('drawn'))!;
    const { branding } = await scrape(site.serve('/drawn', html));
    const svg = Buffer.from(branding!.logo!.split(',')[1]!, 'base64').toString();
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 90 30"[^>]*>.*fill="rgb\(225, 29, 72\)"/s);
    expect(svg).not.toMatch(/script|onclick/);
  });

  it.each([
    ['a file', '{"a": 1}', 'application/json'],
    ['a text', 'words', 'text/plain'],
  ])('returns a warning instead of the branding of %s', async (name, body, type) => {
    const url = site.serve(`/${encodeURIComponent(name)}`, (_, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const { branding, warning } = await scrape(url);
    expect(branding).toBeUndefined();
    expect(warning).toMatch(/there is no branding/);
  });

  it('limits the sample of a page with many styles', async () => {
    const noise = Array.from(
      { length: 8_000 },
      (_, index) =>
        `<div style="color:rgb(${index % 256},${(index >> 8) % 256},7);background:hsl(${index % 360} 50% 50%);font:${index % 90}px f${index}">x<button class=btn style="background:hsl(${index % 360} 50% 50%)">b</button></div>`,
    );
    const capture = await harness.captureOf(site.serve('/many', noise.join('')), { formats });
    expect(capture.style?.buttons).toHaveLength(200);
    expect(JSON.stringify(capture.style).length).toBeLessThan(200_000);
  });
});
