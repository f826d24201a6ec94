import fc from 'fast-check';
import type { CrawlScope, CrawlSpec } from '../crawl-spec';
import { compileScope, decideScope } from './decide-scope';
import { explainRefusal, explainScope } from './explain-scope';
import { type PreviewQuestion, previewUrl } from './preview-url';
import type { Candidate } from './scope-rule';
import { skipRules } from './skip-rule';

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
const origin = 'https://site.example/docs/';

const patterns = fc.array(fc.constantFrom('^/docs', '/a$', 'b+', '[0-9]', 'other.example', '', 'docs/v1'), {
  maxLength: 3,
});
const scopes: fc.Arbitrary<CrawlScope> = fc.record(
  {
    includePaths: patterns,
    excludePaths: patterns,
    regexOnFullURL: fc.boolean(),
    maxDiscoveryDepth: fc.nat(4),
    maxPathDepth: fc.nat(5),
    crawlEntireDomain: fc.boolean(),
    allowExternalLinks: fc.boolean(),
    allowSubdomains: fc.boolean(),
    ignoreQueryParameters: fc.boolean(),
    deduplicateSimilarURLs: fc.boolean(),
  },
  {
    requiredKeys: [
      'includePaths',
      'excludePaths',
      'regexOnFullURL',
      'crawlEntireDomain',
      'allowExternalLinks',
      'allowSubdomains',
      'ignoreQueryParameters',
      'deduplicateSimilarURLs',
    ],
  },
);
const hosts = fc.constantFrom('site.example', 'www.site.example', 'docs.site.example', 'other.example');
const segments = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.array(fc.constantFrom('docs', 'a', 'b', 'v1.2', 'x.png', 'y.pdf', '7', '%C3%BC'), { maxLength: 6 }),
  },
  { weight: 1, arbitrary: fc.constant(['docs', 'a', 'b', 'a', 'b', 'a', 'b']) },
);
const urls = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.constantFrom('http', 'https'), hosts, segments, fc.constantFrom('', '/', '?q=1', '#top', '#/r'))
      .map(([scheme, host, path, end]) => `${scheme}://${host}/${path.join('/')}${end}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('mailto:a@site.example', 'no url', 'ftp://site.example/a', 'https://') },
);
const candidates: fc.Arbitrary<Candidate> = fc.record(
  { url: urls, depth: fc.nat(6), foundOn: hosts.map((host) => `https://${host}/docs/`) },
  { requiredKeys: ['url', 'depth'] },
);

it('always agrees with decideScope and returns details that match the reason', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(scopes, candidates, (scope, candidate) => {
      const context = compileScope(scope, origin);
      const decision = decideScope(candidate, context);
      const told = explainScope(candidate, context);
      seen.add(decision.admit ? 'admitted' : decision.reason);
      if (decision.admit || told.admit) {
        expect(told).toMatchObject({ admit: true, url: decision.admit ? decision.url : 'admitted' });
        if (told.admit && told.includedBy !== undefined) {
          expect(explainScope(candidate, compileScope({ ...scope, includePaths: [told.includedBy] }, origin))).toEqual(
            told,
          );
        }
        return;
      }
      expect(told.reason).toBe(decision.reason);
      expect(skipRules).toContain(told.rule);
      expect(told.explanation).toMatch(/\.$/);
      expect(explainRefusal(told.reason, candidate, context)).toEqual({ ...told, admit: undefined });
      if (told.bound !== undefined) expect(told.value).toBeGreaterThan(told.bound);
      if (told.pattern !== undefined) {
        const alone = compileScope({ ...scope, excludePaths: [told.pattern] }, origin);
        expect(explainScope(candidate, alone)).toMatchObject({ reason: 'excluded', pattern: told.pattern });
      }
    }),
    { numRuns: 5000 },
  );
  expect([...seen].sort()).toEqual([
    'admitted',
    'backward',
    'discovery-depth',
    'excluded',
    'external',
    'file-type',
    'invalid-url',
    'not-included',
    'path-depth',
    'trap',
  ]);
});

