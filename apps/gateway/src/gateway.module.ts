import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, HttpAdapterHost } from '@nestjs/core';
import {
  CONFIG,
  inputThreadsProvider,
  languageModelProvider,
  searchProvider,
  serviceFetchProvider,
} from '@orbweaver/platform';
import type { Express } from 'express';
import { AdminDeadLettersController } from './admin/admin-dead-letters.controller';
import { AdminJobsController } from './admin/admin-jobs.controller';
import { AdminKeysController } from './admin/admin-keys.controller';
import { AdminRecordsController } from './admin/admin-records.controller';
import { AdminSystemController } from './admin/admin-system.controller';
import { AdminTeamsController } from './admin/admin-teams.controller';
import { AdminWebhooksController } from './admin/admin-webhooks.controller';
import { AccessTokens } from './auth/access-tokens';
import { Authenticator } from './auth/authenticator';
import { IdentityProvider } from './auth/identity-provider';
import { KeyGuard } from './auth/key-guard';
import { SessionCookies } from './auth/session-cookies';
import { WebhookSecrets } from './auth/webhook-secrets';
import { ConsoleController } from './console/console.controller';
import { SignOn } from './console/sign-on';
import { SignOnController } from './console/sign-on.controller';
import { buildOpenApi, OPEN_API, type OpenApiByPort } from './docs/build-open-api';
import { DocsController } from './docs/docs.controller';
import { AdminPort } from './edge/admin-port';
import { AllowMethods } from './edge/allow-methods';
import { AllowOrigins } from './edge/allow-origins';
import { BodyMemory } from './edge/body-memory';
import { CheckSchemas } from './edge/check-schemas';
import { ClientAddress } from './edge/client-address';
import { describeRoutes } from './edge/describe-routes';
import { ErrorFilter } from './edge/error-filter';
import { FairQueue } from './edge/fair-queue';
import { KnownMethods } from './edge/known-methods';
import { MeasureRequests } from './edge/measure-requests';
import { PublicAddress } from './edge/public-address';
import { ReadBody } from './edge/read-body';
import { ReleaseConnections } from './edge/release-connections';
import { RequestMeter } from './edge/request-meter';
import { RestrictPorts } from './edge/restrict-ports';
import { ServiceController } from './edge/service.controller';
import { stripBasePath } from './edge/strip-base-path';
import { ExplainController } from './explain/explain.controller';
import { ExplainUrl } from './explain/explain-url';
import { ListUrls } from './explain/list-urls';
import { PreviewUrls } from './explain/preview-urls';
import { ExportController } from './exports/export.controller';
import { extractController } from './extract/extract-controller';
import { ReadExtracts } from './extract/read-extracts';
import { StartExtracts } from './extract/start-extracts';
import type { GatewayConfig } from './gateway.config';
import { FindJob } from './jobs/find-job';
import { JobCancellation } from './jobs/job-cancellation';
import { JobCommands } from './jobs/job-commands';
import { JobStatus } from './jobs/job-status';
import { JobsController } from './jobs/jobs.controller';
import { ListErrors } from './jobs/list-errors';
import { ReadReceipts } from './jobs/read-receipts';
import { ScrapesController } from './jobs/scrapes.controller';
import { StatusPages } from './jobs/status-pages';
import { StoredContents } from './jobs/stored-contents';
import { RateGuard } from './limits/rate-guard';
import { RateLimits } from './limits/rate-limits';
import { mapController } from './map/map.controller';
import { MapSites } from './map/map-sites';
import { DirectReplies } from './notifications/direct-replies';
import { JobEvents } from './notifications/job-events';
import { MapReplies } from './notifications/map-replies';
import { NotificationsController } from './notifications/notifications.controller';
import { PageWaiters } from './notifications/page-waiters';
import { parseController } from './parse/parse-controller';
import { CheckTarget } from './schedules/check-target';
import { ScheduleLoop } from './schedules/schedule-loop';
import { ScheduleMetrics } from './schedules/schedule-metrics';
import { ScheduleRunsController } from './schedules/schedule-runs.controller';
import { SchedulesController } from './schedules/schedules.controller';
import { StartRuns } from './schedules/start-runs';
import { searchController } from './search/search-controller';
import { SearchWeb } from './search/search-web';
import { JobStreamController } from './streams/job-stream.controller';
import { OpenStreams } from './streams/open-streams';
import { WatchServer } from './streams/watch-server';
import { CheckPatterns } from './submit/check-patterns';
import { CrawlPrompts } from './submit/crawl-prompts';
import { paramsPreviewController } from './submit/params-preview.controller';
import { RequestBills } from './submit/request-bills';
import { ScrapeCache } from './submit/scrape-cache';
import { ScrapePages } from './submit/scrape-pages';
import { ScrapeQueue } from './submit/scrape-queue';
import { submitController } from './submit/submit-controller';
import { SubmitJobs } from './submit/submit-jobs';
import { JobErasureController } from './team/job-erasure.controller';
import { JobRequestController } from './team/job-request.controller';
import { TeamController } from './team/team.controller';
import { TeamAccountController } from './team/team-account.controller';
import { TeamJobsController } from './team/team-jobs.controller';
import { TokenUsageController } from './team/token-usage.controller';
import { RefusedHosts } from './url/refused-hosts';
import { TargetUrls } from './url/target-urls';
import { versions } from './versions';
import { DeliveryPayloads } from './webhooks/delivery-payloads';
import { ListDeliveries } from './webhooks/list-deliveries';
import { AdminWebhookSecretController, WebhookSecretController } from './webhooks/webhook-secret.controllers';
import { WebhooksController } from './webhooks/webhooks.controller';

