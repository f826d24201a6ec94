import type { CrawlScope } from '../crawl-spec';
import type { SkipReason } from '../skip-reason';

/**
 * Tells the caller why a URL was not taken and which field of the request changes that. `pattern`: the one that
 * decided, if one did.
 */
export function explainSkip(reason: SkipReason, scope: CrawlScope, pattern?: string): string {
  switch (reason) {
    case 'invalid-url':
      return 'The URL could not be parsed as an http or https address.';
    case 'fragment':
      return 'The URL is a section of a page (#…), not a page of its own.';
    case 'external':
      return scope.allowExternalLinks
        ? 'External URL not allowed: the page that links to it is itself external, and allowExternalLinks means one hop.'
        : 'External URL not allowed: it is on another host. Set allowExternalLinks, or allowSubdomains for hosts of the same domain.';
    case 'backward':
      return 'The URL is not below the start URL and cannot be crawled unless crawlEntireDomain is true.';
    case 'excluded':
      return `The URL matches ${pattern === undefined ? 'an exclude pattern' : `the exclude pattern ${JSON.stringify(pattern)}`}. Change excludePaths ${list(scope.excludePaths)} to take it.`;
    case 'not-included':
      return `The URL does not match a required include pattern. Change includePaths ${list(scope.includePaths)} to take it.`;
    case 'discovery-depth':
      return `The URL is more links away from the start than maxDiscoveryDepth (${scope.maxDiscoveryDepth}) allows.`;
    case 'path-depth':
      return `The URL exceeds the maximum crawl depth: its path has more segments than maxDepth (${scope.maxPathDepth}) allows.`;
    case 'file-type':
      return 'The file type is not crawled: the extension of the URL names a file that gives no document.';
    case 'trap':
      return 'The URL is one of endlessly many that the site makes up: its path repeats itself, is very deep or long, or only a date, a session id or a choice of filters tells it from others. A sitemap that lists it, or a crawl that starts there, takes it.';
    case 'robots':
      return 'The URL is blocked by robots.txt. ignoreRobotsTxt takes it all the same.';
    case 'limit':
      return 'The limit of the crawl was reached before this URL. Raise limit to take it.';
    case 'redirected':
      return 'The URL redirects to a page that the crawl visits under its own URL.';
    case 'cancelled':
      return 'The crawl was cancelled before this URL was visited.';
  }
}

function list(patterns: readonly string[]): string {
  return `(${patterns.map((pattern) => JSON.stringify(pattern)).join(', ')})`;
}
