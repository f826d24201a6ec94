import fc from 'fast-check';
import type { Format } from './formats';
import {
  askedAudiences,
  type CachedVariant,
  type CacheQuestion,
  cacheAudience,
  cacheKey,
  captureKind,
  chooseVariant,
  isCacheableStatus,
  mayReadCache,
  mayWriteCache,
} from './page-cache';
import type { ScrapeSpec } from './scrape-spec';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_800_000_000_000;

const plain: ScrapeSpec = {
  formats: [{ type: 'markdown' }],
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  headers: {},
  waitForMs: 0,
  mobile: false,
  skipTlsVerification: true,
  timeoutMs: 30_000,
  pdf: { parse: true },
  actions: [],
  location: { country: 'US', languages: ['en'] },
  removeBase64Images: true,
  blockAds: true,
  proxy: 'auto',
  maxAgeMs: 24 * HOUR_MS,
  storeInCache: true,
};

const ask = (changes: Partial<ScrapeSpec> = {}, url = 'https://a.test/page'): CacheQuestion => ({
  url,
  spec: { ...plain, ...changes },
  teamId: 'a-team',
});
const screenshot = (changes: Partial<Extract<Format, { type: 'screenshot' }>> = {}): Pick<ScrapeSpec, 'formats'> => ({
  formats: [{ type: 'markdown' }, { type: 'screenshot', fullPage: false, ...changes }],
});

describe('who may ask and fill the page cache', () => {
  const cases: [title: string, question: CacheQuestion, mayRead: boolean, mayWrite: boolean][] = [
    ['a plain request', ask(), true, true],
    ['a request that wants no page from it', ask({ maxAgeMs: 0 }), false, true],
    ['a request that leaves no page in it', ask({ storeInCache: false }), true, false],
    ['headers', ask({ headers: { 'x-a': '1' } }), false, false],
    ['actions', ask({ actions: [{ type: 'wait', milliseconds: 1 }] }), false, false],
    ['a wait', ask({ waitForMs: 1 }), false, true],
    ['the stealth proxy', ask({ proxy: 'stealth' }), false, true],
    ['the basic proxy', ask({ proxy: 'basic' }), true, true],
    ['change tracking', ask({ formats: [{ type: 'changeTracking', modes: [], tag: null }] }), false, true],
    ['branding', ask({ formats: [{ type: 'branding' }] }), false, true],
    ['a usual screenshot', ask(screenshot()), true, true],
    ['a screenshot of the whole page', ask(screenshot({ fullPage: true })), true, true],
    ['a screenshot of a quality', ask(screenshot({ quality: 50 })), false, true],
    ['a screenshot of a viewport', ask(screenshot({ viewport: { width: 640, height: 480 } })), false, false],
    ['a URL that says who asks', ask({}, 'https://me:secret@a.test/'), false, false],
    ['a URL that says who asks by name alone', ask({}, 'https://me@a.test/'), false, false],
    [
      'other options of extraction',
      ask({ onlyMainContent: false, includeTags: ['p'], pdf: { parse: false } }),
      true,
      true,
    ],
  ];
  it.each(cases)('%s', (_, question, mayRead, mayWrite) => {
    expect([mayReadCache(question), mayWriteCache(question)]).toEqual([mayRead, mayWrite]);
  });

  it.each([
    [200, true],
    [204, true],
    [304, false],
    [404, true],
    [410, true],
    [401, false],
    [403, false],
    [429, false],
    [500, false],
    [503, false],
  ])('status %d', (status, kept) => expect(isCacheableStatus(status)).toBe(kept));
});