/** All HTTP controllers, in the order of the OpenAPI document. */
export const controllers: Type<unknown>[] = [
  ServiceController,
  submitController(versions.v1),
  submitController(versions.v2),
  mapController(versions.v1.map),
  mapController(versions.v2.map),
  parseController(versions.v1),
  parseController(versions.v2),
  searchController(versions.v1),
  searchController(versions.v2),
  extractController(versions.v1),
  extractController(versions.v2),
  TeamController,
  TokenUsageController,
  TeamAccountController,
  TeamJobsController,
  JobRequestController,
  JobErasureController,
  paramsPreviewController(versions.v2),
  ExplainController,
  JobsController,
  JobStreamController,
  ExportController,
  ScrapesController,
  SchedulesController,
  ScheduleRunsController,
  WebhooksController,
  WebhookSecretController,
  // Before the controller of the console, whose paths match all screens.
  SignOnController,
  ConsoleController,
  DocsController,
  AdminTeamsController,
  AdminWebhookSecretController,
  AdminKeysController,
  AdminJobsController,
  AdminWebhooksController,
  AdminRecordsController,
  AdminSystemController,
  AdminDeadLettersController,
];

/** With ADMIN_PORT, each port has its own document. */
function documentsOf({ ADMIN_PORT }: Pick<GatewayConfig, 'ADMIN_PORT'>): OpenApiByPort {
  if (ADMIN_PORT === undefined) return { onPort: buildOpenApi(controllers) };
  const isAdmin = (controller: Type<unknown>) => describeRoutes([controller]).some(({ access }) => access === 'admin');
  return {
    onPort: buildOpenApi(controllers.filter((controller) => !isAdmin(controller))),
    onAdminPort: buildOpenApi(controllers.filter(isAdmin)),
  };
}

/** Order of a request: metrics, port, CORS, methods, key guard, rate guard, body, controller. ErrorFilter handles errors. */
@Module({
  controllers: [...controllers, NotificationsController],
  providers: [
    { provide: APP_GUARD, useClass: KeyGuard },
    { provide: APP_GUARD, useClass: RateGuard },
    { provide: APP_INTERCEPTOR, useClass: ReadBody },
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: OPEN_API, inject: [CONFIG], useFactory: documentsOf },
    inputThreadsProvider,
    languageModelProvider,
    searchProvider,
    serviceFetchProvider,
    AccessTokens,
    AdminPort,
    Authenticator,
    BodyMemory,
    ClientAddress,
    CheckPatterns,
    CheckSchemas,
    CheckTarget,
    CrawlPrompts,
    DeliveryPayloads,
    DirectReplies,
    ExplainUrl,
    FindJob,
    IdentityProvider,
    JobCancellation,
    JobCommands,
    JobEvents,
    JobStatus,
    KnownMethods,
    ListDeliveries,
    ListErrors,
    ListUrls,
    MapReplies,
    MapSites,
    OpenStreams,
    PageWaiters,
    PreviewUrls,
    PublicAddress,
    RateLimits,
    ReadExtracts,
    ReadReceipts,
    RefusedHosts,
    RequestMeter,
    ScheduleLoop,
    ScheduleMetrics,
    ScrapeCache,
    RequestBills,
    ScrapePages,
    ScrapeQueue,
    SessionCookies,
    SignOn,
    StartExtracts,
    StartRuns,
    StatusPages,
    StoredContents,
    SearchWeb,
    SubmitJobs,
    TargetUrls,
    FairQueue,
    WatchServer,
    WebhookSecrets,
  ],
})
export class GatewayModule implements NestModule {
  static register(): DynamicModule {
    return { module: GatewayModule };
  }

  constructor({ httpAdapter }: HttpAdapterHost) {
    // Before the router, which reads the path.
    httpAdapter.getInstance<Express>().disable('x-powered-by').use(stripBasePath);
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(MeasureRequests, RestrictPorts, AllowOrigins, ReleaseConnections, AllowMethods).forRoutes('{*path}');
  }
}
