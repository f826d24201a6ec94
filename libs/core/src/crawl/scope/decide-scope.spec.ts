import fc from 'fast-check';
import type { CrawlScope } from '../crawl-spec';
import { type SkipReason, skipReasons } from '../skip-reason';
import { compileScope, decideScope } from './decide-scope';
import { explainSkip } from './explain-skip';
import { InvalidPatternError } from './path-pattern';
import type { Candidate } from './scope-rule';

const open: CrawlScope = {
  includePaths: [],
  excludePaths: [],
  regexOnFullURL: false,
  crawlEntireDomain: true,
  allowExternalLinks: false,
  allowSubdomains: false,
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
};
const origin = 'https://site.example/';

function decide(url: string, scope: Partial<CrawlScope> = {}, more: Partial<Candidate> & { origin?: string } = {}) {
  const { origin: start = origin, ...candidate } = more;
  const decision = decideScope(
    { url, depth: 1, foundOn: start, ...candidate },
    compileScope({ ...open, ...scope }, start),
  );
  return decision.admit ? 'admitted' : decision.reason;
}

type Case = [
  url: string,
  scope: Partial<CrawlScope>,
  expected: SkipReason | 'admitted',
  more?: Parameters<typeof decide>[2],
];

function table(title: string, cases: Case[]) {
  it.each(cases)(`${title}: %s %j → %s`, (...[url, scope, expected, more]) => {
    expect(decide(url, scope, more)).toBe(expected);
  });
}

table('addresses', [
  ['https://site.example/a', {}, 'admitted'],
  ['no url', {}, 'invalid-url'],
  ['mailto:a@site.example', {}, 'invalid-url'],
  ['ftp://site.example/a', {}, 'invalid-url'],
]);

table('hosts', [
  ['http://www.site.example:8080/a', {}, 'admitted'],
  ['https://site.example./a', {}, 'admitted'],
  ['https://docs.site.example/a', {}, 'external'],
  ['https://docs.site.example/a', { allowSubdomains: true }, 'admitted'],
  ['https://other.example/a', { allowSubdomains: true }, 'external'],
  ['https://b.co.uk/', { allowSubdomains: true }, 'external', { origin: 'https://a.co.uk/' }],
  ['https://b.github.io/', { allowSubdomains: true }, 'external', { origin: 'https://a.github.io/' }],
  ['http://127.0.0.2/', { allowSubdomains: true }, 'external', { origin: 'http://127.0.0.1/' }],
  ['https://other.example/a', { allowExternalLinks: true }, 'admitted'],
  ['https://other.example/', { allowExternalLinks: true }, 'admitted'],
  ['https://third.example/', { allowExternalLinks: true }, 'external', { foundOn: 'https://other.example/a' }],
  ['https://other.example/a', { allowExternalLinks: true }, 'admitted', { foundOn: undefined }],
  ['https://site.example/b', { allowExternalLinks: true }, 'admitted', { foundOn: 'https://other.example/a' }],
]);

table('excludePaths', [
  ['https://site.example/blog/a', { excludePaths: ['blog'] }, 'excluded'],
  ['https://site.example/blog/a', { excludePaths: ['^/a'] }, 'admitted'],
  ['https://site.example/a?sort=asc', { excludePaths: ['sort='] }, 'admitted'],
  ['https://site.example/a?sort=asc', { excludePaths: ['sort='], regexOnFullURL: true }, 'excluded'],
  ['https://site.example/blog/a', { excludePaths: ['', 'blog'] }, 'admitted'],
  ['https://site.example/blog/a', { excludePaths: ['x', ''] }, 'admitted'],
  ['https://other.example/a', { excludePaths: ['other.example/a'], allowExternalLinks: true }, 'excluded'],
  ['https://other.example/b', { excludePaths: ['other.example/a'], allowExternalLinks: true }, 'admitted'],
  ['https://site.example/blog/a', { excludePaths: ['a$'], includePaths: ['blog'] }, 'excluded'],
  [
    'https://www.other.example/a/b',
    { excludePaths: ['^https://other\\.example/a'], allowExternalLinks: true },
    'excluded',
  ],
  ['https://docs.other.example/', { excludePaths: ['other.example'], allowExternalLinks: true }, 'excluded'],
  ['https://another.example/', { excludePaths: ['other.example'], allowExternalLinks: true }, 'admitted'],
  ['https://docs.site.example/x', { excludePaths: ['docs'], allowSubdomains: true }, 'admitted'],
  ['https://docs.site.example/x', { excludePaths: ['docs.site.example'], allowSubdomains: true }, 'excluded'],
  ['https://site.example/x', { excludePaths: ['site.example'] }, 'admitted'],
  ['https://site.example/b%C3%BCcher/a', { excludePaths: ['^/bücher/'] }, 'excluded'],
  ['https://site.example/b%C3%BCcher/a', { excludePaths: ['^/b%C3%BCcher/'] }, 'excluded'],
  ['https://site.example/%ff/ü', { excludePaths: ['ü'] }, 'admitted'],
]);

