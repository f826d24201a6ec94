/// <reference lib="dom" />
import { startIdentityProvider, type TestIdentityProvider } from '@orbweaver/testing';
import { ConsoleBrowser, findViolations, type Visited } from '../harness/console-browser';
import { addTeam } from '../harness/run-admin';
import { findFreePort } from '../harness/service-process';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const LOAD_MS = 10_000;
const TEAM_LINKS = ['Playground', 'Jobs', 'Schedules', 'Webhooks', 'Account', 'API reference'];
const ADMIN_LINKS = ['System', 'API reference'];

describe('console with ADMIN_PORT', () => {
  let provider: TestIdentityProvider;
  let system: System;
  let browser: ConsoleBrowser;
  let origins: { port: string; adminPort: string };
  let key: string;
  beforeAll(async () => {
    const [port, adminPort] = [await findFreePort(), await findFreePort()];
    origins = { port: `http://127.0.0.1:${port}`, adminPort: `http://127.0.0.1:${adminPort}` };
    provider = await startIdentityProvider({
      clientId: 'orbweaver',
      redirectUris: Object.values(origins).map((origin) => `${origin}/console/sign-on/callback`),
    });
    system = await startStandalone({
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      PUBLIC_URL: origins.port,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'orbweaver',
      OIDC_TEAMS: '{"crawlers":["night shift"]}',
      OIDC_ADMIN_GROUPS: 'operators',
    });
    key = await addTeam(system, [], 'night shift', 'team,admin');
    browser = await ConsoleBrowser.open(system);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
    provider?.close();
  });

  const waitForText = (page: Visited['page'], text: string) =>
    page.waitForFunction((wanted) => document.body.textContent?.includes(wanted), { timeout: LOAD_MS }, text);

  async function linksOf(page: Visited['page']) {
    await page.locator('nav[aria-label=Console] a').setTimeout(LOAD_MS).wait();
    await page.locator('main h1').setTimeout(LOAD_MS).wait();
    return page.$$eval('nav[aria-label=Console] a', (links) => links.map(({ textContent }) => textContent));
  }

  async function signOn(origin: string, person: string): Promise<Visited> {
    const visited = await browser.visit('', { origin });
    await visited.page.locator('a[href="/console/sign-on"]').setTimeout(LOAD_MS).click();
    await visited.page.locator('input[name=person]').setTimeout(LOAD_MS).fill(person);
    await visited.page.locator('button').setTimeout(LOAD_MS).click();
    return visited;
  }

  const ways = {
    'an API key': async (origin: string) => {
      const visited = await browser.visit('', { origin });
      await visited.page.locator('input[name=key]').setTimeout(LOAD_MS).fill(key);
      await visited.page.locator('button[type=submit]').setTimeout(LOAD_MS).click();
      return visited;
    },
    'single sign-on': (origin: string) => signOn(origin, 'ada crawlers operators'),
  };

  it.each(Object.keys(ways) as (keyof typeof ways)[])(
    'shows System on ADMIN_PORT only, to a person with both rights who signs in by %s',
    async (way) => {
      const onPort = await ways[way](origins.port);
      expect(await linksOf(onPort.page)).toEqual(TEAM_LINKS);
      const onAdminPort = await ways[way](origins.adminPort);
      expect(await linksOf(onAdminPort.page)).toEqual(ADMIN_LINKS);
      expect(new URL(onAdminPort.page.url())).toMatchObject({ origin: origins.adminPort, pathname: '/console/system' });
      await onAdminPort.page.locator('[data-tab=teams]').setTimeout(LOAD_MS).click();
      await waitForText(onAdminPort.page, 'night shift');
      expect(await findViolations(onAdminPort.page)).toEqual([]);
      await onAdminPort.page.reload();
      expect(await linksOf(onAdminPort.page)).toEqual(ADMIN_LINKS);
      await onAdminPort.page.locator('aria/Sign out').setTimeout(LOAD_MS).click();
      await waitForText(onAdminPort.page, 'Or sign in with an API key');
      expect([onPort.errors, onAdminPort.errors]).toEqual([[], []]);
    },
  );

  it('explains on ADMIN_PORT that a person lacks the right for System', async () => {
    const { page } = await signOn(origins.adminPort, 'bea crawlers');
    await waitForText(page, 'This address shows System only, which needs the right `admin`');
  });
});
