import type { z } from 'zod';
import * as v1 from '../v1/requests';
import * as v2 from '../v2/requests';
import { V1Action, V2Action } from '../wire/actions';
import * as answers from '../wire/answers';
import { CrawlPreview, JobUrls, UrlExplanation } from '../wire/explanations';
import { Location } from '../wire/location';
import { Webhook } from '../wire/webhook';
import { RedeliverRequest, WebhookDelivery } from '../wire/webhook-deliveries';

/** The schemas that stand under their own name in the OpenAPI document. */
export const namedSchemas: Record<string, z.ZodType> = {
  V1ScrapeRequest: v1.ScrapeRequest,
  V1ScrapeOptions: v1.ScrapeOptions,
  V1BatchRequest: v1.BatchRequest,
  V1CrawlRequest: v1.CrawlRequest,
  V1Action,
  V1Document: answers.V1Document,
  V2ScrapeRequest: v2.ScrapeRequest,
  V2ScrapeOptions: v2.ScrapeOptions,
  V2BatchRequest: v2.BatchRequest,
  V2CrawlRequest: v2.CrawlRequest,
  V2CrawlPreviewRequest: v2.CrawlPreviewRequest,
  V2Action,
  V2Document: answers.V2Document,
  Location,
  Webhook,
  WebhookDelivery,
  RedeliverRequest,
  Failure: answers.Failure,
  JobAccepted: answers.JobAccepted,
  BatchAccepted: answers.BatchAccepted,
  Cancelled: answers.Cancelled,
  JobErrors: answers.JobErrors,
  RunningCrawls: answers.RunningCrawls,
  UrlExplanation,
  JobUrls,
  CrawlPreview,
};
