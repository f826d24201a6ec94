import { bareHost, CrawlScope, type PatternField, ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import { cut } from '../errors/wording';

/** Of a pattern in a sentence; one may have a hundred thousand characters. */
const MAX_SHOWN_CHARS = 60;
/** Longer than any scheme and host, with what patterns write around them. */
const MAX_HEAD_CHARS = 500;

/** Only these fields are parsed: a reader of many documents asks often, and a spec may have half a megabyte. */
const Crawl = z.object({
  url: z.string(),
  scope: CrawlScope.pick({ includePaths: true, excludePaths: true, regexOnFullURL: true }),
  scrape: ScrapeSpec.pick({ headers: true }),
});
type Crawl = z.infer<typeof Crawl>;

/** The warnings for what a crawl is asked for and what will not happen, a sentence each. `spec`: a CrawlSpec, parsed or not. */
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
    `${field}: ${shown} is written for a whole URL, and only the path of a URL, such as "/blog/a", is compared. Leave out scheme and host, or set regexOnFullURL.`,
  ];
}

/**
 * Whether a pattern begins with a scheme or the host of the crawl. In excludePaths the plain name of another site
 * excludes that site, and is meant so.
 */
function isForWholeUrl(pattern: string, field: PatternField, start: URL): boolean {
  const head = pattern.slice(0, MAX_HEAD_CHARS).replaceAll('\\', '');
  const slash = head.indexOf('/');
  const hasScheme = slash > 0 && head[slash + 1] === '/' && /:\)?\??$/.test(head.slice(0, slash));
  const [rest = ''] = (hasScheme ? head.slice(slash + 2) : head).split('/', 1);
  const host = rest.replace(/^[\^().?:*]+/, '').replace(/^www\./i, '');
  const own = bareHost(start.hostname);
  // A single label may well begin a path.
  const isOwn = (hasScheme || own.includes('.')) && startsWithHost(host.toLowerCase(), own);
  return isOwn || (hasScheme && (field === 'includePaths' || !/^[\w.:-]+$/.test(host)));
}

const startsWithHost = (text: string, host: string) => text.startsWith(host) && !/^[\w-]/.test(text.slice(host.length));

function warnOfCredentials({ username, password }: URL, { headers }: Crawl['scrape']): string[] {
  if (username === '' && password === '') return [];
  if (Object.keys(headers).some((name) => /^authorization$/i.test(name.trim()))) return [];
  return [
    'url: its user and password are sent with the start page alone. For all pages of the site give them as scrapeOptions.headers.Authorization.',
  ];
}
