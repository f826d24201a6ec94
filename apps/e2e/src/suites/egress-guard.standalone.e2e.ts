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
/** Rejecting an address takes milliseconds; connecting would take until a timeout. */
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

/** The default and a request that needs the browser. */
const engines: [string, object][] = [
  ['over HTTP', {}],
  ['in a browser', { waitFor: 200 }],
];

describe('a denied address', () => {
  let system: System;
  let api: ApiClient;
  let site: HostileSite;
  let dns: StubDns;
  /** On the same port, because a redirect by name keeps the port. */
  let allowed: Tripwire;
  let secret: Tripwire;

  const expectNoVisits = (): void => expect(secret.visits).toEqual([]);

  beforeAll(async () => {
    allowed = await startTripwire(ALLOWED);
    secret = await startTripwire(SECRET, allowed.port);
    dns = await startStubDns({
      // The scrape is retried once after a DNS error.
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

  describe('requested by a rendered page', () => {
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

    it.each(proxiedRoutes.map((route) => [route.name, route.isTaken] as const))(
      'is not reached by %s',
      (name, isTaken) => {
        expect(outcomes.get(name)).toMatchObject({ answer: 'document' });
        expect(outcomes.get(name)?.text).not.toContain(tripwireText(SECRET));
        const visitsOf = (place: Tripwire) => place.visits.filter((visit) => visit.endsWith(`/${name}`));
        // Proves that the page made the attempt.
        if (isTaken) expect(visitsOf(allowed)).not.toEqual([]);
        expect(visitsOf(secret)).toEqual([]);
      },
    );

    it.each(['prefetch', 'prerender', 'speculation', 'attribution'])(
      'does not request any address for %s, which no page content needs',
      (name) => {
        expect(allowed.visits.filter((visit) => visit.endsWith(`/${name}`))).toEqual([]);
      },
    );

    it('receives no connection and no datagram', () => {
      expectNoVisits();
      expect(allowed.visits.filter((visit) => visit === 'udp')).toEqual([]);
    });
  });

  describe.each(engines)('requested %s', (_, ask) => {
    const scrape = (url: string, more: object = {}) => scrapeFor(api, { url, timeout: 20_000, ...ask, ...more });

    /** Requested directly, and by a redirect that only the guard checks. */
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

    it.each(addressForms)('is rejected in the spelling %s', async (form) => {
      // A wrong spelling could be a real address of someone else.
      expect(new URL(`http://${form}`).hostname).toMatch(/^127\.0\.0\.2$|:7f00:(?:0*2\b|2:)/);
      await expectRefused(`http://${form}:${secret.port}/form`);
      expectNoVisits();
    });

    it.each(privateAddresses)('is rejected: %s', async (url) => {
      await expectRefused(url);
    });

    it.each(['moved', 'moved-with-method'])('is rejected as the target of a page that is %s', async (name) => {
      expect(await scrape(site.urlOf({ name }))).toMatchObject({ answer: 'UNSUPPORTED_SITE' });
      expectNoVisits();
    });

    it('is reported like a missing name when a name resolves to it', async () => {
      const answers = new Set<string>();
      for (const name of [names.secret, `${names.secret}.`, names.cloud, `no-such-name.${STUB_DOMAIN}`]) {
        const { answer, text } = await scrape(`http://${name}:${secret.port}/name`);
        answers.add(`${answer}: ${text.replaceAll(name, 'host')}`);
      }
      expect(answers).toEqual(new Set([expect.stringContaining('SCRAPE_DNS_RESOLUTION_ERROR')]));
      expectNoVisits();
    });

    it('is skipped when a name resolves to it and to an allowed address', async () => {
      const { answer, text } = await scrape(`http://${names.both}:${secret.port}/both`);
      expect({ answer, text }).toEqual({ answer: 'document', text: expect.stringContaining(tripwireText(ALLOWED)) });
      expectNoVisits();
    });

    it('is rejected when a name resolves to it alternately', async () => {
      const before = dns.count(names.rebinding);
      const answers = new Set<string>();
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { answer, text } = await scrape(`http://${names.rebinding}:${secret.port}/turn-${turn}`);
        answers.add(answer);
        expect(text).not.toContain(tripwireText(SECRET));
      }
      expectNoVisits();
      expect(dns.count(names.rebinding) - before).toBeGreaterThanOrEqual(TURNS);
      // Both answers occurred; otherwise the name proves nothing.
      expect(answers).toEqual(new Set(['document', 'SCRAPE_DNS_RESOLUTION_ERROR']));
    });
  });

  it.each(guardPages.filter(({ engine }) => engine === 'browser').map(({ name }) => name))(
    'is not returned for a page with %s to it',
    async (name) => {
      const { answer, text } = await scrapeFor(api, { url: site.urlOf({ name }), waitFor: 1000, timeout: 20_000 });
      expect({ answer, text }).toMatchObject({ answer: 'UNSUPPORTED_SITE' });
      expectNoVisits();
    },
  );

  it('is not reached by repeated requests of a page to a rebinding name', async () => {
    const script = `(async () => { const seen = []; for (let i = 0; i < ${TURNS}; i++)
      seen.push(await fetch('http://${names.rebinding}:${secret.port}/again-' + i, { cache: 'no-store' }).then((r) => r.text(), () => 'refused')); return seen; })()`;
    const reply = await api.post('/v2/scrape', {
      url: site.urlOf({ name: 'crawl' }),
      timeout: 30_000,
      actions: [{ type: 'executeJavascript', script }],
    });
    const seen: string[] = reply.body.data.actions.javascriptReturns[0].value;
    // The first answer decides: a name that was denied once stays denied for the page.
    for (const text of seen) expect([tripwireText(ALLOWED), 'refused']).toContain(text);
    expect(seen).toHaveLength(TURNS);
    expectNoVisits();
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
    expectNoVisits();
  });

  it('is not reached by a crawl whose robots.txt, sitemaps, links and redirects point to it', async () => {
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
    expectNoVisits();
  });

  it('is not reached by a webhook, nor by one whose name resolves to it later', async () => {
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
    expectNoVisits();
  });
});
