import { bareHost, type CrawlSpec, type PatternField, type ScrapeSpec } from '@orbweaver/core';
import { cut } from '../errors/wording';

/** Of a pattern in a sentence; one may have a hundred thousand characters. */
const MAX_SHOWN_CHARS = 60;
/** Longer than any scheme and host, with what patterns write around them. */
const MAX_HEAD_CHARS = 500;

/** The warnings for what a crawl is asked for and what will not happen, a sentence each. */
export function warnOfCrawl(spec: CrawlSpec): string[] {
  const start = new URL(spec.url);
  return [
    ...warnOfWholeUrls('includePaths', spec, start),
    ...warnOfWholeUrls('excludePaths', spec, start),
    ...warnOfCredentials(start, spec.scrape),
  ];
}

function warnOfWholeUrls(field: PatternField, { scope }: CrawlSpec, start: URL): string[] {
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

function warnOfCredentials({ username, password }: URL, { headers }: ScrapeSpec): string[] {
  if (username === '' && password === '') return [];
  if (Object.keys(headers).some((name) => /^authorization$/i.test(name.trim()))) return [];
  return [
    'url: its user and password are sent with the start page alone. For all pages of the site give them as scrapeOptions.headers.Authorization.',
  ];
}
