import type { ApiVersion } from '../wire/api-version';
import { spliceDocument } from '../wire/splice-document';
import { CreditUsage, JobStatus, Scraped } from './answers';
import { extract } from './extract';
import { writeCrawlOptions, writeCreditUsage } from './from-core';
import { mapV2 } from './map';
import { parse } from './parse';
import { promptedOptions } from './prompted-options';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { search } from './search';
import { toBatchSpec, toCrawlSpec, toScrapeSpec } from './to-core';
import { writeRequest } from './write-request';

/** Requests of jobs of both versions are written in the form of v2. */
type Version = ApiVersion<ScrapeRequest, BatchRequest, CrawlRequest> & { writeRequest: typeof writeRequest };

export const v2: Version = {
  name: 'v2',
  ScrapeRequest,
  BatchRequest,
  CrawlRequest,
  toScrapeSpec,
  toBatchSpec,
  toCrawlSpec,
  parse,
  search,
  extract,
  readProposed: promptedOptions,
  map: mapV2,
  Scraped,
  JobStatus,
  CreditUsage,
  writeDocument: spliceDocument,
  writeCrawlOptions,
  writeCreditUsage,
  writeRequest,
};
