import { buildQuery, categoryOf, isRequestedHit } from './search-query';

type Asked = Parameters<typeof buildQuery>[0];

const asked = (changes: Partial<Asked>): Asked => ({
  query: 'spiders',
  categories: [],
  includeDomains: [],
  excludeDomains: [],
  ...changes,
});

const hit = (url: string) => ({ url, title: '', description: '' });

describe('buildQuery', () => {
  it.each<[title: string, changes: Partial<Asked>, query: object]>([
    ['words', {}, { text: 'spiders' }],
    ['one domain', { includeDomains: ['a.example'] }, { text: 'spiders site:a.example' }],
    [
      'several domains',
      { includeDomains: ['a.example', 'b.example'] },
      { text: 'spiders (site:a.example OR site:b.example)' },
    ],
    [
      'excluded domains',
      { excludeDomains: ['a.example', 'b.example'] },
      { text: 'spiders -site:a.example -site:b.example' },
    ],
    ['categories', { categories: ['github', 'pdf'] }, { text: 'spiders (site:github.com OR filetype:pdf)' }],
    ['a language', { lang: 'de' }, { text: 'spiders', language: 'de' }],
    ['a country', { country: 'at' }, { text: 'spiders', language: 'en-AT' }],
    ['a language and a country', { lang: 'de', country: 'at' }, { text: 'spiders', language: 'de-AT' }],
    ['an age', { tbs: 'qdr:w' }, { text: 'spiders', within: 'week' }],
  ])('writes %s without a warning', (_, changes, query) => {
    expect(buildQuery(asked(changes))).toEqual({ query, warnings: [] });
  });

  it.each([
    ['qdr:h', 'day', 'tbs "qdr:h" was applied as one day.'],
    ['qdr:m3', 'month', 'tbs "qdr:m3" was applied as one month.'],
    ['sbd:1', undefined, 'tbs "sbd:1" was ignored. Supported: qdr:d, qdr:w, qdr:m, qdr:y.'],
  ])('warns of the age %s', (tbs, within, warning) => {
    const { query, warnings } = buildQuery(asked({ tbs }));
    expect([query.within, warnings]).toEqual([within, [warning]]);
  });
});

describe('isRequestedHit', () => {
  it.each<[url: string, changes: Partial<Asked>, wanted: boolean]>([
    ['https://a.example/x', {}, true],
    ['https://a.example/x', { includeDomains: ['a.example'] }, true],
    ['https://www.a.example/x', { includeDomains: ['a.example'] }, true],
    ['https://nota.example/x', { includeDomains: ['a.example'] }, false],
    ['https://b.example/?a.example', { includeDomains: ['a.example'] }, false],
    ['https://www.a.example/x', { excludeDomains: ['a.example'] }, false],
    ['https://nota.example/x', { excludeDomains: ['a.example'] }, true],
    ['https://github.com/a/b', { categories: ['github'] }, true],
    ['https://a.example/x', { categories: ['github'] }, false],
    ['https://arxiv.org/abs/1', { categories: ['github', 'research'] }, true],
    ['https://a.example/paper', { categories: ['pdf'] }, true],
  ])('decides on %s with %j: %p', (url, changes, wanted) => {
    expect(isRequestedHit(hit(url), asked(changes))).toBe(wanted);
  });
});

describe('categoryOf', () => {
  it.each([
    ['https://gist.github.com/a', 'github'],
    ['https://a.example/b.PDF?x', 'pdf'],
    ['https://a.example/b', undefined],
  ] as const)('of %s is %s', (url, category) => {
    expect(categoryOf(hit(url), ['github', 'research', 'pdf'])).toBe(category);
  });
});
