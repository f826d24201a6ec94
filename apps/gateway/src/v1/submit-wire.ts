import type { SubmitWire } from '../submit/submit-controller';
import { V1Scraped } from '../wire/answers';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { toBatchSpec, toCrawlSpec, toScrapeSpec } from './to-core';

export const v1Wire: SubmitWire<ScrapeRequest, BatchRequest, CrawlRequest> = {
  version: 'v1',
  ScrapeRequest,
  BatchRequest,
  CrawlRequest,
  Scraped: V1Scraped,
  toScrapeSpec,
  toBatchSpec,
  toCrawlSpec,
};
