import { Injectable } from '@nestjs/common';
import type { PageOutcome } from '@orbweaver/contracts';
import { isStoreUnavailable } from '@orbweaver/persistence';
import { Batcher } from '@orbweaver/platform';
import { CompiledJobs } from '../jobs/compiled-jobs';
import { OutcomeRecorder } from './outcome-recorder';

/** Pages of a busy job share transactions. */
const GATHER_MS = 50;
/** Outcomes of one Kafka request arrive within this time. */
const SETTLE_MS = 10;
/** With fewer leased pages of the job, outcomes are not delayed, because renderers might become idle. */
const LEAST_AT_WORK = 8;
const MAX_PAGES = 64;
/** Limits the links per batch, because judging them delays other outcomes of the job. */
const MAX_LINKS = 4_000;

@Injectable()
export class OutcomeBatches {
  private readonly jobs = new Map<string, Batcher<PageOutcome>>();

  constructor(
    private readonly recorder: OutcomeRecorder,
    private readonly compiledJobs: CompiledJobs,
  ) {}

  async add(outcome: PageOutcome): Promise<void> {
    const { jobId } = outcome;
    const batcher = this.jobs.get(jobId) ?? this.open(jobId);
    try {
      await batcher.add(outcome);
    } finally {
      if (batcher.isIdle) this.jobs.delete(jobId);
    }
  }

  private open(jobId: string): Batcher<PageOutcome> {
    const batcher: Batcher<PageOutcome> = new Batcher({
      run: (outcomes) => this.compiledJobs.within(jobId, () => this.recorder.recordAll(jobId, outcomes)),
      isHopeless: isStoreUnavailable,
      maxItems: MAX_PAGES,
      maxWeight: MAX_LINKS,
      weigh: ({ outlinks }) => outlinks.length,
      concurrency: 1,
      roomWeight: Number.POSITIVE_INFINITY,
      gatherMs: () => (this.atWork(jobId) - batcher.count < LEAST_AT_WORK ? 0 : GATHER_MS),
      settleMs: SETTLE_MS,
    });
    this.jobs.set(jobId, batcher);
    return batcher;
  }

  private atWork(jobId: string): number {
    return this.compiledJobs.known(jobId)?.window.leased ?? 0;
  }
}