describe('whom a kept look may answer', () => {
  const page = 'https://a.test/page';
  const cases: [
    title: string,
    look: Partial<Parameters<typeof cacheAudience>[0]>,
    perTeam: boolean,
    isShared: boolean,
  ][] = [
    ['what a site gives to everyone', {}, false, true],
    ['what a site gives to one visitor', { isPublic: false }, false, false],
    ['a URL with a token', { url: `${page}?access_token=x` }, false, false],
    ['a URL with a fragment', { url: `${page}#part` }, false, false],
    ['a URL with a route', { url: `${page}#/part` }, false, true],
    ['a page that led to a URL with a token in its fragment', { finalUrl: `${page}#access_token=x` }, false, false],
    ['a page that led to a URL with a signature', { finalUrl: `${page}?X-Amz-Signature=x` }, false, false],
    ['a page of an installation whose teams share nothing', {}, true, false],
  ];
  it.each(cases)('%s', (_, look, perTeam, isShared) => {
    const audience = cacheAudience({ url: page, finalUrl: page, isPublic: true, ...look }, perTeam);
    expect(audience).toBe(isShared ? 'everyone' : 'team');
    const other = { ...ask(), teamId: 'another-team' };
    expect(cacheKey(ask(), audience) === cacheKey(other, audience)).toBe(isShared);
    expect(cacheKey(ask(), 'everyone')).not.toBe(cacheKey(ask(), 'team'));
  });

  it.each([
    ['any page', page, false, ['team', 'everyone']],
    ['a URL with a token', `${page}?token=x`, false, ['team']],
    ['a route with a token', `${page}#/r?token=x`, false, ['team']],
    ['a URL with a fragment', `${page}#part`, false, ['team', 'everyone']],
    ['any page where teams share nothing', page, true, ['team']],
  ])('is asked for %s', (_, url, perTeam, audiences) => {
    expect(askedAudiences(ask({}, url), perTeam)).toEqual(audiences);
  });
});

