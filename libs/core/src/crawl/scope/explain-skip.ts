import type { CrawlScope } from '../crawl-spec';
import type { SkipReason } from '../skip-reason';

/** A sentence for the caller with the field to change. `pattern`: the pattern that decided, if any. */
export function explainSkip(reason: SkipReason, scope: CrawlScope, pattern?: string): string {
  switch (reason) {
    case 'invalid-url':
      return 'The URL could not be parsed as an http or https address.';
    case 'fragment':
      return 'The URL is a section of a page (#…), not a separate page.';
    case 'external':
      return scope.allowExternalLinks
        ? 'External URL not allowed: the linking page is external too, and allowExternalLinks permits one hop.'
        : 'External URL not allowed: it is on another host. Set allowExternalLinks, or allowSubdomains for hosts of the same domain.';
    case 'backward':
      return 'The URL is not below the start URL and cannot be crawled unless crawlEntireDomain is true.';
    case 'excluded':
      return `The URL matches ${pattern === undefined ? 'an exclude pattern' : `the exclude pattern ${JSON.stringify(pattern)}`}. Change excludePaths ${list(scope.excludePaths)} to allow it.`;
    case 'not-included':
      return `The URL does not match a required include pattern. Change includePaths ${list(scope.includePaths)} to allow it.`;
    case 'discovery-depth':
      return `The URL is more links away from the start than maxDiscoveryDepth (${scope.maxDiscoveryDepth}) allows.`;
    case 'path-depth':
      return `The URL exceeds the maximum crawl depth: its path has more segments than maxDepth (${scope.maxPathDepth}) allows.`;
    case 'file-type':
      return 'The file type is not crawled: the file extension of the URL has no extractable document.';
    case 'trap':
      return 'The URL belongs to a crawl trap: its path repeats, is very deep or long, or it differs from others only by a date, session id or filter. Add it to a sitemap or start a crawl there to visit it.';
    case 'robots':
      return 'The URL is blocked by robots.txt. Set ignoreRobotsTxt to visit it.';
    case 'closed-host':
      return 'The operator of this service does not allow this host for the team.';
    case 'limit':
      return 'The crawl reached its limit before this URL. Raise limit to include it.';
    case 'redirected':
      return 'The URL redirects to a page that is crawled under its own URL.';
    case 'cancelled':
      return 'The crawl was cancelled before this URL was visited.';
  }
}

function list(patterns: readonly string[]): string {
  return `(${patterns.map((pattern) => JSON.stringify(pattern)).join(', ')})`;
}
