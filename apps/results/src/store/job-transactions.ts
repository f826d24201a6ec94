import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import type { ContentCipher } from '@orbweaver/object-store';
import {
  countUrlLists,
  type Database,
  lockJobs,
  readSettlements,
  type Settlement,
  type Transaction,
} from '@orbweaver/persistence';
import { CIPHER, CLOCK, CONFIG, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { PageCacheWriter } from '../cache/page-cache-writer';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { ResultsSignals } from '../results-signals';
import { CreditsByTeam } from './credits-by-team';
import { decideEnd } from './decide-end';
import { GatewayNotifier, type Notifications } from './gateway-notifier';
import { JobChanges } from './job-changes';
import { writeChanges } from './write-changes';

/**
 * The only way to change jobs: locks their rows, decides in memory, writes all changes, ends finished jobs, and notifies
 * the gateways after the commit.
 */
@Injectable()
export class JobTransactions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<ResultsConfig, 'ZERO_RETENTION_HOLD'>,
    @Inject(LOG) private readonly log: EventLog,
    private readonly notifier: GatewayNotifier,
    private readonly cache: PageCacheWriter,
    private readonly metrics: ResultsMetrics,
    private readonly signals: ResultsSignals,
    private readonly credits: CreditsByTeam,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
  ) {}

  /**
   * `change` gets the existing jobs, locked; `run` returns its result. A rejection after the commit (Kafka unavailable) has
   * stored everything: repeat the call.
   */
  run<R>(
    jobIds: readonly string[],
    change: (jobs: ReadonlyMap<string, JobChanges>, transaction: Transaction) => Promise<R> | R,
  ): Promise<R> {
    return this.runReading(
      jobIds,
      async () => undefined,
      (jobs, _, transaction) => change(jobs, transaction),
    );
  }

  /** Like `run`, but `change` also gets the result of `read`, which runs after the locks in the same round trip. */
  async runReading<B, R>(
    jobIds: readonly string[],
    read: (transaction: Transaction) => Promise<B>,
    change: (jobs: ReadonlyMap<string, JobChanges>, behind: B, transaction: Transaction) => Promise<R> | R,
  ): Promise<R> {
    const { result, changes } = await this.database.$transaction(async (transaction) => {
      const [locked, behind] = await Promise.all([lockJobs(transaction, jobIds), read(transaction)]);
      const jobs = new Map(locked.map((job) => [job.id, new JobChanges(job)]));
      const outcome = await change(jobs, behind, transaction);
      const all = [...jobs.values()];
      await this.endFinished(transaction, all);
      const changed = all.filter((job) => job.isChanged);
      await writeChanges(transaction, changed, this.clock(), this.cipher);
      return { result: outcome, changes: all };
    });
    this.observe(changes);
    await this.credits.count(creditsOf(changes));
    await this.cachePages(changes);
    await this.notifier.notify(notificationsOf(changes));
    return result;
  }

  private async endFinished(transaction: Transaction, jobs: readonly JobChanges[]): Promise<void> {
    const now = this.clock();
    const endOf = ({ job }: JobChanges, urlLists: number) => decideEnd(job, urlLists, now.getTime());
    // Only jobs that could end cost further statements.
    const candidates = jobs.filter((changes) => endOf(changes, 0) !== undefined);
    const settlements = await settlementsOf(transaction, candidates);
    const batches = candidates.filter(({ job }) => job.kind === 'batch').map(({ job }) => job.id);
    const lists = batches.length === 0 ? new Map<string, number>() : await countUrlLists(transaction, batches);
    for (const changes of candidates) {
      const settlement = settlements.get(changes.job.id);
      if (settlement !== undefined) changes.settle(settlement, now);
      const end = endOf(changes, lists.get(changes.job.id) ?? 0);
      // The frontier has reopened the job to render a page with a lost document again.
      const runsAgain = settlement === undefined && changes.job.kind !== 'scrape' && end !== 'cancelled';
      if (end !== undefined && !runsAgain) changes.endAs(end, now, this.config.ZERO_RETENTION_HOLD);
    }
  }

  private async cachePages(changes: readonly JobChanges[]): Promise<void> {
    const pages = changes.flatMap((job) => job.cachedPages);
    if (pages.length === 0) return;
    const written = this.cache.add(pages);
    // A repeated scrape must hit the cache.
    if (changes.some(({ job, cachedPages }) => job.kind === 'scrape' && cachedPages.length > 0)) await written;
  }

  private observe(changes: readonly JobChanges[]): void {
    for (const { job, pages, end, retention } of changes) {
      for (const { state, reason, engine } of pages) {
        this.metrics.pagesStored.inc({ state, reason: reason ?? 'none', engine: engine ?? 'none' });
      }
      if (end === undefined || job.completedAt === null) continue;
      const durationMs = job.completedAt.getTime() - job.createdAt.getTime();
      this.metrics.jobDuration.observe({ kind: job.kind, state: end }, durationMs / 1000);
      const fields = {
        jobId: job.id,
        teamId: job.teamId,
        kind: job.kind,
        state: end,
        completed: job.completed,
        failed: job.failed,
        durationMs,
        // The error may contain a URL.
        ...(end === 'failed' && job.error !== null && retention.leavesTraces ? { reason: job.error } : {}),
      };
      if (job.kind === 'scrape') this.log.debug('job-ended', fields);
      else this.log.info('job-ended', fields);
    }
    if (changes.some((job) => job.events.length > 0)) this.signals.outbox.set();
  }
}

async function settlementsOf(
  transaction: Transaction,
  candidates: readonly JobChanges[],
): Promise<Map<string, Settlement>> {
  const jobIds = candidates.filter(({ job }) => job.kind !== 'scrape').map(({ job }) => job.id);
  const settlements = jobIds.length === 0 ? [] : await readSettlements(transaction, jobIds);
  return new Map(settlements.map((settlement) => [settlement.jobId, settlement]));
}

function creditsOf(changes: readonly JobChanges[]): Map<string, number> {
  const credits = new Map<string, number>();
  for (const { job, pages } of changes) {
    const used = pages.reduce((sum, page) => sum + page.creditsUsed, 0);
    if (used > 0) credits.set(job.teamId, (credits.get(job.teamId) ?? 0) + used);
  }
  return credits;
}

function notificationsOf(changes: readonly JobChanges[]): Notifications {
  return {
    // One page is enough for readers of a job, who read all that is new. Each scrape has its own caller.
    pages: changes
      .flatMap(({ job, pages }) => (job.kind === 'scrape' ? pages : pages.slice(-1)))
      .map(({ id, jobId, state }) => ({ jobId, pageId: id, state })),
    // The page of a scrape also announces that it ended.
    jobs: changes
      .filter(({ job, end, pages }) => end !== undefined && !(job.kind === 'scrape' && pages.length > 0))
      .map(({ job }) => ({ jobId: job.id, state: job.state })),
    directReplies: changes.flatMap(({ directReplies }) => directReplies),
  };
}
