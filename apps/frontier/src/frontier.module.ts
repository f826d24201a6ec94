import { Module } from '@nestjs/common';
import { Admission } from './admission/admission';
import { SettledUrls } from './admission/settled-urls';
import { TrapWatches } from './admission/trap-watches';
import { CacheLookUps } from './dispatch/cache-look-ups';
import { Dispatcher } from './dispatch/dispatcher';
import { LeaseRound } from './dispatch/lease-round';
import { FrontierMetrics } from './frontier-metrics';
import { JobCommandsConsumer } from './job-commands.consumer';
import { CompiledJobs } from './jobs/compiled-jobs';
import { FrontierTransactions } from './jobs/frontier-transactions';
import { JobCanceller } from './jobs/job-canceller';
import { JobMemories } from './jobs/job-memories';
import { JobStarter } from './jobs/job-starter';
import { ResultNotifier } from './jobs/result-notifier';
import { StoredRefusals } from './jobs/stored-refusals';
import { WakeSignals } from './jobs/wake-signals';
import { FollowLinks } from './map/follow-links';
import { HostPace } from './map/host-pace';
import { MapPages } from './map/map-pages';
import { MapRuns } from './map/map-runs';
import { SiteMapper } from './map/site-mapper';
import { MapWorkConsumer } from './map-work.consumer';
import { DonePages } from './outcomes/done-pages';
import { OutcomeBatches } from './outcomes/outcome-batches';
import { OutcomeRecorder } from './outcomes/outcome-recorder';
import { PageFinisher } from './outcomes/page-finisher';
import { HostConcurrency } from './pace/host-concurrency';
import { PageOutcomesConsumer } from './page-outcomes.consumer';
import { RevisitPages } from './seed/revisit-pages';
import { SeedAdmission } from './seed/seed-admission';
import { SeedBatch } from './seed/seed-batch';
import { SeedCrawl } from './seed/seed-crawl';
import { Seeder } from './seed/seeder';
import { RobotsCache } from './site/robots-cache';
import { SiteSources } from './site/site-sources';
import { WebSiteSources } from './site/web-site-sources';
import { Eraser } from './sweep/eraser';
import { LostResultRepair } from './sweep/lost-result-repair';
import { Sweeper } from './sweep/sweeper';

/** Platform parts are injected by tokens of the platform, ports by their abstract class. */
@Module({
  controllers: [JobCommandsConsumer, MapWorkConsumer, PageOutcomesConsumer],
  providers: [
    FrontierMetrics,
    { provide: SiteSources, useClass: WebSiteSources },
    RobotsCache,
    HostConcurrency,
    WakeSignals,
    CompiledJobs,
    JobMemories,
    ResultNotifier,
    FrontierTransactions,
    JobStarter,
    JobCanceller,
    StoredRefusals,
    Admission,
    SettledUrls,
    TrapWatches,
    PageFinisher,
    DonePages,
    OutcomeRecorder,
    OutcomeBatches,
    SeedAdmission,
    SeedCrawl,
    SeedBatch,
    RevisitPages,
    Seeder,
    HostPace,
    MapPages,
    FollowLinks,
    SiteMapper,
    MapRuns,
    LeaseRound,
    CacheLookUps,
    Dispatcher,
    LostResultRepair,
    Sweeper,
    Eraser,
  ],
})
export class FrontierModule {}
