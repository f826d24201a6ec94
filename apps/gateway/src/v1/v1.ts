import { wantsFormat } from '@orbweaver/core';
import type { ApiVersion } from '../wire/api-version';
import { spliceDocument } from '../wire/splice-document';
import { CreditUsage, JobStatus, Scraped } from './answers';
import { extract } from './extract';
import { addExtraction, writeCrawlOptions, writeCreditUsage } from './from-core';
import { mapV1 } from './map';
import { parse } from './parse';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { search } from './search';
import { toBatchSpec, toCrawlSpec, toScrapeSpec } from './to-core';

export const v1: ApiVersion<ScrapeRequest, BatchRequest, CrawlRequest> = {
  name: 'v1',
  ScrapeRequest,
  BatchRequest,
  CrawlRequest,
  toScrapeSpec,
  toBatchSpec,
  toCrawlSpec,
  parse,
  search,
  extract,
  map: mapV1,
  Scraped,
  JobStatus,
  CreditUsage,
  writeDocument: async (packed, spec) => {
    const json = await spliceDocument(packed);
    return wantsFormat(spec, 'json') ? addExtraction(json) : json;
  },
  writeCrawlOptions,
  writeCreditUsage,
};
