import fc from 'fast-check';
import { ask } from '../../test/cache-questions';
import { cacheAudience, cacheKey, readableAudiences } from './cache-key';
import type { CacheQuestion } from './page-cache';

describe('cacheAudience', () => {
  const page = 'https://a.test/page';
  const cases: [
    title: string,
    capture: Partial<Parameters<typeof cacheAudience>[0]>,
    perTeam: boolean,
    isShared: boolean,
  ][] = [
    ['a public page', {}, false, true],
    ['a page for one visitor', { isPublic: false }, false, false],
    ['a URL with a token', { url: `${page}?access_token=x` }, false, false],
    ['a URL with a fragment', { url: `${page}#part` }, false, false],
    ['a URL with a route', { url: `${page}#/part` }, false, true],
    ['a redirect to a URL with a token in its fragment', { finalUrl: `${page}#access_token=x` }, false, false],
    ['a redirect to a URL with a signature', { finalUrl: `${page}?X-Amz-Signature=x` }, false, false],
    ['a page of an installation without sharing between teams', {}, true, false],
  ];
  it.each(cases)('%s', (_, capture, perTeam, isShared) => {
    const audience = cacheAudience({ url: page, finalUrl: page, isPublic: true, ...capture }, perTeam);
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
    ['any page without sharing between teams', page, true, ['team']],
  ])('returns the audiences for %s', (_, url, perTeam, audiences) => {
    expect(readableAudiences(ask({}, url), perTeam)).toEqual(audiences);
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

  it('is equal exactly for equivalent requests', () => {
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

  it('ignores order and case of languages', () => {
    fc.assert(
      fc.property(shape, fc.infiniteStream(fc.boolean()), (one, coins) => {
        const shuffled = [...one.languages]
          .map((language) => (coins.next().value ? language.toUpperCase() : language))
          .reverse();
        expect(keyOf(ask(specOf({ ...one, languages: shuffled })))).toBe(keyOf(ask(specOf(one))));
      }),
    );
  });

  it('ignores options applied after the capture', () => {
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
  ])('ignores %s', (spelling) => expect(keyOf(ask({}, spelling))).toBe(keyOf(ask())));

  it.each([
    'https://a.test/page?q=1',
    'https://a.test/Page',
    'https://a.test:8443/page',
    'https://b.a.test/page',
    'https://a.test/page#/route',
  ])('distinguishes %s', (spelling) => expect(keyOf(ask({}, spelling))).not.toBe(keyOf(ask())));

  it('distinguishes fragments in captures of a team', () => {
    const page = 'https://a.test/page';
    const keys = [page, `${page}#one`, `${page}#two`].map((spelling) => cacheKey(ask({}, spelling), 'team'));
    expect(new Set(keys).size).toBe(3);
  });
});