table('includePaths', [
  ['https://site.example/blog/a', { includePaths: ['^/blog/.*$', '^/news/'] }, 'admitted'],
  ['https://site.example/shop/a', { includePaths: ['^/blog/.*$', '^/news/'] }, 'not-included'],
  ['https://site.example/shop/a', { includePaths: ['', 'blog'] }, 'admitted'],
  ['https://site.example/shop?x=blog', { includePaths: ['blog'] }, 'not-included'],
  ['https://site.example/shop?x=blog', { includePaths: ['blog'], regexOnFullURL: true }, 'admitted'],
  ['https://other.example/shop', { includePaths: ['blog'], allowExternalLinks: true }, 'admitted'],
  ['https://docs.site.example/shop', { includePaths: ['blog'], allowSubdomains: true }, 'not-included'],
]);

table('depths', [
  ['https://site.example/a', { maxDiscoveryDepth: 1 }, 'admitted', { depth: 1 }],
  ['https://site.example/a', { maxDiscoveryDepth: 1 }, 'discovery-depth', { depth: 2 }],
  ['https://site.example/', { maxDiscoveryDepth: 0 }, 'admitted', { depth: 0 }],
  ['https://site.example/a/b/index.html', { maxPathDepth: 2 }, 'admitted'],
  ['https://site.example/a/b/c', { maxPathDepth: 2 }, 'path-depth'],
]);

const start = (path: string) => ({ origin: `https://site.example${path}` });
const below = { crawlEntireDomain: false };
table('children of the start', [
  ['https://site.example/anything', below, 'admitted', start('/')],
  ['https://site.example/blog', below, 'admitted', start('/blog')],
  ['https://site.example/blog/a', below, 'admitted', start('/blog')],
  ['https://site.example/blog-old', below, 'backward', start('/blog')],
  ['https://site.example/', below, 'backward', start('/blog')],
  ['https://site.example/', { crawlEntireDomain: true }, 'admitted', start('/blog')],
  ['https://site.example/blog/a', below, 'admitted', start('/blog/')],
  ['https://site.example/blog', below, 'backward', start('/blog/')],
  ['https://site.example/docs/b.html', below, 'admitted', start('/docs/a.html')],
  ['https://site.example/other/b.html', below, 'backward', start('/docs/a.html')],
  ['https://site.example/docs/v1.2/x', below, 'admitted', start('/docs/v1.2')],
  ['https://site.example/docs/v1.3', below, 'backward', start('/docs/v1.2')],
  ['https://site.example/~joe/a', below, 'admitted', start('/%7ejoe')],
  ['https://site.example/b%c3%bccher/a', below, 'admitted', start('/bücher/')],
  ['https://docs.site.example/x', { ...below, allowSubdomains: true }, 'admitted', start('/blog')],
  ['https://other.example/x', { ...below, allowExternalLinks: true }, 'admitted', start('/blog')],
]);

