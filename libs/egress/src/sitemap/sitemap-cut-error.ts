/** Why a sitemap ended early. What came before counts. */
export class SitemapCutError extends Error {
  override readonly name = 'SitemapCutError';
}
