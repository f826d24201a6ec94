/** A sitemap that ended early. The part before is valid. */
export class SitemapCutError extends Error {
  override readonly name = 'SitemapCutError';
}
