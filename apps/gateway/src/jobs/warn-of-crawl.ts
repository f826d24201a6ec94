import { bareHost, CrawlScope, type PatternField, ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import { cut } from '../errors/wording';

const MAX_SHOWN_CHARS = 60;
/** Longer than scheme and host in any pattern. */
const MAX_HEAD_CHARS = 500;

/** Only these fields are parsed, because clients poll and a spec can have 500 kB. */
const Crawl = z.object({
  url: z.string(),
  scope: CrawlScope.pick({ includePaths: true, excludePaths: true, regexOnFullURL: true }),
  scrape: ScrapeSpec.pick({ headers: true }),
});
type Crawl = z.infer<typeof Crawl>;

/** Warns of options that will not have the expected effect. @param spec a CrawlSpec, parsed or not */
export function warnOfCrawl(spec: unknown): string[] {
  const { url, scope, scrape } = Crawl.parse(spec);
  const start = new URL(url);
  return [
    ...warnOfWholeUrls('includePaths', scope, start),
    ...warnOfWholeUrls('excludePaths', scope, start),
    ...warnOfCredentials(start, scrape),
  ];
}

function warnOfWholeUrls(field: PatternField, scope: Crawl['scope'], start: URL): string[] {
  // An empty first pattern disables the list.
  const patterns = scope.regexOnFullURL || scope[field][0] === '' ? [] : scope[field];
  const whole = patterns.find((pattern) => isForWholeUrl(pattern, field, start));
  if (whole === undefined) return [];
  const shown = JSON.stringify(cut(whole, MAX_SHOWN_CHARS));
  return [
    `${field}: ${shown} matches a whole URL, but patterns are matched against the path, such as "/blog/a". Remove scheme and host, or set regexOnFullURL.`,
  ];
}

/** Whether a pattern starts with a scheme or the host of the crawl. In excludePaths, another host excludes that site. */
function isForWholeUrl(pattern: string, field: PatternField, start: URL): boolean {
  const head = pattern.slice(0, MAX_HEAD_CHARS).replaceAll('\\', '');
  const slash = head.indexOf('/');
  const hasScheme = slash > 0 && head[slash + 1] === '/' && /:\)?\??$/.test(head.slice(0, slash));
  const [rest = ''] = (hasScheme ? head.slice(slash + 2) : head).split('/', 1);
  const host = rest.replace(/^[\^().?:*]+/, '').replace(/^www\./i, '');
  const own = bareHost(start.hostname);
  // A single label can also be the start of a path.
  const isOwn = (hasScheme || own.includes('.')) && startsWithHost(host.toLowerCase(), own);
  return isOwn || (hasScheme && (field === 'includePaths' || !/^[\w.:-]+$/.test(host)));
}

const startsWithHost = (text: string, host: string) => text.startsWith(host) && !/^[\w-]/.test(text.slice(host.length));

function warnOfCredentials({ username, password }: URL, { headers }: Crawl['scrape']): string[] {
  if (username === '' && password === '') return [];
  if (Object.keys(headers).some((name) => /^authorization$/i.test(name.trim()))) return [];
  return [
    'url: user and password are sent with the start page only. To send them with all pages, set scrapeOptions.headers.Authorization.',
  ];
}
