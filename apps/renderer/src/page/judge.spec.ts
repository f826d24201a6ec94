import type { RenderPage } from '@orbweaver/contracts';
import type { PageFailure, ScrapeSpec } from '@orbweaver/core';
import { scrapeSpec } from '@orbweaver/testing';
import { renderMessage } from '../../test/render-message';
import type { FetchOutcome } from '../fetch/fetch-page';
import type { PageRoute } from '../proxy/egress-route';
import { firstAttempt, nextAttempt, routeKindsOf } from './attempt';
import { judge, type Verdict } from './judge';

const URL_ASKED = 'http://site.test/page';
const dedup = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
const crawl: Partial<RenderPage> = { kind: 'crawl', crawl: { wantsDocument: true, wantsOutlinks: true, dedup } };

const answered = (status: number, headers: Record<string, string> = {}, url = URL_ASKED): FetchOutcome => ({
  kind: 'capture',
  capture: {
    url,
    sourceUrl: URL_ASKED,
    status,
    headers,
    body: new TextEncoder().encode('<p>text</p>'),
    engine: 'http',
    proxyUsed: 'basic',
  },
});
type Captured = Extract<FetchOutcome, { kind: 'capture' }>;
const failed = (reason: PageFailure['reason']): FetchOutcome => ({
  kind: 'failed',
  failure: { reason, message: 'why' },
});
const MOVED = answered(200, {}, 'http://site.test/other');
const WANDERING = { ...MOVED, capture: { ...(MOVED as Captured).capture, isWandering: true } } as Captured;
const CHALLENGE = answered(503, { 'cf-mitigated': 'challenge' });

describe('judge', () => {
  it.each<[string, FetchOutcome, Partial<RenderPage>, plain: Verdict['kind'], detecting: Verdict['kind']]>([
    ['a page', answered(200), {}, 'take', 'take'],
    ['an error page', answered(500), {}, 'take', 'take'],
    ['a refusal', answered(403), {}, 'take', 'blocked'],
    ['a login', answered(401, { 'www-authenticate': 'Basic' }), {}, 'take', 'take'],
    ['429 for a scrape', answered(429), {}, 'take', 'blocked'],
    ['429 for a page of a job', answered(429), crawl, 'deferred', 'deferred'],
    ['429 after three deferrals', answered(429), { ...crawl, deferrals: 3 }, 'take', 'blocked'],
    ['a challenge', CHALLENGE, {}, 'take', 'blocked'],
    ['a challenge for a page of a job', CHALLENGE, crawl, 'deferred', 'blocked'],
    ['a redirect of a scrape', MOVED, {}, 'take', 'take'],
    ['a redirect in a crawl', MOVED, crawl, 'redirected', 'redirected'],
    ['an endless redirect in a crawl', WANDERING, crawl, 'take', 'take'],
    ['a broken connection', failed('reset'), {}, 'failed', 'blocked'],
    ['a name that does not exist', failed('dns'), {}, 'failed', 'failed'],
    [
      'a failed action on a refused page',
      { ...failed('action-failed'), answer: { status: 403, headers: {} } } as FetchOutcome,
      {},
      'failed',
      'blocked',
    ],
  ])('judges %s', (_what, outcome, part, plain, detecting) => {
    const message = renderMessage(URL_ASKED, part);
    const kindWith = (detectsBlock: boolean) => judge(message, outcome, { engine: 'http', detectsBlock }).kind;
    expect([kindWith(false), kindWith(true)]).toEqual([plain, detecting]);
  });
});

describe('judge with hosts of a team', () => {
  it.each<[string, string, ScrapeSpec['hosts'], Verdict['kind']]>([
    ['no lists', 'http://other.test/page', undefined, 'take'],
    ['a permitted host', 'http://other.test/page', { allowed: ['*.test'], closed: [] }, 'take'],
    ['a host that is not allowed', 'http://other.test/page', { allowed: ['site.test'], closed: [] }, 'failed'],
    ['a closed host', 'http://other.test/page', { allowed: [], closed: ['other.test'] }, 'failed'],
    ['an invalid URL', 'http://xn--a.test/', { allowed: ['site.test'], closed: [] }, 'failed'],
  ])('discards the capture of a host that is not permitted: %s', (_, url, hosts, kind) => {
    const verdict = judge(
      renderMessage(URL_ASKED, { ...crawl, kind: 'scrape', spec: scrapeSpec({ hosts }) }),
      { ...WANDERING, capture: { ...WANDERING.capture, url } },
      { engine: 'browser', detectsBlock: true },
    );
    expect(verdict).toMatchObject({ kind, ...(kind === 'failed' && { failure: { reason: 'egress-denied' } }) });
  });
});

describe('the plan', () => {
  const plain: PageRoute = { profile: 'plain', warnings: [] };
  const stealth: PageRoute = { profile: 'stealth', warnings: [] };
  const crash: Verdict = { kind: 'failed', engine: 'browser', failure: { reason: 'browser-crashed', message: 'why' } };

  it.each<[string, Partial<ScrapeSpec>, PageRoute, Verdict, string[]]>([
    ['a page', {}, plain, { kind: 'blocked' }, ['http']],
    ['an empty shell', {}, plain, { kind: 'needs-browser' }, ['http', 'browser']],
    ['a page for a browser', { waitForMs: 1 }, plain, { kind: 'blocked' }, ['browser']],
    ['a page for a browser that crashes', { waitForMs: 1 }, plain, crash, ['browser']],
    ['a stealth page', {}, stealth, { kind: 'blocked' }, ['browser']],
    ['a stealth page whose browser crashes', {}, stealth, crash, ['browser', 'http']],
  ])('chooses engines for %s', (_what, part, route, verdict, engines) => {
    const spec = scrapeSpec(part);
    const first = firstAttempt(spec, route);
    const next = nextAttempt(spec, first, verdict);
    expect([first.engine, ...(next ? [next.engine] : [])]).toEqual(engines);
  });

  it('ends after the attempt that follows a browser crash', () => {
    const spec = scrapeSpec({});
    const browser = nextAttempt(spec, firstAttempt(spec, plain), { kind: 'needs-browser' })!;
    const without = nextAttempt(spec, browser, crash)!;
    expect(without.warnings).toHaveLength(1);
    expect(nextAttempt(spec, without, crash)).toBeUndefined();
  });

  it.each([
    ['auto', ['basic', 'stealth']],
    ['basic', ['basic']],
    ['stealth', ['stealth']],
  ] as const)('chooses routes for proxy %s', (proxy, kinds) => {
    expect(routeKindsOf(scrapeSpec({ proxy }))).toEqual(kinds);
  });
});
