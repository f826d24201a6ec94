import type { CrawlOrder } from './contender-process';

/** The pages of a site, for contenders that take URLs instead of finding them. */
export function siteUrls({ start, count }: CrawlOrder): string[] {
  return Array.from({ length: count }, (_, index) => new URL(String(index), start).href);
}