describe('cacheKey', () => {
  const keyOf = (question: CacheQuestion) => cacheKey(question, 'everyone');

  const url = fc.constantFrom('https://a.test/', 'https://a.test/x', 'https://a.test/x?a=1', 'https://b.test/x');
  const shape = fc.record({
    mobile: fc.boolean(),
    blockAds: fc.boolean(),
    country: fc.constantFrom('US', 'DE', 'US-generic'),
    languages: fc.uniqueArray(fc.constantFrom<string[]>('en', 'de', 'de-AT', 'fr'), { maxLength: 4 }),
  });
  const specOf = ({
    mobile,
    blockAds,
    country,
    languages,
  }: typeof shape extends fc.Arbitrary<infer T> ? T : never) => ({
    mobile,
    blockAds,
    location: { country, languages },
  });

  it('is one exactly for requests that are alike', () => {
    fc.assert(
      fc.property(url, shape, url, shape, (oneUrl, one, otherUrl, other) => {
        const alike =
          oneUrl === otherUrl &&
          one.mobile === other.mobile &&
          one.blockAds === other.blockAds &&
          one.country === other.country &&
          [...one.languages].sort().join() === [...other.languages].sort().join();
        expect(keyOf(ask(specOf(one), oneUrl)) === keyOf(ask(specOf(other), otherUrl))).toBe(alike);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order or the case of languages', () => {
    fc.assert(
      fc.property(shape, fc.infiniteStream(fc.boolean()), (one, coins) => {
        const shuffled = [...one.languages]
          .map((language) => (coins.next().value ? language.toUpperCase() : language))
          .reverse();
        expect(keyOf(ask(specOf({ ...one, languages: shuffled })))).toBe(keyOf(ask(specOf(one))));
      }),
    );
  });

  it('depends on nothing that is done after the page has come', () => {
    const other = ask({
      formats: [{ type: 'links' }, { type: 'screenshot', fullPage: true }],
      onlyMainContent: false,
      includeTags: ['main'],
      excludeTags: ['p'],
      timeoutMs: 1,
      pdf: { parse: false },
      removeBase64Images: false,
      proxy: 'basic',
      maxAgeMs: 1,
      skipTlsVerification: false,
    });
    expect(keyOf(other)).toBe(keyOf(ask()));
  });

  it.each([
    'http://a.test/page',
    'https://www.a.test/page/',
    'https://A.test:443/page/index.html#part',
    'https://a.test/page/index.php',
  ])('takes %s for the same page', (spelling) => expect(keyOf(ask({}, spelling))).toBe(keyOf(ask())));

  it.each([
    'https://a.test/page?q=1',
    'https://a.test/Page',
    'https://a.test:8443/page',
    'https://b.a.test/page',
    'https://a.test/page#/route',
  ])('takes %s for another page', (spelling) => expect(keyOf(ask({}, spelling))).not.toBe(keyOf(ask())));

  it('keeps the fragments that a team has asked for apart', () => {
    const page = 'https://a.test/page';
    const keys = [page, `${page}#one`, `${page}#two`].map((spelling) => cacheKey(ask({}, spelling), 'team'));
    expect(new Set(keys).size).toBe(3);
  });
});

describe('lookKind', () => {
  it.each([
    ['http', ask(), 'http', false],
    ['browser', ask(), 'browser', false],
    ['browser', ask(screenshot()), 'browser', false],
    ['viewport', ask(screenshot()), 'browser', true],
    ['fullPage', ask(screenshot({ fullPage: true })), 'browser', true],
  ] as const)('is %s', (kind, { spec }, engine, hasScreenshot) => {
    expect(captureKind(spec, engine, hasScreenshot)).toBe(kind);
  });
});

describe('chooseLook', () => {
  const look = (name: string, hoursAgo: number, changes: Partial<CachedVariant> = {}) => ({
    name,
    url: 'https://a.test/page',
    look: 'http' as const,
    verified: false,
    isPdf: false,
    succeeded: true,
    failures: 0,
    hasBody: true,
    capturedAtMs: NOW_MS - hoursAgo * HOUR_MS,
    ...changes,
  });
  const failed = (name: string, hoursAgo: number, failures: number, hasBody = true) =>
    look(name, hoursAgo, { succeeded: false, failures, hasBody });
  const secret = ask({ skipTlsVerification: false });
  const frames = ask({ includeTags: ['iframe'] });
  const exact = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

  const cases: [title: string, question: CacheQuestion, looks: ReturnType<typeof look>[], name: string | undefined][] =
    [
      ['nothing of nothing', ask(), [], undefined],
      ['the newest', ask(), [look('b', 2), look('a', 1), look('c', 3)], 'a'],
      ['one of exactly that age', ask({ maxAgeMs: 2 * HOUR_MS }), [look('a', 2)], 'a'],
      ['none that is older', ask({ maxAgeMs: 2 * HOUR_MS - 1 }), [look('a', 2)], undefined],
      ['a browser’s where it is newer', ask(), [look('a', 2), look('b', 1, { look: 'browser' })], 'b'],
      ['a success rather than a newer failure', ask(), [look('a', 5), failed('f', 1, 2)], 'a'],
      ['a failure that came again and again', ask(), [look('a', 5), failed('f', 1, 3)], 'f'],
      ['nothing where such failures were only counted', ask(), [look('a', 5), failed('f', 1, 3, false)], undefined],
      [
        'nothing where the last failure was',
        ask(),
        [look('a', 5), failed('f', 2, 2), failed('g', 1, 1, false)],
        undefined,
      ],
      ['a success whose failures are older', ask(), [look('a', 1), failed('f', 2, 9)], 'a'],
      ['a failure where there is nothing else', ask(), [failed('f', 1, 1)], 'f'],
      [
        'a failure where the success is too old',
        ask({ maxAgeMs: 2 * HOUR_MS }),
        [look('a', 5), failed('f', 1, 1)],
        'f',
      ],
      ['no failure of before another success', frames, [look('a', 1), failed('f', 2, 1)], undefined],
      ['a verified one for who wants it verified', secret, [look('a', 1), look('b', 2, { verified: true })], 'b'],
      ['nothing for who wants it verified', secret, [look('a', 1)], undefined],
      ['any for who cannot want it', ask({ skipTlsVerification: false }, 'http://a.test/page'), [look('a', 1)], 'a'],
      ['a verified one for everybody', ask(), [look('a', 1, { verified: true })], 'a'],
      ['a PDF', ask(), [look('a', 1, { isPdf: true })], 'a'],
      ['no PDF for who wants the file', ask({ pdf: { parse: false } }), [look('a', 1, { isPdf: true })], undefined],
      ['another page for who wants files', ask({ pdf: { parse: false } }), [look('a', 1)], 'a'],
      ['no page without a screenshot', ask(screenshot()), [look('a', 1), look('b', 1, { look: 'browser' })], undefined],
      [
        'the screenshot of that kind',
        ask(screenshot()),
        [look('a', 1, { look: 'fullPage' }), look('b', 2, { look: 'viewport' })],
        'b',
      ],
      [
        'a whole one',
        ask(screenshot({ fullPage: true })),
        [look('a', 2, { look: 'fullPage' }), look('b', 1, { look: 'viewport' })],
        'a',
      ],
      ['one with a screenshot for who wants none', ask(), [look('a', 1, { look: 'fullPage' })], 'a'],
      ['frames from the browser', frames, [look('a', 1), look('b', 2, { look: 'browser' })], 'b'],
      [
        'the spelling that a crawl asks for',
        { ...ask({}, 'https://a.test/page/'), dedup: exact },
        [look('a', 1)],
        undefined,
      ],
      [
        'no page that scripts made at another fragment',
        ask({}, 'https://a.test/page#one'),
        [
          look('a', 1, { look: 'browser' }),
          look('b', 2, { look: 'viewport', url: 'https://a.test/page#two' }),
          look('c', 3, { url: 'https://a.test/page#two' }),
          look('d', 4, { url: 'https://a.test/page#one', look: 'browser' }),
        ],
        'd',
      ],
      ['no page at a fragment for who has none', ask(), [look('a', 1, { url: 'https://a.test/page#one' })], undefined],
      ['a page that no script made at any fragment', ask({}, 'https://a.test/page#one'), [look('a', 1)], 'a'],
      ['any spelling where it does not matter', ask({}, 'https://a.test/page/'), [look('a', 1)], 'a'],
      [
        'any spelling that a crawl takes for the same page',
        { ...ask({}, 'https://a.test/page/'), dedup: { ...exact, deduplicateSimilarURLs: true } },
        [look('a', 1)],
        'a',
      ],
    ];
  it.each(cases)('answers with %s', (_, question, looks, name) => {
    expect(chooseVariant(question, looks, NOW_MS)?.name).toBe(name);
    expect(chooseVariant(question, [...looks].reverse(), NOW_MS)?.name).toBe(name);
  });

  it('never answers with what is too old, has no body, or was looked at in a lesser way', () => {
    const anyLook = fc.record({
      name: fc.string(),
      url: fc.constant('https://a.test/page'),
      look: fc.constantFrom('http', 'browser', 'viewport', 'fullPage'),
      verified: fc.boolean(),
      isPdf: fc.boolean(),
      succeeded: fc.boolean(),
      failures: fc.integer({ min: 0, max: 5 }),
      hasBody: fc.boolean(),
      capturedAtMs: fc.integer({ min: NOW_MS - 48 * HOUR_MS, max: NOW_MS }),
    });
    const question = fc.record({
      skipTlsVerification: fc.boolean(),
      pdf: fc.record({ parse: fc.boolean() }),
      maxAgeMs: fc.integer({ min: 1, max: 60 * HOUR_MS }),
      formats: fc.constantFrom(plain.formats, screenshot().formats, screenshot({ fullPage: true }).formats),
    });
    fc.assert(
      fc.property(fc.array(anyLook, { maxLength: 6 }), question, (looks, changes) => {
        const found = chooseVariant(ask(changes), looks, NOW_MS);
        if (found === undefined) return;
        expect(NOW_MS - found.capturedAtMs).toBeLessThanOrEqual(changes.maxAgeMs);
        expect(found.hasBody).toBe(true);
        if (!changes.skipTlsVerification) expect(found.verified).toBe(true);
        if (!changes.pdf.parse) expect(found.isPdf).toBe(false);
        if (changes.formats !== plain.formats) expect(['viewport', 'fullPage']).toContain(found.look);
      }),
      { numRuns: 1000 },
    );
  });
});
