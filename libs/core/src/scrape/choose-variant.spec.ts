import fc from 'fast-check';
import { ask, HOUR_MS, plain, withScreenshot } from '../../test/cache-questions';
import { chooseVariant } from './choose-variant';
import type { CachedVariant, CacheQuestion } from './page-cache';

const NOW_MS = 1_800_000_000_000;

describe('chooseVariant', () => {
  const variant = (name: string, hoursAgo: number, changes: Partial<CachedVariant> = {}) => ({
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
    variant(name, hoursAgo, { succeeded: false, failures, hasBody });
  const secret = ask({ skipTlsVerification: false });
  const frames = ask({ includeTags: ['iframe'] });
  const exact = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

  const cases: [
    title: string,
    question: CacheQuestion,
    variants: ReturnType<typeof variant>[],
    name: string | undefined,
  ][] = [
    ['nothing without variants', ask(), [], undefined],
    ['the newest', ask(), [variant('b', 2), variant('a', 1), variant('c', 3)], 'a'],
    ['one of exactly the maximum age', ask({ maxAgeMs: 2 * HOUR_MS }), [variant('a', 2)], 'a'],
    ['none that is older', ask({ maxAgeMs: 2 * HOUR_MS - 1 }), [variant('a', 2)], undefined],
    ['a newer one from the browser', ask(), [variant('a', 2), variant('b', 1, { look: 'browser' })], 'b'],
    ['a success rather than a newer failure', ask(), [variant('a', 5), failed('f', 1, 2)], 'a'],
    ['a repeated failure', ask(), [variant('a', 5), failed('f', 1, 3)], 'f'],
    ['nothing if such failures have no body', ask(), [variant('a', 5), failed('f', 1, 3, false)], undefined],
    [
      'nothing if the last failure has no body',
      ask(),
      [variant('a', 5), failed('f', 2, 2), failed('g', 1, 1, false)],
      undefined,
    ],
    ['a success newer than the failures', ask(), [variant('a', 1), failed('f', 2, 9)], 'a'],
    ['a failure without other variants', ask(), [failed('f', 1, 1)], 'f'],
    ['a failure if the success is too old', ask({ maxAgeMs: 2 * HOUR_MS }), [variant('a', 5), failed('f', 1, 1)], 'f'],
    ['no failure from before the last success', frames, [variant('a', 1), failed('f', 2, 1)], undefined],
    [
      'a verified one for a request with certificate checks',
      secret,
      [variant('a', 1), variant('b', 2, { verified: true })],
      'b',
    ],
    ['nothing unverified for such a request', secret, [variant('a', 1)], undefined],
    [
      'any one for a page without TLS',
      ask({ skipTlsVerification: false }, 'http://a.test/page'),
      [variant('a', 1)],
      'a',
    ],
    ['a verified one for a request without certificate checks', ask(), [variant('a', 1, { verified: true })], 'a'],
    ['a PDF', ask(), [variant('a', 1, { isPdf: true })], 'a'],
    [
      'no PDF for a request for the file',
      ask({ pdf: { parse: false } }),
      [variant('a', 1, { isPdf: true })],
      undefined,
    ],
    ['a page other than a PDF for a request for files', ask({ pdf: { parse: false } }), [variant('a', 1)], 'a'],
    [
      'no page without a screenshot',
      ask(withScreenshot()),
      [variant('a', 1), variant('b', 1, { look: 'browser' })],
      undefined,
    ],
    [
      'the screenshot of that kind',
      ask(withScreenshot()),
      [variant('a', 1, { look: 'fullPage' }), variant('b', 2, { look: 'viewport' })],
      'b',
    ],
    [
      'a whole one',
      ask(withScreenshot({ fullPage: true })),
      [variant('a', 2, { look: 'fullPage' }), variant('b', 1, { look: 'viewport' })],
      'a',
    ],
    ['one with a screenshot for a request without one', ask(), [variant('a', 1, { look: 'fullPage' })], 'a'],
    ['frames from the browser', frames, [variant('a', 1), variant('b', 2, { look: 'browser' })], 'b'],
    ['the spelling of the crawl', { ...ask({}, 'https://a.test/page/'), dedup: exact }, [variant('a', 1)], undefined],
    [
      'no scripted page of another fragment',
      ask({}, 'https://a.test/page#one'),
      [
        variant('a', 1, { look: 'browser' }),
        variant('b', 2, { look: 'viewport', url: 'https://a.test/page#two' }),
        variant('c', 3, { url: 'https://a.test/page#two' }),
        variant('d', 4, { url: 'https://a.test/page#one', look: 'browser' }),
      ],
      'd',
    ],
    [
      'no scripted page with a fragment for a request without one',
      ask(),
      [variant('a', 1, { url: 'https://a.test/page#one' })],
      undefined,
    ],
    ['an unscripted page of any fragment', ask({}, 'https://a.test/page#one'), [variant('a', 1)], 'a'],
    ['any spelling for requests without dedup options', ask({}, 'https://a.test/page/'), [variant('a', 1)], 'a'],
    [
      'any spelling with the same dedup key',
      { ...ask({}, 'https://a.test/page/'), dedup: { ...exact, deduplicateSimilarURLs: true } },
      [variant('a', 1)],
      'a',
    ],
  ];
  it.each(cases)('returns %s', (_, question, variants, name) => {
    expect(chooseVariant(question, variants, NOW_MS)?.name).toBe(name);
    expect(chooseVariant(question, [...variants].reverse(), NOW_MS)?.name).toBe(name);
  });

  it('never returns a variant that is too old, has no body or lacks a requested part', () => {
    const anyVariant = fc.record({
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
      formats: fc.constantFrom(plain.formats, withScreenshot().formats, withScreenshot({ fullPage: true }).formats),
    });
    fc.assert(
      fc.property(fc.array(anyVariant, { maxLength: 6 }), question, (variants, changes) => {
        const found = chooseVariant(ask(changes), variants, NOW_MS);
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
