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

describe('warnOfCrawl', () => {
  const sentence = (field: string, pattern: string) =>
    `${field}: ${JSON.stringify(pattern)} matches a whole URL, but patterns are matched against the path, such as "/blog/a". Remove scheme and host, or set regexOnFullURL.`;

  it.each([
    'https://www.site.example/blog/.*',
    '^https?://site\\.example/blog/.*',
    'http(s)?:\\/\\/site\\.example\\/blog',
    '^(?:https?://)?site.example/blog',
    'https?://.*/blog/',
    'site.example/blog/.*',
    '^www\\.site\\.example/',
    '.*\\.site\\.example/blog',
  ])('warns of the whole-URL pattern %s', (pattern) => {
    expect(warn({ includePaths: ['/a', pattern] })).toEqual([sentence('includePaths', pattern)]);
    expect(warn({ excludePaths: [pattern] })).toEqual([sentence('excludePaths', pattern)]);
    expect(warn({ includePaths: [pattern], regexOnFullURL: true })).toEqual([]);
  });

  it.each([
    ['of another site', { includePaths: ['https://other.example/'] }],
    ['with an IPv4 address', { url: 'http://127.0.0.1:8000/', includePaths: ['127.0.0.1:8000/blog'] }],
    ['with a single label', { url: 'http://wiki/', includePaths: ['http://wiki/blog'] }],
    ['with an IPv6 address', { url: 'http://[::1]/', includePaths: ['http://\\[::1\\]/blog'] }],
  ])('warns of a whole-URL pattern %s', (_, crawl) => {
    expect(warn(crawl)).toEqual([sentence('includePaths', crawl.includePaths[0]!)]);
  });

  it('truncates a long pattern in the warning', () => {
    expect(warn({ includePaths: [`https://site.example/${'a'.repeat(100_000)}`] })[0]!.length).toBeLessThan(300);
  });

  it.each<[string, Crawl]>([
    ['no pattern', {}],
    ['paths', { includePaths: ['^/blog/.*', 'blog', '/$', 'blog/.*', '(?:en|de)/'], excludePaths: ['\\.pdf$', '//'] }],
    ['a URL in a path', { includePaths: ['^/web/\\d+/https?://other.example/'] }],
    ['an excluded site', { excludePaths: ['other.example', 'https://docs.site.example/a', 'site.examples/'] }],
    ['a path with the label of its host', { url: 'http://wiki/', includePaths: ['wiki/'] }],
    ['a disabled list', { includePaths: ['', 'https://site.example/'] }],
  ])('does not warn of %s', (_, crawl) => {
    expect(warn(crawl)).toEqual([]);
  });
});

describe('warnOfCrawl, for credentials in the start URL,', () => {
  const url = 'https://me:secret@site.example/';
  const [warning] = warn({ url });

  it('recommends the Authorization header', () => {
    expect(warning).toMatch(/^url: user and password are sent with the start page only\..*scrapeOptions\.headers/);
    expect(warning).not.toContain('secret');
  });

  it.each<[string, Crawl, (string | undefined)[]]>([
    ['a user without a password', { url: 'https://me@site.example/' }, [warning]],
    ['an Authorization header', { url, headers: { authorization: 'Basic x' } }, []],
    ['no credentials', {}, []],
  ])('handles %s', (_, crawl, warnings) => {
    expect(warn(crawl)).toEqual(warnings);
  });
});
