import { CrawlRequest } from './requests';

/** What a prompt may set. */
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

/** Those of the model's options that a caller could write; the rest is nonsense. Patterns are compiled later. */
export function promptedOptions(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = options[name];
      return value !== undefined && CrawlRequest.shape[name].safeParse(value).success ? [[name, value]] : [];
    }),
  );
}
