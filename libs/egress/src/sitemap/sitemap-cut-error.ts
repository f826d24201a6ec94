/** Why a sitemap ended early. The part before counts. */
export class SitemapCutError extends Error {
  override readonly name = 'SitemapCutError';
}
