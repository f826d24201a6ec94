import { JobKind, JobState, KeyRight, MapLink } from '@orbweaver/core';
import type { z } from 'zod';
import {
  ComparedState,
  RunStatus,
  ScheduleAnswer,
  ScheduleChange,
  ScheduleRequest,
  ScheduleRunAnswer,
  ScheduleRunsAnswer,
  ScheduleRunView,
  SchedulesAnswer,
  ScheduleTarget,
  ScheduleView,
} from '../schedules/schedule-schemas';
import * as v1Answers from '../v1/answers';
import * as v1Extract from '../v1/extract';
import * as v1Formats from '../v1/formats';
import * as v1Map from '../v1/map';
import * as v1 from '../v1/requests';
import * as v2Answers from '../v2/answers';
import * as v2Extract from '../v2/extract';
import * as v2Map from '../v2/map';
import * as v2 from '../v2/requests';
import * as adminDeliveries from '../wire/admin/deliveries';
import * as adminJobs from '../wire/admin/jobs';
import * as adminKeys from '../wire/admin/keys';
import * as adminRecords from '../wire/admin/records';
import * as adminTeams from '../wire/admin/teams';
import * as answers from '../wire/answers';
import { headerMap } from '../wire/bounds';
import { CrawlPreview, ExplainedState, JobUrls, PageReason, Rule, UrlExplanation } from '../wire/explanations';
import { jsonSchema } from '../wire/json-schema';
import { Location } from '../wire/location';
import { Parser } from '../wire/parsers';
import { proxyKind } from '../wire/scrape-fields';
import { Webhook } from '../wire/webhook';
import {
  DeliveryState,
  DeliveryWaitsFor,
  OneWebhookDelivery,
  Redelivered,
  RedeliverRequest,
  WebhookDeliveries,
  WebhookDelivery,
} from '../wire/webhook-deliveries';
import { RotateWebhookSecretRequest, WebhookSecret, WebhookSecretAnswer } from '../wire/webhook-secret';

/** Explicitly named schemas; nested schemas derive their names. The newest version is first and names equal schemas. */
export const namedSchemas: Record<string, z.ZodType> = {
  V2ScrapeRequest: v2.ScrapeRequest,
  V2ScrapeOptions: v2.ScrapeOptions,
  V2BatchRequest: v2.BatchRequest,
  V2CrawlRequest: v2.CrawlRequest,
  V2CrawlPreviewRequest: v2.CrawlPreviewRequest,
  PreviewedUrl: v2.CrawlPreviewRequest.shape.urls.element,
  Parser,
  V2Action: v2.WireAction,
  V2Document: v2Answers.Document,
  V2ScrapeAnswer: v2Answers.Scraped,
  V2JobStatus: v2Answers.JobStatus,
  V2MapRequest: v2Map.MapRequest,
  V2MapAnswer: v2Map.Mapped,
  MapLink,
  V2ExtractRequest: v2Extract.ExtractRequest,
  V1ExtractRequest: v1Extract.ExtractRequest,
  V1MapRequest: v1Map.MapRequest,
  V1MapAnswer: v1Map.Mapped,
  V1ScrapeRequest: v1.ScrapeRequest,
  V1ScrapeOptions: v1.ScrapeOptions,
  V1BatchRequest: v1.BatchRequest,
  V1CrawlRequest: v1.CrawlRequest,
  V1Format: v1Formats.FormatName,
  ExtractOptions: v1Formats.ExtractOptions,
  ChangeTrackingOptions: v1Formats.ChangeTrackingOptions,
  V1Action: v1.WireAction,
  V1Document: v1Answers.Document,
  V1ScrapeAnswer: v1Answers.Scraped,
  V1JobStatus: v1Answers.JobStatus,
  JsonSchema: jsonSchema,
  HeaderMap: headerMap,
  Location,
  Proxy: proxyKind,
  Webhook,
  WebhookDelivery,
  WebhookDeliveries,
  WebhookDeliveryAnswer: OneWebhookDelivery,
  DeliveryState,
  DeliveryWait: DeliveryWaitsFor,
  RedeliverRequest,
  Redelivered,
  WebhookSecret,
  WebhookSecretAnswer,
  RotateWebhookSecretRequest,
  Schedule: ScheduleView,
  ScheduleRequest,
  ScheduleChange,
  ScheduledOperation: ScheduleTarget,
  ScheduleAnswer,
  Schedules: SchedulesAnswer,
  ScheduleRun: ScheduleRunView,
  ScheduleRunStatus: RunStatus,
  ScheduleRuns: ScheduleRunsAnswer,
  ScheduleRunPages: ScheduleRunAnswer,
  SchedulePageState: ComparedState,
  Failure: answers.Failure,
  CrawlAccepted: answers.CrawlAccepted,
  BatchAccepted: answers.BatchAccepted,
  ExtractAccepted: answers.ExtractAccepted,
  ExtractStatus: answers.ExtractStatus,
  JobState,
  Cancelled: answers.Cancelled,
  JobErrors: answers.JobErrors,
  PageError: answers.JobErrors.shape.errors.element,
  RunningCrawls: answers.RunningCrawls,
  RunningCrawl: answers.RunningCrawls.shape.crawls.element,
  UrlExplanation,
  JobUrls,
  JobUrl: JobUrls.shape.urls.element,
  PageState: ExplainedState,
  PageReason,
  CrawlRule: Rule,
  CrawlPreview,
  ListedTeam: adminTeams.ListedTeamView,
  Team: adminTeams.TeamView,
  TeamAnswer: adminTeams.TeamAnswer,
  Teams: adminTeams.TeamsAnswer,
  AddTeamRequest: adminTeams.AddTeamRequest,
  SetTeamRequest: adminTeams.SetTeamRequest,
  Key: adminKeys.KeyView,
  KeyRight,
  KeyAnswer: adminKeys.KeyAnswer,
  Keys: adminKeys.KeysAnswer,
  AddKeyRequest: adminKeys.AddKeyRequest,
  AddedKey: adminKeys.AddedKeyAnswer,
  TeamCredits: adminTeams.CreditsView,
  TeamCreditsMonth: adminTeams.CreditsView.shape.months.element,
  TeamCreditsAnswer: adminTeams.CreditsAnswer,
  GrantCreditsRequest: adminTeams.GrantRequest,
  JobOverview: adminJobs.AdminJob,
  JobKind,
  JobOverviews: adminJobs.AdminJobsAnswer,
  JobOverviewAnswer: adminJobs.AdminJobAnswer,
  JobWithLeases: adminJobs.ShownJobAnswer,
  JobLeases: adminJobs.JobLeasesView,
  RetriedJob: adminJobs.RetriedAnswer,
  DeliveryOverview: adminDeliveries.AdminDelivery,
  DeliveryOverviews: adminDeliveries.AdminDeliveriesAnswer,
  RedeliverAllRequest: adminDeliveries.RedeliverAllRequest,
  RedeliveredAll: adminDeliveries.RedeliveredAllAnswer,
  RedeliveredJob: adminDeliveries.RedeliveredAllAnswer.shape.jobs.element,
  RedeliveredEvent: adminDeliveries.RedeliveredEventAnswer,
  AuditEntry: adminRecords.AuditView,
  AuditActor: adminRecords.AuditView.shape.actor,
  FieldChange: adminRecords.FieldChange,
  FieldChanges: adminRecords.FieldChangesView,
  AuditEntries: adminRecords.AuditAnswer,
  KeyUsage: adminRecords.UsageView,
  Usage: adminRecords.UsageAnswer,
};
