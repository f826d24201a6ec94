import { z } from 'zod';
import { listOf } from './bounds';
import { jobShape } from './crawl-fields';
import { listedUrl } from './target-url';

/** A body can contain more than a million short URLs. */
const MAX_BATCH_URLS = 500_000;

export const urlList = listOf(listedUrl, MAX_BATCH_URLS);

export const batchShape = {
  urls: urlList.min(1).describe('URLs to scrape, including duplicates'),
  appendToId: z.uuid().optional().describe('Append the URLs to this running batch, with its options and webhook'),
  ...jobShape,
};

export const ignoreInvalidUrls = (byDefault: boolean) =>
  z
    .boolean()
    .default(byDefault)
    .describe('Ignore invalid URLs and return them in `invalidURLs`, instead of rejecting the request');