table('file types', [
  ['https://site.example/a.PNG?x=1', {}, 'file-type'],
  ['https://site.example/a.tar.zip', {}, 'file-type'],
  ['https://site.example/a.pdf', {}, 'admitted'],
  ['https://site.example/a.html', {}, 'admitted'],
  ['https://site.example/png', {}, 'admitted'],
  ['https://site.example/a.png/b', {}, 'admitted'],
  ['https://site.example/a?file=b.png', {}, 'admitted'],
]);

table('traps', [
  ['https://site.example/a/b/a/b/a/b', {}, 'trap'],
  ['https://site.example/a/b/a/b/a/b', {}, 'admitted', { foundOn: undefined }],
  ['https://site.example/a/b/a/b/a/b', { excludePaths: ['b/a'] }, 'excluded'],
]);

it.each([
  ['a section away', 'https://site.example/a#top', 'https://site.example/a'],
  ['a route', 'https://site.example/a#/b', 'https://site.example/a#/b'],
  ['an old route', 'https://site.example/a#!/b', 'https://site.example/a#!/b'],
  ['credentials away', 'https://me:secret@site.example/a', 'https://site.example/a'],
])('returns the URL to visit, with %s', (_, url, visit) => {
  expect(decideScope({ url, depth: 0 }, compileScope(open, origin))).toEqual({ admit: true, url: visit });
});

it('returns the matching exclude pattern', () => {
  const context = compileScope({ ...open, excludePaths: ['^/x', 'b+'] }, origin);
  expect(decideScope({ url: 'https://site.example/abb', depth: 1 }, context)).toEqual({
    admit: false,
    reason: 'excluded',
    pattern: 'b+',
  });
  expect(explainSkip('excluded', context.scope, 'b+')).toContain('the exclude pattern "b+"');
});

it.each([
  ['includePaths', 'blog/(?!tag)', /: look-ahead is not supported$/],
  ['includePaths', '(?<=blog/)tag', /: look-behind is not supported$/],
  ['includePaths', 'x(?<!blog/)tag', /: look-behind is not supported$/],
  ['excludePaths', '(a)\\1', /: back-references are not supported$/],
  ['excludePaths', '[', /: missing closing \]/],
  ['excludePaths', '(?<name', /: invalid named capture/],
] as const)('reports the field %s, its pattern %s and the unsupported syntax', (field, pattern, why) => {
  const compile = () => compileScope({ ...open, [field]: ['^/ok$', pattern] }, origin);
  expect(compile).toThrow(InvalidPatternError);
  expect(compile).toThrow(expect.objectContaining({ field, pattern, message: expect.stringContaining(field) }));
  expect(compile).toThrow(why);
});

it('accepts JavaScript named groups, slashes and Unicode escapes', () => {
  expect(decide('https://site.example/2024/A', { includePaths: ['^\\/(?<year>\\d{4})\\/\\u0041$'] })).toBe('admitted');
});

it('runs a pattern that would hang a backtracking engine', () => {
  const started = performance.now();
  decide(`https://site.example/${'a'.repeat(5000)}!`, { excludePaths: ['(a+)+$', '(a|a)*b'] });
  expect(performance.now() - started).toBeLessThan(2000);
});

it('never throws and never admits another host without permission', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.boolean(),
      (url, crawlEntireDomain) => {
        const verdict = decide(url, { crawlEntireDomain });
        if (!/^https?:\/\/(www\.)?site\.example/i.test(url)) expect(verdict).toBe('external');
      },
    ),
  );
});

describe('explainSkip', () => {
  it('has a sentence for every reason', () => {
    for (const reason of skipReasons) expect(explainSkip(reason, open)).toMatch(/^[A-Z].{20,}\.$/);
  });

  it.each([
    ['not-included', 'includePaths ("blog")'],
    ['path-depth', 'maxDepth (3)'],
    ['backward', 'crawlEntireDomain'],
    ['external', 'allowExternalLinks'],
    ['robots', 'robots.txt'],
  ] as const)('names for %s the field to change', (reason, words) => {
    expect(explainSkip(reason, { ...open, includePaths: ['blog'], maxPathDepth: 3 })).toContain(words);
  });
});
