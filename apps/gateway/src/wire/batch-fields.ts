import { z } from 'zod';
import { listOf } from './bounds';
import { jobShape } from './crawl-fields';
import { listedUrl } from './target-url';

/** A body would have room for more than a million short URLs. */
const MAX_BATCH_URLS = 500_000;

/** The fields of a batch that both versions share. `ignoreInvalidURLs` is apart, because its default differs. */
export const batchShape = {
  urls: listOf(listedUrl, MAX_BATCH_URLS).min(1).describe('The pages; every one is scraped, duplicates included'),
  appendToId: z
    .uuid()
    .optional()
    .describe('Adds the URLs to this running batch instead of starting one; its own options and webhook count'),
  ...jobShape,
};

export const ignoreInvalidUrls = (byDefault: boolean) =>
  z
    .boolean()
    .default(byDefault)
    .describe('Leave invalid URLs out and name them in `invalidURLs`, instead of refusing the request');
