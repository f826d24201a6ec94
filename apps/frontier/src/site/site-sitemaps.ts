import { parseUrl } from '@orbweaver/core';
import type { SitemapBatch } from '@orbweaver/egress';
import type { RobotsPolicy, SitemapQuestion, SiteSources } from './site-sources';
import { sitemapPlaces } from './sitemap-places';

const ABSENT = /^status (?:404|410)$/;

/** Whether a sitemap exists and was not read completely. */
export const isUnreadable = (problem: string | undefined) => problem !== undefined && !ABSENT.test(problem);

export interface SiteQuestion extends Omit<SitemapQuestion, 'urls'> {
  startUrl: string;
  rules: RobotsPolicy;
}

/**
 * The page URLs of a site's sitemaps: of those in robots.txt and below the start URL, of the parent domain's (for the
 * host of the start URL), and, if these have none, of the usual places.
 */
export async function* readSiteSitemaps(
  site: SiteSources,
  { startUrl, rules, ...question }: SiteQuestion,
): AsyncGenerator<SitemapBatch, void> {
  const places = sitemapPlaces(startUrl, rules);
  const { hostname } = new URL(startUrl);
  let found = 0;
  async function* readFrom(urls: readonly string[], isWanted: (url: string) => boolean) {
    for await (const batch of site.sitemaps({ ...question, urls })) {
      const wanted = batch.urls.filter(isWanted);
      found += wanted.length;
      yield { ...batch, urls: wanted };
      if (question.signal.aborted) return;
    }
  }
  yield* readFrom(places.named, () => true);
  if (places.parent !== undefined) yield* readFrom([places.parent], (url) => parseUrl(url)?.hostname === hostname);
  for (const url of places.usual) {
    if (found > 0 || question.signal.aborted) return;
    yield* readFrom([url], () => true);
  }
}
