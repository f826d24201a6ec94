import { type DynamicModule, Module } from '@nestjs/common';
import { CLOCK, type Clock } from './clock';
import { Dispatcher } from './dispatch/dispatcher';
import { HostWidths } from './dispatch/host-widths';
import { LeaseRound } from './dispatch/lease-round';
import { PageLookUps } from './dispatch/page-look-ups';
import { FrontierMetrics } from './frontier-metrics';
import { JobCommandsConsumer } from './job-commands.consumer';
import { JobPlans } from './job-plans';
import { PageOutcomesConsumer } from './page-outcomes.consumer';
import { Admission } from './pages/admission';
import { Announcer } from './pages/announcer';
import { JobCanceller } from './pages/job-canceller';
import { JobChanges } from './pages/job-changes';
import { OutcomeRecorder } from './pages/outcome-recorder';
import { PageFinisher } from './pages/page-finisher';
import { SettledUrls } from './pages/settled-urls';
import { TrapWatches } from './pages/trap-watches';
import { JobStarter } from './seed/job-starter';
import { RecallPages } from './seed/recall-pages';
import { SeedAdmission } from './seed/seed-admission';
import { SeedBatch } from './seed/seed-batch';
import { SeedCrawl } from './seed/seed-crawl';
import { Seeder } from './seed/seeder';
import { Signals } from './signals';
import { RobotsCache } from './site/robots-cache';
import { ROBOTS_SOURCE, type RobotsSource, SITEMAP_SOURCE, type SitemapSource } from './site/site-ports';
import { WebSiteSources } from './site/web-site-sources';
import { Eraser } from './sweep/eraser';
import { LostResultRepair } from './sweep/lost-result-repair';
import { Sweeper } from './sweep/sweeper';

const now: Clock = () => new Date();

@Module({
  controllers: [JobCommandsConsumer, PageOutcomesConsumer],
  providers: [
    { provide: CLOCK, useValue: now },
    Admission,
    Announcer,
    Dispatcher,
    FrontierMetrics,
    HostWidths,
    JobCanceller,
    JobChanges,
    JobPlans,
    JobStarter,
    LeaseRound,
    LostResultRepair,
    OutcomeRecorder,
    PageFinisher,
    PageLookUps,
    RecallPages,
    RobotsCache,
    SeedAdmission,
    SeedBatch,
    SettledUrls,
    SeedCrawl,
    Seeder,
    Signals,
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
