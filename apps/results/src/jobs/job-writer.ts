import type { DirectReply } from '@orbweaver/contracts';
import type { JobState } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import {
  addCreditEntries,
  countUrlLists,
  type Database,
  insertDocuments,
  insertPages,
  insertWebhookEvents,
  lockJobs,
  readSettlements,
  type Settlement,
  type Transaction,
  updateJobs,
  writeVersions,
} from '@orbweaver/persistence';
import type { EventLog, WakeSignal } from '@orbweaver/platform';
import type { PageCacheWriter } from '../cache/page-cache-writer';
import type { ResultsMetrics } from '../results-metrics';
import { decideEnd } from './decide-end';
import { JobChanges } from './job-changes';

/** What gateways are told of. */
export interface Notifications {
  pages: readonly { jobId: string; pageId: string; state: 'done' | 'failed' }[];
  /** Final ones. */
  jobs: readonly { jobId: string; state: JobState }[];
  /** Documents that lie nowhere else. */
  directReplies?: readonly DirectReply[];
}

/** How long a job that is to be erased can be read after its end by a caller who does not. */
const DEFAULT_HOLD_MS = 10 * 60_000;

/**
 * The only way in which results changes jobs: lock their rows, decide in memory, write everything at once, tell the
 * others after the commit. Every such transaction also ends the jobs that are at their end.
 */
export class JobWriter {
  constructor(
    private readonly database: Database,
    private readonly publisher: Publisher,
    private readonly metrics: ResultsMetrics,
    private readonly outboxBell: WakeSignal,
    readonly log: EventLog,
    private readonly now: () => number = Date.now,
    private readonly holdMs: number = DEFAULT_HOLD_MS,
    private readonly cache?: Pick<PageCacheWriter, 'add' | 'perTeam'>,
  ) {}

  /** To look at what is stored, before a change. */
  get reader(): Database {
    return this.database;
  }

  /** Whether what the page cache keeps is for the page's own team alone. */
  get keepsPerTeam(): boolean {
    return this.cache?.perTeam ?? false;
  }

  /**
   * `change` gets the jobs that exist, locked; what it returns is returned. It may run on locked jobs that turn out
   * to need nothing. A rejection after the commit (the publisher is away) has stored everything: repeat the call.
   */
  async change<R>(
    jobIds: readonly string[],
    change: (jobs: ReadonlyMap<string, JobChanges>, transaction: Transaction) => Promise<R> | R,
  ): Promise<R> {
    const { result, changes } = await this.database.$transaction(async (transaction) => {
      const locked = await lockJobs(transaction, jobIds);
      const jobs = new Map(locked.map((job) => [job.id, new JobChanges(job)]));
      const outcome = await change(jobs, transaction);
      const all = [...jobs.values()];
      await this.endWhatIsAtItsEnd(transaction, all);
      await this.write(
        transaction,
        all.filter((job) => job.isChanged),
      );
      return { result: outcome, changes: all };
    });
    this.observe(changes);
    await this.keep(changes);
    await this.notify(newsOf(changes));
    return result;
  }

  /** Tells the gateways of what is committed. Repeating it does no harm. */
  async notify({ pages, jobs, directReplies = [] }: Notifications): Promise<void> {
    if (directReplies.length > 0) {
      const messages = directReplies.map((message) => ({ key: message.pageId, message }));
      await this.publisher.publishAll('directReply', messages);
    }
    if (pages.length > 0) {
      const messages = pages.map((page) => ({ key: page.jobId, message: { type: 'PageStored' as const, ...page } }));
      await this.publisher.publishAll('pageStored', messages);
    }
    if (jobs.length > 0) {
      const messages = jobs.map((job) => ({ key: job.jobId, message: { type: 'JobChanged' as const, ...job } }));
      await this.publisher.publishAll('jobChanged', messages);
    }
  }

