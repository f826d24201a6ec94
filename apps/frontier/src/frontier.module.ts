import { type DynamicModule, Module } from '@nestjs/common';
import { CLOCK, type Clock } from './clock';
import { CompiledJobs } from './compiled-jobs';
import { Dispatcher } from './dispatch/dispatcher';
import { HostConcurrency } from './dispatch/host-concurrency';
import { LeaseRound } from './dispatch/lease-round';
import { PageLookUps } from './dispatch/page-look-ups';
import { FrontierMetrics } from './frontier-metrics';
import { JobCommandsConsumer } from './job-commands.consumer';
import { PageOutcomesConsumer } from './page-outcomes.consumer';
import { Admission } from './pages/admission';
import { FrontierJobChanges } from './pages/frontier-job-changes';
import { JobCanceller } from './pages/job-canceller';
import { OutcomeRecorder } from './pages/outcome-recorder';
import { PageFinisher } from './pages/page-finisher';
import { ResultNotifier } from './pages/result-notifier';
import { SettledUrls } from './pages/settled-urls';
import { TrapWatches } from './pages/trap-watches';
import { JobStarter } from './seed/job-starter';
import { RevisitPages } from './seed/revisit-pages';
import { SeedAdmission } from './seed/seed-admission';
import { SeedBatch } from './seed/seed-batch';
import { SeedCrawl } from './seed/seed-crawl';
import { Seeder } from './seed/seeder';
import { RobotsCache } from './site/robots-cache';
import { ROBOTS_SOURCE, type RobotsSource, SITEMAP_SOURCE, type SitemapSource } from './site/site-ports';
import { WebSiteSources } from './site/web-site-sources';
import { Eraser } from './sweep/eraser';
import { LostResultRepair } from './sweep/lost-result-repair';
import { Sweeper } from './sweep/sweeper';
import { WakeSignals } from './wake-signals';

const now: Clock = () => new Date();

@Module({
  controllers: [JobCommandsConsumer, PageOutcomesConsumer],
  providers: [
    { provide: CLOCK, useValue: now },
    Admission,
    ResultNotifier,
    Dispatcher,
    FrontierMetrics,
    HostConcurrency,
    JobCanceller,
    FrontierJobChanges,
    CompiledJobs,
    JobStarter,
    LeaseRound,
    LostResultRepair,
    OutcomeRecorder,
    PageFinisher,
    PageLookUps,
    RevisitPages,
    RobotsCache,
    SeedAdmission,
    SeedBatch,
    SettledUrls,
    SeedCrawl,
    Seeder,
    WakeSignals,
    Eraser,
    Sweeper,
    TrapWatches,
    WebSiteSources,
    {
      provide: ROBOTS_SOURCE,
      useFactory:
        (web: WebSiteSources): RobotsSource =>
        (origin, access) =>
          web.robots(origin, access),
      inject: [WebSiteSources],
    },
    {
      provide: SITEMAP_SOURCE,
      useFactory:
        (web: WebSiteSources): SitemapSource =>
        (question) =>
          web.sitemaps(question),
      inject: [WebSiteSources],
    },
  ],
})
export class FrontierModule {
  static register(): DynamicModule {
    return { module: FrontierModule };
  }
}
