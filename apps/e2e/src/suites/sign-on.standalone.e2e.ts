/// <reference lib="dom" />
import { startIdentityProvider, type TestIdentityProvider } from '@orbweaver/testing';
import { ConsoleBrowser, findViolations } from '../harness/console-browser';
import { addTeam } from '../harness/run-admin';
import { findFreePort } from '../harness/service-process';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const LOAD_MS = 10_000;

describe('single sign-on', () => {
  let provider: TestIdentityProvider;
  let system: System;
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    const port = await findFreePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    provider = await startIdentityProvider({
      clientId: 'orbweaver',
      redirectUris: [`${publicUrl}/console/sign-on/callback`],
    });
    system = await startStandalone({
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'orbweaver',
      OIDC_TEAMS: '{"crawlers":["night shift","day shift"]}',
      OIDC_ADMIN_GROUPS: 'operators',
    });
    for (const team of ['night shift', 'day shift']) await addTeam(system, [], team);
    browser = await ConsoleBrowser.open(system);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
    provider?.close();
  });

  it('signs in, changes the team, shows System to an operator, and signs out', async () => {
    const { page, errors } = await browser.visit('');
    const waitForText = (text: string) =>
      page.waitForFunction((wanted) => document.body.textContent?.includes(wanted), { timeout: LOAD_MS }, text);
    await page.locator('a[href="/console/sign-on"]').setTimeout(LOAD_MS).click();
    await page.locator('input[name=person]').setTimeout(LOAD_MS).fill('ada crawlers operators');
    await page.locator('button').setTimeout(LOAD_MS).click();
    await waitForText('Sign out');
    await page.locator('main h1').setTimeout(LOAD_MS).wait();
    expect(await findViolations(page)).toEqual([]);
    const team = () => page.$eval('select[title="ada@example.com"]', (select) => select.selectedOptions[0]!.text);
    expect(await team()).toBe('day shift');
    await Promise.all([
      page.waitForNavigation(),
      page.select('select[title="ada@example.com"]', await optionOf('night shift')),
    ]);
    await waitForText('Sign out');
    expect(await team()).toBe('night shift');

    await page.locator('a[href="/console/system"]').setTimeout(LOAD_MS).click();
    await waitForText('night shift');
    await page.reload();
    await waitForText('Sign out');
    expect(
      await page.evaluate(() => [document.cookie, sessionStorage.getItem('orbweaver.key'), location.href]),
    ).toEqual(['', null, expect.stringMatching(/\/console\/system$/)]);

    await page.locator('aria/Sign out').setTimeout(LOAD_MS).click();
    await page.locator('a[href="/console/sign-on"]').setTimeout(LOAD_MS).wait();
    await page.reload();
    await waitForText('Or sign in with an API key');
    expect(errors).toEqual([]);

    async function optionOf(name: string): Promise<string> {
      const options = await page.$$eval('select[title="ada@example.com"] option', (found) =>
        found.map(({ value, text }) => ({ value, text })),
      );
      return options.find(({ text }) => text === name)!.value;
    }
  });

  it('shows why a change of the team or a sign-out failed, and removes drafts at the end of the session', async () => {
    const { page } = await browser.visit('');
    await page.locator('a[href="/console/sign-on"]').setTimeout(LOAD_MS).click();
    await page.locator('input[name=person]').setTimeout(LOAD_MS).fill('bea crawlers');
    await page.locator('button').setTimeout(LOAD_MS).click();
    await page.locator('.composer input[type=text]').setTimeout(LOAD_MS).fill('https://site.example/draft');
    await page.waitForFunction(() => JSON.stringify(sessionStorage).includes('https://site.example/draft'));
    const team = 'select[title="bea@example.com"]';
    const chosen = await page.$eval(team, (select) => select.value);
    const other = await page.$eval(team, ({ options }) => [...options].find(({ selected }) => !selected)!.value);
    let isFailing = true;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isChange = request.url().includes('/console/session') && request.method() !== 'GET';
      if (!isFailing || !isChange) return void request.continue();
      const body = JSON.stringify({ success: false, error: `${request.method()} failed` });
      void request.respond({ status: 503, contentType: 'application/json', body });
    });
    const waitForProblem = (text: string) =>
      page.waitForFunction(
        (wanted) => document.querySelector('.session .problem')?.textContent === wanted,
        { timeout: LOAD_MS },
        text,
      );
    await page.select(team, other);
    await waitForProblem('POST failed');
    expect(await page.$eval(team, (select) => select.value)).toBe(chosen);
    await page.locator('aria/Sign out').setTimeout(LOAD_MS).click();
    await waitForProblem('DELETE failed');
    expect(await findViolations(page)).toEqual([]);
    isFailing = false;
    await page.locator('aria/Sign out').setTimeout(LOAD_MS).click();
    await page.locator('a[href="/console/sign-on"]').setTimeout(LOAD_MS).wait();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}');
  });

  it('explains that a person has no team', async () => {
    const { page } = await browser.visit('');
    await page.locator('a[href="/console/sign-on"]').setTimeout(LOAD_MS).click();
    await page.locator('input[name=person]').setTimeout(LOAD_MS).fill('ned visitors');
    await page.locator('button').setTimeout(LOAD_MS).click();
    await page.locator('.notice').setTimeout(LOAD_MS).wait();
    expect(await page.$eval('.notice', ({ textContent }) => textContent)).toMatch(/your groups have no team/);
  });
});