  private async endWhatIsAtItsEnd(transaction: Transaction, jobs: readonly JobChanges[]): Promise<void> {
    const now = new Date(this.now());
    const endOf = ({ job }: JobChanges, urlLists: number) => decideEnd(job, urlLists, now.getTime());
    // Jobs that could end are looked at more closely; the others cost no statement.
    const candidates = jobs.filter((changes) => endOf(changes, 0) !== undefined);
    const settlements = await this.readSettlements(transaction, candidates);
    const batches = candidates.filter(({ job }) => job.kind === 'batch').map(({ job }) => job.id);
    const lists = batches.length === 0 ? new Map<string, number>() : await countUrlLists(transaction, batches);
    for (const changes of candidates) {
      const settlement = settlements.get(changes.job.id);
      if (settlement !== undefined) changes.settle(settlement, now);
      const end = endOf(changes, lists.get(changes.job.id) ?? 0);
      // The frontier has taken a job up again, to render a page whose document was lost: that page may lead to more.
      const runsAgain = settlement === undefined && changes.job.kind !== 'scrape' && end !== 'cancelled';
      if (end !== undefined && !runsAgain) changes.endAs(end, now, this.holdMs);
    }
  }

  private async readSettlements(
    transaction: Transaction,
    candidates: readonly JobChanges[],
  ): Promise<Map<string, Settlement>> {
    const jobIds = candidates.filter(({ job }) => job.kind !== 'scrape').map(({ job }) => job.id);
    const settlements = jobIds.length === 0 ? [] : await readSettlements(transaction, jobIds);
    return new Map(settlements.map((settlement) => [settlement.jobId, settlement]));
  }

  private async write(transaction: Transaction, changes: readonly JobChanges[]): Promise<void> {
    const at = new Date(this.now());
    // First, as it may refuse all of it.
    await writeVersions(
      transaction,
      changes.flatMap((job) => job.versions),
    );
    await insertPages(
      transaction,
      changes.flatMap((job) => job.pages),
      at,
    );
    await insertDocuments(
      transaction,
      changes.flatMap((job) => job.documents),
    );
    await insertWebhookEvents(
      transaction,
      changes.flatMap((job) => job.events),
      at,
    );
    await updateJobs(
      transaction,
      changes.map(({ job }) => job),
    );
    // Last, as all pages of a team add to the same sums: nobody waits for them longer than the commit takes.
    await addCreditEntries(
      transaction,
      changes.flatMap((job) => job.credits),
      at,
    );
  }

  private async keep(changes: readonly JobChanges[]): Promise<void> {
    const kept = changes.flatMap((job) => job.kept);
    if (kept.length === 0) return;
    const written = this.cache?.add(kept);
    // Who has the answer of a scrape and asks again at once expects to be answered by it.
    if (changes.some(({ job, kept: own }) => job.kind === 'scrape' && own.length > 0)) await written;
  }

  private observe(changes: readonly JobChanges[]): void {
    for (const { job, pages, end, retention } of changes) {
      for (const page of pages) this.metrics.pagesStored.inc({ state: page.state });
      if (end === undefined || job.completedAt === null) continue;
      const durationMs = job.completedAt.getTime() - job.createdAt.getTime();
      this.metrics.jobDuration.observe({ kind: job.kind, state: end }, durationMs / 1000);
      const fields = {
        jobId: job.id,
        kind: job.kind,
        state: end,
        completed: job.completed,
        failed: job.failed,
        durationMs,
        // It may name a page.
        ...(end === 'failed' && job.error !== null && retention.leavesTraces ? { reason: job.error } : {}),
      };
      if (job.kind === 'scrape') this.log.debug('job-ended', fields);
      else this.log.info('job-ended', fields);
    }
    if (changes.some((job) => job.events.length > 0)) this.outboxBell.set();
  }
}

function newsOf(changes: readonly JobChanges[]): Notifications {
  return {
    pages: changes.flatMap(({ pages }) => pages.map(({ id, jobId, state }) => ({ jobId, pageId: id, state }))),
    jobs: changes.filter(({ end }) => end !== undefined).map(({ job }) => ({ jobId: job.id, state: job.state })),
    directReplies: changes.flatMap(({ directReplies }) => directReplies),
  };
}
