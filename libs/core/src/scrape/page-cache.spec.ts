import { ask, withScreenshot } from '../../test/cache-questions';
import { type CacheQuestion, captureKind, isCacheableStatus, mayReadCache, mayWriteCache } from './page-cache';

describe('access to the page cache', () => {
  const cases: [title: string, question: CacheQuestion, mayRead: boolean, mayWrite: boolean][] = [
    ['a plain request', ask(), true, true],
    ['a request that does not read the cache', ask({ maxAgeMs: 0 }), false, true],
    ['a request that does not fill the cache', ask({ storeInCache: false }), true, false],
    ['headers', ask({ headers: { 'x-a': '1' } }), false, false],
    ['actions', ask({ actions: [{ type: 'wait', milliseconds: 1 }] }), false, false],
    ['a wait', ask({ waitForMs: 1 }), false, true],
    ['the stealth proxy', ask({ proxy: 'stealth' }), false, true],
    ['the basic proxy', ask({ proxy: 'basic' }), true, true],
    ['change tracking', ask({ formats: [{ type: 'changeTracking', modes: [], tag: null }] }), false, true],
    ['branding', ask({ formats: [{ type: 'branding' }] }), false, true],
    ['a usual screenshot', ask(withScreenshot()), true, true],
    ['a screenshot of the full page', ask(withScreenshot({ fullPage: true })), true, true],
    ['a screenshot with a quality', ask(withScreenshot({ quality: 50 })), false, true],
    ['a screenshot with a viewport', ask(withScreenshot({ viewport: { width: 640, height: 480 } })), false, false],
    ['a URL with credentials', ask({}, 'https://me:secret@a.test/'), false, false],
    ['a URL with a user name', ask({}, 'https://me@a.test/'), false, false],
    [
      'other extraction options',
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

describe('captureKind', () => {
  it.each([
    ['http', ask(), 'http', false],
    ['browser', ask(), 'browser', false],
    ['browser', ask(withScreenshot()), 'browser', false],
    ['viewport', ask(withScreenshot()), 'browser', true],
    ['fullPage', ask(withScreenshot({ fullPage: true })), 'browser', true],
  ] as const)('is %s', (kind, { spec }, engine, hasScreenshot) => {
    expect(captureKind(spec, engine, hasScreenshot)).toBe(kind);
  });
});
