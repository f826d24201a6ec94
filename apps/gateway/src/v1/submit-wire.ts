import type { SubmitWire } from '../submit/submit-controller';
import { V1Document } from '../wire/answers';
import { BatchRequest, CrawlRequest, ScrapeRequest } from './requests';
import { toBatchSpec, toCrawlSpec, toScrapeSpec } from './to-core';

export const v1Wire: SubmitWire<ScrapeRequest, BatchRequest, CrawlRequest> = {
  version: 'v1',
  ScrapeRequest,
  BatchRequest,
  CrawlRequest,
  Document: V1Document,
  toScrapeSpec,
  toBatchSpec,
  toCrawlSpec,
};
