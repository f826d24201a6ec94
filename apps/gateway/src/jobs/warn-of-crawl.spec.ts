import type { CrawlScope } from '@orbweaver/core';
import { crawlScope, scrapeSpec } from '@orbweaver/testing';
import { warnOfCrawl } from './warn-of-crawl';

const SITE = 'https://www.site.example/';

type Crawl = Partial<CrawlScope> & { url?: string; headers?: Record<string, string> };

const warn = ({ url = SITE, headers = {}, ...scope }: Crawl) =>
  warnOfCrawl({
    url,
    scope: crawlScope(scope),
    limit: 10,
    sitemap: 'include',
    ignoreRobotsTxt: false,
    scrape: scrapeSpec({ headers }),
  });

describe('a crawl is warned of a pattern for whole URLs', () => {
  const sentence = (field: string, pattern: string) =>
    `${field}: ${JSON.stringify(pattern)} is written for a whole URL, and only the path of a URL, such as "/blog/a", is compared. Leave out scheme and host, or set regexOnFullURL.`;

  it.each([
    'https://www.site.example/blog/.*',
    '^https?://site\\.example/blog/.*',
    'http(s)?:\\/\\/site\\.example\\/blog',
    '^(?:https?://)?site.example/blog',
    'https?://.*/blog/',
    'site.example/blog/.*',
    '^www\\.site\\.example/',
    '.*\\.site\\.example/blog',
  ])('%s', (pattern) => {
    expect(warn({ includePaths: ['/a', pattern] })).toEqual([sentence('includePaths', pattern)]);
    expect(warn({ excludePaths: [pattern] })).toEqual([sentence('excludePaths', pattern)]);
    expect(warn({ includePaths: [pattern], regexOnFullURL: true })).toEqual([]);
  });

  it.each([
    ['of another site', { includePaths: ['https://other.example/'] }],
    ['with an address', { url: 'http://127.0.0.1:8000/', includePaths: ['127.0.0.1:8000/blog'] }],
    ['with a single label', { url: 'http://wiki/', includePaths: ['http://wiki/blog'] }],
    ['with an address of IPv6', { url: 'http://[::1]/', includePaths: ['http://\\[::1\\]/blog'] }],
  ])('%s', (_, crawl) => {
    expect(warn(crawl)).toEqual([sentence('includePaths', crawl.includePaths[0]!)]);
  });

  it('in as many words as one reads', () => {
    expect(warn({ includePaths: [`https://site.example/${'a'.repeat(100_000)}`] })[0]!.length).toBeLessThan(300);
  });

  it.each<[string, Crawl]>([
    ['no pattern', {}],
    ['paths', { includePaths: ['^/blog/.*', 'blog', '/$', 'blog/.*', '(?:en|de)/'], excludePaths: ['\\.pdf$', '//'] }],
    ['a URL in a path', { includePaths: ['^/web/\\d+/https?://other.example/'] }],
    ['the site that is left out', { excludePaths: ['other.example', 'https://docs.site.example/a', 'site.examples/'] }],
    ['a path with the label of its host', { url: 'http://wiki/', includePaths: ['wiki/'] }],
    ['a list that is disabled', { includePaths: ['', 'https://site.example/'] }],
  ])('and not of %s', (_, crawl) => {
    expect(warn(crawl)).toEqual([]);
  });
});

describe('a crawl is warned of credentials that hold for one page', () => {
  const url = 'https://me:secret@site.example/';
  const [said] = warn({ url });

  it('and told where they go', () => {
    expect(said).toMatch(/^url: its user and password are sent with the start page alone\..*scrapeOptions\.headers/);
    expect(said).not.toContain('secret');
  });

  it.each<[string, Crawl, (string | undefined)[]]>([
    ['a user alone', { url: 'https://me@site.example/' }, [said]],
    ['an Authorization header besides', { url, headers: { authorization: 'Basic x' } }, []],
    ['neither', {}, []],
  ])('with %s', (_, crawl, warnings) => {
    expect(warn(crawl)).toEqual(warnings);
  });
});
