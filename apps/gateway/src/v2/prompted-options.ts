import { CrawlRequest } from './requests';

/** Options that a prompt can set. */
const names = [
  'includePaths',
  'excludePaths',
  'maxDiscoveryDepth',
  'crawlEntireDomain',
  'allowExternalLinks',
  'allowSubdomains',
  'sitemap',
  'ignoreQueryParameters',
  'deduplicateSimilarURLs',
  'delay',
  'limit',
] as const satisfies (keyof typeof CrawlRequest.shape)[];

/** Keeps the valid options of the model. Patterns are compiled later. */
export function promptedOptions(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = options[name];
      return value !== undefined && CrawlRequest.shape[name].safeParse(value).success ? [[name, value]] : [];
    }),
  );
}
