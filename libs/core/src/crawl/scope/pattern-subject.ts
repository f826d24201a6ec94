import type { CrawlScope } from '../crawl-spec';

/** The text that includePaths and excludePaths are searched in. */
export function patternSubject(url: URL, scope: CrawlScope): string {
  return scope.regexOnFullURL ? url.href : url.pathname;
}
