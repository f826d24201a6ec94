import { Inject, Injectable } from '@nestjs/common';
import { type Clock, redactUrl } from '@orbweaver/core';
import { type Database, reopenForUrlLists, startFrontierJob } from '@orbweaver/persistence';
import { CLOCK, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { CompiledJobs } from './compiled-jobs';
import { WakeSignals } from './wake-signals';

/** Accepts jobs. The seeder reads sitemaps, so that later commands need not wait. */
@Injectable()
export class JobStarter {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    private readonly compiledJobs: CompiledJobs,
    private readonly signals: WakeSignals,
  ) {}

  /** Idempotent. Ignores deleted and ended jobs. */
  async start(jobId: string): Promise<void> {
    const compiled = await this.compiledJobs.find(jobId);
    if (compiled === undefined) return;
    const { crawl, spec } = compiled;
    const delayMs = crawl?.delaySeconds === undefined ? undefined : Math.ceil(crawl.delaySeconds * 1000);
    // With a delay, pages are leased one at a time by default.
    const maxConcurrency = spec.maxConcurrency ?? (delayMs === undefined ? undefined : 1);
    const started = await startFrontierJob(this.database, {
      jobId,
      ...(crawl === undefined ? {} : { originUrl: crawl.url, limit: crawl.limit }),
      ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
      ...(delayMs === undefined ? {} : { delayMs }),
      recalls: compiled.crawlKey !== undefined,
      now: this.clock(),
    });
    if (!started) return;
    const place = crawl === undefined ? {} : { url: redactUrl(crawl.url) };
    compiled.within(() => this.log.info('job-started', { jobId, kind: spec.kind, ...place }));
    this.signals.seeds.set();
  }

  /** Accepts URL lists that were appended to a batch, even a settled one. Idempotent. */
  async takeUrlLists(jobId: string): Promise<void> {
    await this.start(jobId);
    if (await reopenForUrlLists(this.database, jobId, this.clock())) this.signals.seeds.set();
  }
}
