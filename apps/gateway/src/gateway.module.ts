import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, HttpAdapterHost } from '@nestjs/core';
import type { Database } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import type { Express } from 'express';
import { Authenticator } from './auth/authenticator';
import { KeyGuard } from './auth/key-guard';
import { controllers } from './controllers';
import { buildOpenApi, OPEN_API } from './docs/build-open-api';
import { AllowMethods } from './edge/allow-methods';
import { AllowOrigins } from './edge/allow-origins';
import { ErrorFilter } from './edge/error-filter';
import { KnownMethods } from './edge/known-methods';
import { MeasureRequests } from './edge/measure-requests';
import { PublicAddress } from './edge/public-address';
import { ReadBody } from './edge/read-body';
import { ReleaseConnections } from './edge/release-connections';
import { ExplainUrl } from './explain/explain-url';
import { ListUrls } from './explain/list-urls';
import type { GatewayConfig } from './gateway.config';
import { FindJob } from './jobs/find-job';
import { JobCancellation } from './jobs/job-cancellation';
import { JobStatus } from './jobs/job-status';
import { ListErrors } from './jobs/list-errors';
import { ReadReceipts } from './jobs/read-receipts';
import { StatusPages } from './jobs/status-pages';
import { RateGuard } from './limits/rate-guard';
import { RateLimits } from './limits/rate-limits';
import { DirectReplies } from './live/direct-replies';
import { EventsController } from './live/events.controller';
import { JobEvents } from './live/job-events';
import { OpenStreams } from './live/open-streams';
import { PageWaiters, waitPatienceMs } from './live/page-waiters';
import { WatchServer } from './live/watch-server';
import { ScrapeCache } from './submit/scrape-cache';
import { ScrapePages } from './submit/scrape-pages';
import { ScrapeQueue } from './submit/scrape-queue';
import { SubmitJobs } from './submit/submit-jobs';
import { createTargetUrls } from './url/create-target-urls';
import { TargetUrls } from './url/target-urls';
import { ListDeliveries } from './webhooks/list-deliveries';

/** The order of a request: metrics, origins, methods, key guard, rate guard, body, controller; errors pass the filter. */
@Module({})
export class GatewayModule implements NestModule {
  static for(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [...controllers, EventsController],
      providers: [
        { provide: APP_GUARD, useClass: KeyGuard },
        { provide: APP_GUARD, useClass: RateGuard },
        { provide: APP_INTERCEPTOR, useClass: ReadBody },
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: OPEN_API, useFactory: () => buildOpenApi(controllers) },
        { provide: TargetUrls, useFactory: () => createTargetUrls(config) },
        Authenticator,
        JobCancellation,
        ReadReceipts,
        ExplainUrl,
        FindJob,
        { provide: DirectReplies, useFactory: () => new DirectReplies(waitPatienceMs(config)) },
        JobEvents,
        JobStatus,
        KnownMethods,
        ListDeliveries,
        ListErrors,
        ListUrls,
        OpenStreams,
        {
          provide: PageWaiters,
          useFactory: (database: Database, log: EventLog) => new PageWaiters(database, log, waitPatienceMs(config)),
          inject: [DATABASE, LOG],
        },
        PublicAddress,
        RateLimits,
        ScrapeCache,
        ScrapePages,
        ScrapeQueue,
        StatusPages,
        SubmitJobs,
        WatchServer,
      ],
    };
  }

  constructor({ httpAdapter }: HttpAdapterHost) {
    httpAdapter.getInstance<Express>().disable('x-powered-by');
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(MeasureRequests, AllowOrigins, ReleaseConnections, AllowMethods).forRoutes('{*path}');
  }
}
