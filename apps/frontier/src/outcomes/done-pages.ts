import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import {
  type FoundCandidate,
  finishPages,
  type LeasedPageView,
  type LockedFrontierJob,
  promoteWaiting,
  readLeasedPages,
  type Transaction,
} from '@orbweaver/persistence';
import { CLOCK } from '@orbweaver/platform';
import { Admission, inChunks, slotsLeft } from '../admission/admission';
import { judgeInSlices } from '../admission/judge-in-slices';
import { SettledUrls } from '../admission/settled-urls';
import { TrapWatches } from '../admission/trap-watches';
import type { CompiledJob } from '../jobs/compiled-jobs';
import { FrontierTransactions, type JobChange } from '../jobs/frontier-transactions';
import { RobotsCache } from '../site/robots-cache';
import { PageFinisher } from './page-finisher';
import { acceptsOutcome, followsLinks, refusalOfStart } from './page-states';

export interface DonePage {
  page: LeasedPageView;
  finalUrl: string;
  outlinks: readonly string[];
}

/** Some pages have a newer state. The links of the others (`left`) must be judged again. */
class MovedOnError extends Error {
  constructor(readonly left: ReadonlySet<string>) {
    super('pages have moved on');
  }
}

@Injectable()
export class DonePages {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly robots: RobotsCache,
    private readonly admission: Admission,
    private readonly transactions: FrontierTransactions,
    private readonly finisher: PageFinisher,
    private readonly settledUrls: SettledUrls,
    private readonly traps: TrapWatches,
  ) {}

  /** @returns the ids of the finished pages; the others have a newer state */
  async record(compiled: CompiledJob, done: readonly DonePage[]): Promise<ReadonlySet<string>> {
    let left = done;
    for (;;) {
      try {
        return await this.recordOnce(compiled, left);
      } catch (error) {
        if (!(error instanceof MovedOnError)) throw error;
        left = left.filter(({ page }) => error.left.has(page.id));
        if (left.length === 0) return error.left;
      }
    }
  }

  private async recordOnce(compiled: CompiledJob, done: readonly DonePage[]): Promise<ReadonlySet<string>> {
    const { jobId } = compiled;
    const found = await this.judge(compiled, done);
    // All chunks except the last are admitted first, each under a short lock. The pages are still leased, so the job cannot
    // settle.
    const chunks = inChunks(found);
    const last = chunks.pop() ?? [];
    for (const chunk of chunks) {
      await this.transactions.run(jobId, async (transaction, job) => {
        await assertUnmoved(transaction, done);
        await this.admission.admit(transaction, job, chunk, { room: slotsLeft(job) });
        return { goesOn: true };
      });
    }
    let goesOn = false;
    const changed = await this.transactions.run(jobId, async (transaction, job) => {
      const change = await this.end(transaction, job, compiled, done);
      compiled.window.noteLeased(job.leased - done.length);
      if (job.cancelled) return change;
      const promoted = change.givenBack === 0 ? 0 : await promoteWaiting(transaction, jobId, this.clock());
      const room = slotsLeft(job, change.givenBack - promoted);
      const { queued } = await this.admission.admit(transaction, job, last, { room });
      goesOn = change.goesOn === true || promoted + queued > 0;
      return { ...change, goesOn };
    });
    if (!changed) return new Set();
    // Settled jobs are no longer cached, and cancelled ones have stored nothing.
    if (goesOn && found.length > 0) this.settledUrls.remember(compiled, originOf(done), found);
    return new Set(done.map(({ page }) => page.id));
  }

  private async judge(compiled: CompiledJob, done: readonly DonePage[]): Promise<FoundCandidate[]> {
    const found: FoundCandidate[] = [];
    const seen = new Set<string>();
    const originUrl = originOf(done);
    for (const { page, finalUrl, outlinks } of done) {
      if (!followsLinks(compiled, page)) continue;
      const unsettled = this.settledUrls.withoutSettled(compiled, originUrl, outlinks);
      if (unsettled.length === 0) continue;
      const depth = page.depth + 1;
      const judgement = {
        compiled,
        originUrl,
        depth,
        foundOnUrl: finalUrl,
        knownRobots: (url: string) => this.robots.known(url, compiled.access),
        traps: await this.traps.find(compiled.jobId),
      };
      const judged = await judgeInSlices(unsettled, judgement, seen);
      found.push(...judged.map((candidate) => ({ ...candidate, depth, foundOn: page.id })));
    }
    // A link that one page admits and another refuses is admitted.
    const taken = new Set(found.flatMap(({ refused, sourceUrl }) => (refused === undefined ? [sourceUrl] : [])));
    return found.filter(({ refused, sourceUrl }) => refused === undefined || !taken.has(sourceUrl));
  }

  /** A start URL that its own scope refuses fails: it was visited for its links only. */
  private async end(
    transaction: Transaction,
    job: LockedFrontierJob,
    compiled: CompiledJob,
    done: readonly DonePage[],
  ): Promise<JobChange & { givenBack: number }> {
    const refused = done.flatMap(({ page }) => {
      const refusal = refusalOfStart(compiled, page);
      return refusal === undefined ? [] : [{ page, message: refusal.message }];
    });
    const kept = done.filter(({ page }) => !refused.some((other) => other.page.id === page.id));
    const ended = new Set<string>();
    if (kept.length > 0) {
      const pages = kept.map(({ page }) => ({ pageId: page.id, epoch: page.epoch, end: { state: 'done' as const } }));
      const order = { jobId: job.id, pages, evenIfQueued: true, now: this.clock() };
      for (const id of await finishPages(transaction, order)) ended.add(id);
    }
    const failures: NonNullable<JobChange['failures']>[number][] = [];
    let givenBack = 0;
    for (const { page, message } of refused) {
      const end = { state: 'failed', reason: 'out-of-scope', message } as const;
      const change = await this.finisher.finish(transaction, job, { page, compiled }, end, { evenIfQueued: true });
      if (change === undefined) continue;
      ended.add(page.id);
      failures.push(...(change.failures ?? []));
      if (change.ended !== 'done') givenBack += 1;
    }
    if (ended.size < done.length) throw new MovedOnError(ended);
    return { failures, givenBack, goesOn: job.queued + job.leased > ended.size };
  }
}

/** The same for all pages of a job. A batch has no origin and follows no links. */
const originOf = (done: readonly DonePage[]): string => done[0]?.page.originUrl ?? done[0]?.page.url ?? '';

async function assertUnmoved(transaction: Transaction, done: readonly DonePage[]): Promise<void> {
  const epochs = new Map(done.map(({ page }) => [page.id, page.epoch]));
  const now = await readLeasedPages(transaction, [...epochs.keys()]);
  const left = now.filter((page) => acceptsOutcome(page, epochs.get(page.id) ?? 0, 'done'));
  if (left.length < done.length) throw new MovedOnError(new Set(left.map(({ id }) => id)));
}
