import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { runEphemeral } from '@orbweaver/messaging';
import { type Database, eraseFrontier, findFrontiersToErase } from '@orbweaver/persistence';
import { CLOCK, DATABASE, type EventLog, LOG, ServiceLoop, STOPPING, type Stopping } from '@orbweaver/platform';
import { CompiledJobs } from '../jobs/compiled-jobs';

const TICK_MS = 2_000;
const MAX_JOBS = 200;

/** Deletes the URLs of jobs with zeroDataRetention. Has its own loop, because a large job takes minutes. */
@Injectable()
export class Eraser implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: ServiceLoop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    private readonly compiledJobs: CompiledJobs,
  ) {
    this.loop = new ServiceLoop({ name: 'erasure', intervalMs: TICK_MS, log, round: (signal) => this.erase(signal) });
  }

  onApplicationBootstrap(): void {
    this.loop.start(this.stopping.signal);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  async erase(signal: AbortSignal): Promise<void> {
    for (const jobId of await findFrontiersToErase(this.database, MAX_JOBS)) {
      if (signal.aborted) return;
      try {
        if (await eraseFrontier(this.database, jobId, { now: this.clock(), signal })) this.compiledJobs.forget(jobId);
      } catch (error) {
        // The next round retries.
        runEphemeral(() => this.log.error('erasure-failed', { jobId }, error));
      }
    }
  }
}
