import path from 'node:path';
import {
  addressForms,
  guardPages,
  type HostileSite,
  pageOf,
  privateAddresses,
  proxiedRoutes,
  STUB_DOMAIN,
  type StubDns,
  startHostileSite,
  startStubDns,
  startTripwire,
  type Tripwire,
  tripwireText,
  until,
} from '@orbweaver/testing';
import type { ApiClient } from '../harness/api-client';
import { type Outcome, scrapeFor } from '../harness/hostile-scrape';
import { runJob } from '../harness/jobs';
import { limitConcurrency } from '../harness/limit-concurrency';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';
import { repositoryRoot } from '../harness/workspace';

const AT_ONCE = 6;
const WAYS_WITHIN_MS = 150_000;
/** To refuse an address takes milliseconds; to try it would take until a connection times out. */
const REFUSED_WITHIN_MS = 10_000;
const TURNS = 12;

const ALLOWED = '127.0.0.1';
const SECRET = '127.0.0.2';

const names = {
  rebinding: `rebinding.${STUB_DOMAIN}`,
  secret: `secret.${STUB_DOMAIN}`,
  both: `both.${STUB_DOMAIN}`,
  cloud: `cloud.${STUB_DOMAIN}`,
};

/** Both engines: a page that nothing was asked of is fetched plainly. */
const engines: [string, object][] = [
  ['plainly', {}],
  ['in a browser', { waitFor: 200 }],
];

