import type { SubmitWire } from '../submit/submit-controller';
import { V2Scraped } from '../wire/answers';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { toBatchSpec, toCrawlSpec, toScrapeSpec } from './to-core';

export const v2Wire: SubmitWire<ScrapeRequest, BatchRequest, CrawlRequest> = {
  version: 'v2',
  ScrapeRequest,
  BatchRequest,
  CrawlRequest,
  Scraped: V2Scraped,
  toScrapeSpec,
  toBatchSpec,
  toCrawlSpec,
};
