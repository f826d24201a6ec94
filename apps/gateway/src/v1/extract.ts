import { z } from 'zod';
import { ignoreInvalidUrls } from '../wire/batch-fields';
import { checkExtract, type ExtractVersion, extractShape, optionsOfPages } from '../wire/extract-fields';
import { requestShape } from '../wire/request-fields';
import { HitOptions } from './requests';
import { toScrapeSpec } from './to-core';

export const ExtractRequest = z
  .strictObject({
    ...extractShape,
    ignoreInvalidURLs: ignoreInvalidUrls(false),
    scrapeOptions: HitOptions.prefault({}).describe(optionsOfPages),
    ...requestShape,
  })
  .superRefine(checkExtract);
type ExtractRequest = z.output<typeof ExtractRequest>;

export const extract: ExtractVersion<ExtractRequest> = {
  ExtractRequest,
  toScrapeSpec: ({ scrapeOptions, schema, prompt }) =>
    toScrapeSpec({ ...scrapeOptions, formats: ['json'], jsonOptions: { schema, prompt }, extract: undefined }),
};