it.each<[string, string, Partial<CrawlScope>, object]>([
  [
    'the pattern',
    'https://site.example/a/b',
    { excludePaths: ['x', '/b$', '/a'] },
    { rule: 'excludePaths', pattern: '/b$' },
  ],
  [
    'the patterns',
    'https://site.example/a',
    { includePaths: ['x', 'y'] },
    { rule: 'includePaths', patterns: ['x', 'y'] },
  ],
  ['the depth', 'https://site.example/a', { maxDiscoveryDepth: 2 }, { rule: 'maxDiscoveryDepth', bound: 2, value: 3 }],
  ['the path depth', 'https://site.example/a/b/', { maxPathDepth: 1 }, { rule: 'maxDepth', bound: 1, value: 2 }],
  ['the start', 'https://site.example/a', { crawlEntireDomain: false }, { rule: 'crawlEntireDomain' }],
  ['the host', 'https://other.example/a', {}, { rule: 'allowExternalLinks' }],
  ['the trap', 'https://site.example/a/b/a/b/a/b', {}, { rule: 'trap', trap: 'repeating-path' }],
])('returns %s of the refusal: %s %j', (_, url, scope, expected) => {
  const context = compileScope({ ...open, ...scope }, origin);
  expect(explainScope({ url, depth: 3, foundOn: origin }, context)).toMatchObject({ admit: false, ...expected });
});

it('omits details when the rules would now give another reason', () => {
  const context = compileScope({ ...open, excludePaths: ['/b'] }, origin);
  const told = explainRefusal('excluded', { url: 'https://other.example/b', depth: 1, foundOn: origin }, context);
  expect(told).toEqual({ reason: 'excluded', rule: 'excludePaths', explanation: expect.any(String) });
});

describe('previewUrl', () => {
  const preview = (question: PreviewQuestion, scope: Partial<CrawlScope> = {}, more: Partial<CrawlSpec> = {}) => {
    const crawl = {
      url: origin,
      scope: { ...open, ...scope },
      sitemap: 'include',
      limit: 10,
      ignoreRobotsTxt: false,
      ...more,
    };
    return previewUrl(question, crawl as CrawlSpec, compileScope(crawl.scope, origin));
  };
  const page = 'https://site.example/a';
  const away = 'https://other.example/a';

  it.each<[string, PreviewQuestion, Partial<CrawlScope>, Partial<CrawlSpec>, string[]]>([
    ['the site and the other pages', { url: page }, {}, {}, ['robots.txt', 'limit']],
    ['the other pages', { url: page }, {}, { ignoreRobotsTxt: true }, ['limit']],
    ['the depth', { url: page }, { maxDiscoveryDepth: 1 }, {}, ['robots.txt', 'limit', 'maxDiscoveryDepth']],
    ['an unknown depth', { url: page, depth: 1 }, { maxDiscoveryDepth: 1 }, {}, ['robots.txt', 'limit']],
    ['the sitemap', { url: page, depth: 1 }, {}, { sitemap: 'only' }, ['robots.txt', 'limit', 'sitemap']],
    ['the sitemap for a sitemap entry', { url: page, depth: 0 }, {}, { sitemap: 'only' }, ['robots.txt', 'limit']],
    ['the page', { url: away }, { allowExternalLinks: true }, {}, ['robots.txt', 'limit', 'allowExternalLinks']],
    [
      'an unknown linking page',
      { url: away, foundOn: origin },
      { allowExternalLinks: true },
      {},
      ['robots.txt', 'limit'],
    ],
    ['the limit for the start URL', { url: origin }, { maxDiscoveryDepth: 0 }, {}, ['robots.txt']],
  ])('leaves %s unchecked', (_, question, scope, more, unchecked) => {
    expect(preview(question, scope, more)).toMatchObject({ admitted: true, unchecked });
  });

  it('recognizes the start URL in any spelling and always allows it', () => {
    expect(preview({ url: 'http://www.site.example/docs' }, { includePaths: ['blog'] })).toMatchObject({
      admitted: false,
      isStart: true,
      reason: 'not-included',
      explanation: expect.stringMatching(/visited for its links/),
    });
    expect(preview({ url: 'http://www.site.example/docs' })).toMatchObject({ isStart: true, canonicalUrl: origin });
  });

  it('treats a URL of depth 0 as a sitemap entry and others as links', () => {
    const url = 'https://site.example/a/b/a/b/a/b';
    expect(preview({ url })).toMatchObject({ admitted: false, reason: 'trap' });
    expect(preview({ url, depth: 0 })).toMatchObject({ admitted: true });
    expect(
      preview({ url: away, depth: 2, foundOn: 'https://third.example/' }, { allowExternalLinks: true }),
    ).toMatchObject({
      reason: 'external',
    });
  });
});