describe('an address that may not be reached', () => {
  let system: System;
  let api: ApiClient;
  let site: HostileSite;
  let dns: StubDns;
  /** Two places at the same port, because a redirect by name keeps the port. */
  let allowed: Tripwire;
  let secret: Tripwire;

  const nobodyCame = (): void => expect(secret.visits).toEqual([]);

  beforeAll(async () => {
    allowed = await startTripwire(ALLOWED);
    secret = await startTripwire(SECRET, allowed.port);
    dns = await startStubDns({
      // The first two answers lead elsewhere, because a scrape whose name does not resolve is retried once.
      [names.rebinding]: [[ALLOWED], [SECRET], [SECRET], [SECRET]],
      [names.secret]: [[SECRET]],
      [names.both]: [[SECRET, ALLOWED]],
      [names.cloud]: [['169.254.169.254']],
    });
    const pages = [...proxiedRoutes.map((route) => pageOf(route, () => allowed.origin)), ...guardPages];
    site = await startHostileSite({ pages, secret: secret.origin });
    system = await startStandalone({
      EGRESS_ALLOW: `${ALLOWED}/32`,
      RENDERER_BROWSER_SLOTS: String(AT_ONCE),
      NODE_OPTIONS: `--require ${path.join(repositoryRoot, 'libs/testing/dist/hostile/dns/use-stub-dns.js')}`,
      HOSTILE_DNS: dns.server,
    });
    api = system.api();
  }, WAYS_WITHIN_MS);

  afterAll(async () => {
    await system?.stop();
    await Promise.all([site?.close(), allowed?.close(), secret?.close(), dns?.close()]);
  });

  describe('is not reached from a page', () => {
    const outcomes = new Map<string, Outcome>();

    beforeAll(async () => {
      const limited = limitConcurrency(AT_ONCE);
      const scrapes = proxiedRoutes.map((route) =>
        limited(async () => {
          const body = { url: site.urlOf(route), waitFor: 1500, timeout: 30_000, blockAds: false, ...route.ask };
          outcomes.set(route.name, await scrapeFor(api, body));
        }),
      );
      await Promise.all(scrapes);
    }, WAYS_WITHIN_MS);

    it.each(proxiedRoutes.map((route) => [route.name, route.isTaken] as const))('by way of %s', (name, isTaken) => {
      expect(outcomes.get(name)).toMatchObject({ answer: 'document' });
      expect(outcomes.get(name)?.text).not.toContain(tripwireText(SECRET));
      const visitsOf = (place: Tripwire) => place.visits.filter((visit) => visit.endsWith(`/${name}`));
      // The page has really tried: the allowed address got the request.
      if (isTaken) expect(visitsOf(allowed)).not.toEqual([]);
      expect(visitsOf(secret)).toEqual([]);
    });

    it.each(['prefetch', 'prerender', 'speculation', 'attribution'])(
      'nor is any other by way of %s, which serves no visitor',
      (name) => {
        expect(allowed.visits.filter((visit) => visit.endsWith(`/${name}`))).toEqual([]);
      },
    );

    it('by any way at all, not even by an empty connection or a datagram', () => {
      nobodyCame();
      expect(allowed.visits.filter((visit) => visit === 'udp')).toEqual([]);
    });
  });

  describe.each(engines)('is refused %s', (_, ask) => {
    const scrape = (url: string, more: object = {}) => scrapeFor(api, { url, timeout: 20_000, ...ask, ...more });

    /** As it is named by a request, and by a redirect, where only the guard knows it. */
    const expectRefused = async (url: string) => {
      const moved = `${site.urlOf({ name: 'moved-to' })}?to=${encodeURIComponent(url)}`;
      for (const [asked, code] of [
        [url, 'BAD_REQUEST'],
        [moved, 'UNSUPPORTED_SITE'],
      ] as const) {
        const { answer, text, tookMs } = await scrape(asked);
        expect({ answer, text }).toMatchObject({ answer: code });
        expect(tookMs).toBeLessThan(REFUSED_WITHIN_MS);
      }
    };

    it.each(addressForms)('when it is spelled %s', async (form) => {
      // A slip in the spelling would lead to a stranger's address.
      expect(new URL(`http://${form}`).hostname).toMatch(/^127\.0\.0\.2$|:7f00:(?:0*2\b|2:)/);
      await expectRefused(`http://${form}:${secret.port}/form`);
      nobodyCame();
    });

    it.each(privateAddresses)('when it is %s', async (url) => {
      await expectRefused(url);
    });

    it.each(['moved', 'moved-with-method'])('when a page is %s there', async (name) => {
      expect(await scrape(site.urlOf({ name }))).toMatchObject({ answer: 'UNSUPPORTED_SITE' });
      nobodyCame();
    });

    it('when a name leads there, in the words for a name that is not there', async () => {
      const answers = new Set<string>();
      for (const name of [names.secret, `${names.secret}.`, names.cloud, `no-such-name.${STUB_DOMAIN}`]) {
        const { answer, text } = await scrape(`http://${name}:${secret.port}/name`);
        answers.add(`${answer}: ${text.replaceAll(name, 'host')}`);
      }
      expect(answers).toEqual(new Set([expect.stringContaining('SCRAPE_DNS_RESOLUTION_ERROR')]));
      nobodyCame();
    });

    it('when a name leads there as well as elsewhere, and elsewhere is where one gets', async () => {
      const { answer, text } = await scrape(`http://${names.both}:${secret.port}/both`);
      expect({ answer, text }).toEqual({ answer: 'document', text: expect.stringContaining(tripwireText(ALLOWED)) });
      nobodyCame();
    });

    it('when a name leads there from one moment to the next', async () => {
      const before = dns.count(names.rebinding);
      const answers = new Set<string>();
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { answer, text } = await scrape(`http://${names.rebinding}:${secret.port}/turn-${turn}`);
        answers.add(answer);
        expect(text).not.toContain(tripwireText(SECRET));
      }
      nobodyCame();
      expect(dns.count(names.rebinding) - before).toBeGreaterThanOrEqual(TURNS);
      // It was led to either: else the name would have proven nothing.
      expect(answers).toEqual(new Set(['document', 'SCRAPE_DNS_RESOLUTION_ERROR']));
    });
  });

  it.each(guardPages.filter(({ engine }) => engine === 'browser').map(({ name }) => name))(
    'is not shown when a page has %s for it',
    async (name) => {
      const { answer, text } = await scrapeFor(api, { url: site.urlOf({ name }), waitFor: 1000, timeout: 20_000 });
      expect({ answer, text }).toMatchObject({ answer: 'UNSUPPORTED_SITE' });
      nobodyCame();
    },
  );

  it('is not reached by a name that a page keeps asking', async () => {
    const script = `(async () => { const seen = []; for (let i = 0; i < ${TURNS}; i++)
      seen.push(await fetch('http://${names.rebinding}:${secret.port}/again-' + i, { cache: 'no-store' }).then((r) => r.text(), () => 'refused')); return seen; })()`;
    const reply = await api.post('/v2/scrape', {
      url: site.urlOf({ name: 'crawl' }),
      timeout: 30_000,
      actions: [{ type: 'executeJavascript', script }],
    });
    const seen: string[] = reply.body.data.actions.javascriptReturns[0].value;
    // A name that was refused once stays refused for the page, so which of the two it is depends on the first answer.
    for (const text of seen) expect([tripwireText(ALLOWED), 'refused']).toContain(text);
    expect(seen).toHaveLength(TURNS);
    nobodyCame();
  });

  it('is not reached by the script of an action', async () => {
    const script = (url: string) => `fetch(${JSON.stringify(url)}).then((r) => r.text(), () => 'refused')`;
    const reply = await api.post('/v2/scrape', {
      url: site.urlOf({ name: 'crawl' }),
      actions: [
        { type: 'executeJavascript', script: script(`${allowed.origin}/action`) },
        { type: 'executeJavascript', script: script(`${secret.origin}/action`) },
        { type: 'executeJavascript', script: script('http://169.254.169.254/') },
        { type: 'executeJavascript', script: script('file:///etc/passwd') },
      ],
    });
    const values = reply.body.data.actions.javascriptReturns.map(({ value }: { value: string }) => value);
    expect(values[0]).toBe(tripwireText(ALLOWED));
    expect(values.slice(1).join()).not.toMatch(/Words that stand|root:/);
    nobodyCame();
  });

  it('is not reached by a crawl whose robots.txt, sitemaps, links and redirects lead there', async () => {
    const { documents } = await runJob(api, '/v2/crawl', {
      url: site.urlOf({ name: 'crawl' }),
      crawlEntireDomain: true,
      allowExternalLinks: true,
      sitemap: 'include',
      limit: 20,
      scrapeOptions: { timeout: 10_000 },
    });
    expect(documents.map((document) => document.metadata.sourceURL)).toContain(site.urlOf({ name: 'crawl' }));
    expect(JSON.stringify(documents)).not.toContain(tripwireText(SECRET));
    nobodyCame();
  });

  it('is not reached by a webhook, also not by one whose name leads there later', async () => {
    const batch = (url: string) =>
      api.post('/v2/batch/scrape', { urls: [site.urlOf({ name: 'crawl' })], webhook: { url } });
    for (const host of [SECRET, '2130706434', '[::ffff:127.0.0.2]']) {
      const direct = await batch(`http://${host}:${secret.port}/hook`);
      expect(direct).toMatchObject({ status: 400, body: { success: false } });
    }
    const before = dns.count(names.rebinding);
    for (let turn = 0; turn < 4; turn += 1) await batch(`http://${names.rebinding}:${secret.port}/hook`);
    const hooks = () => allowed.visits.filter((visit) => visit === 'POST /hook').length;
    await until('webhooks', () => hooks() > 0 && dns.count(names.rebinding) > before + 4, 60_000);
    nobodyCame();
  });
});
