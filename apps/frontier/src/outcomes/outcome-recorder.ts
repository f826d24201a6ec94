import { Inject, Injectable } from '@nestjs/common';
import type { PageOutcome } from '@orbweaver/contracts';
import { type Clock, explainSkip, type PageFailure, pageRetryMs, retryLimits, retryWaits } from '@orbweaver/core';
import {
  blockHost,
  type Database,
  moveOrigin,
  type PageEnd,
  promoteWaiting,
  readLeasedPage,
  readLeasedPages,
  requeuePage,
} from '@orbweaver/persistence';
import { CLOCK, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { Admission, slotsLeft } from '../admission/admission';
import { judgeCandidates } from '../admission/judge-candidates';
import { TrapWatches } from '../admission/trap-watches';
import { FrontierMetrics } from '../frontier-metrics';
import { CompiledJobs } from '../jobs/compiled-jobs';
import { FrontierTransactions } from '../jobs/frontier-transactions';
import { HostConcurrency } from '../pace/host-concurrency';
import { DonePages } from './done-pages';
import { PageFinisher, type PageOfJob } from './page-finisher';
import { acceptsOutcome, originAfterRedirect } from './page-states';

type OutcomeOf<K extends PageOutcome['outcome']['kind']> = Extract<PageOutcome['outcome'], { kind: K }>;

@Injectable()
export class OutcomeRecorder {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    private readonly compiledJobs: CompiledJobs,
    private readonly admission: Admission,
    private readonly transactions: FrontierTransactions,
    private readonly pages: PageFinisher,
    private readonly donePages: DonePages,
    private readonly traps: TrapWatches,
    private readonly hosts: HostConcurrency,
    private readonly metrics: FrontierMetrics,
  ) {}

  /** Records outcomes of one job. Idempotent: outcomes with an old epoch are only counted. */
  async recordAll(jobId: string, messages: readonly PageOutcome[]): Promise<void> {
    const compiled = await this.compiledJobs.find(jobId);
    const pageIds = messages.map(({ pageId }) => pageId);
    const read = compiled === undefined ? [] : await readLeasedPages(this.database, [...new Set(pageIds)]);
    const pages = new Map(read.map((page) => [page.id, page]));
    const done = new Map<string, PageOutcome>();
    const others: PageOutcome[] = [];
    for (const message of messages) {
      const page = pages.get(message.pageId);
      // A repeated message finds the page finished.
      const isDone = message.outcome.kind === 'done' && !done.has(message.pageId);
      const counts = page !== undefined && page.jobId === jobId && acceptsOutcome(page, message.epoch, 'done');
      if (isDone && counts) done.set(message.pageId, message);
      else others.push(message);
    }
    if (compiled !== undefined && done.size > 0) {
      const ended = await this.donePages.record(
        compiled,
        [...done.values()].map((message) => ({ ...message, page: pages.get(message.pageId)! })),
      );
      for (const message of done.values()) {
        this.conclude(ended.has(message.pageId) ? { page: pages.get(message.pageId)!, compiled } : undefined, message);
      }
    }
    for (const message of others) await this.record(message);
  }

  async record(message: PageOutcome): Promise<void> {
    const page = await readLeasedPage(this.database, message.pageId);
    const compiled = page === undefined ? undefined : await this.compiledJobs.find(page.jobId);
    const held = page !== undefined && compiled !== undefined ? { page, compiled } : undefined;
    const counts = held !== undefined && acceptsOutcome(held.page, message.epoch, message.outcome.kind);
    this.conclude(counts && (await this.apply(held, message)) ? held : undefined, message);
  }

  private conclude(held: PageOfJob | undefined, { pageId, jobId, epoch, outcome }: PageOutcome): void {
    if (held === undefined) {
      this.metrics.staleOutcome();
      this.log.debug('outcome-stale', { pageId, jobId, epoch });
      return;
    }
    const isReturned = outcome.kind === 'deferred' && outcome.returned === true;
    if (!isReturned) this.note(held, outcome);
    this.metrics.outcome(outcome.kind === 'failed' ? outcome.failure.reason : isReturned ? 'returned' : outcome.kind);
  }

  /** Records an expired lease as a failure. False if the page has a newer state. */
  async recordExpiry(expired: { pageId: string; epoch: number }): Promise<boolean> {
    const page = await readLeasedPage(this.database, expired.pageId);
    const compiled = page === undefined ? undefined : await this.compiledJobs.find(page.jobId);
    if (page === undefined || compiled === undefined || !acceptsOutcome(page, expired.epoch, 'failed')) return false;
    const message = 'No renderer finished the page before its lease expired.';
    const failure: PageFailure = { reason: 'lease-expired', message };
    const changed = await this.failed({ page, compiled }, failure);
    if (changed) compiled.window.leaseRanOut(this.clock());
    if (changed) this.note({ page, compiled }, { kind: 'failed', failure });
    return changed;
  }

  private note({ page, compiled }: PageOfJob, outcome: PageOutcome['outcome']): void {
    const cameBackSoon = this.hosts.pageCameBack({ page, deadlineMs: compiled.deadlineMs, outcome });
    if (cameBackSoon) compiled.window.pageCameBack();
  }

  /** Skips a leased page that a robots.txt fetched after the lease forbids. */
  async recordRobotsRefusal(refused: { pageId: string; epoch: number }): Promise<void> {
    const page = await readLeasedPage(this.database, refused.pageId);
    const compiled = page === undefined ? undefined : await this.compiledJobs.find(page.jobId);
    if (page === undefined || compiled === undefined || page.epoch !== refused.epoch) return;
    const changed = await this.transactions.run(page.jobId, (transaction, job) =>
      this.pages.finishAndPromote(transaction, job, { page, compiled }, { state: 'skipped', reason: 'robots' }),
    );
    if (changed) this.metrics.skipped('robots');
  }

  private apply(held: PageOfJob, { outcome, ...message }: PageOutcome): Promise<boolean> {
    switch (outcome.kind) {
      case 'done':
        return this.donePages.record(held.compiled, [{ ...message, page: held.page }]).then(({ size }) => size > 0);
      case 'failed':
        return this.failed(held, outcome.failure);
      case 'redirected':
        return this.redirected(held, outcome);
      case 'deferred':
        return this.deferred(held, outcome);
    }
  }

  private failed(held: PageOfJob, failure: PageFailure): Promise<boolean> {
    const { page } = held;
    return this.transactions.run(page.jobId, async (transaction, job) => {
      if (job.cancelled) return this.pages.finish(transaction, job, held, { state: 'skipped', reason: 'cancelled' });
      const retryMs = pageRetryMs(failure.reason, page.attempt);
      if (retryMs !== undefined) {
        const dueAt = new Date(this.clock().getTime() + retryMs);
        const requeued = await requeuePage(transaction, { jobId: job.id, pageId: page.id, epoch: page.epoch, dueAt });
        return requeued ? { goesOn: true } : undefined;
      }
      return this.pages.finishAndPromote(
        transaction,
        job,
        held,
        { state: 'failed', ...failure },
        // A late document would exceed the limit.
        { closeEpoch: failure.reason === 'lease-expired' },
      );
    });
  }

  private async redirected(held: PageOfJob, { finalUrl }: OutcomeOf<'redirected'>): Promise<boolean> {
    const { page, compiled } = held;
    const traps = await this.traps.find(compiled.jobId);
    return this.transactions.run(page.jobId, async (transaction, job) => {
      if (job.cancelled) return this.pages.finish(transaction, job, held, { state: 'skipped', reason: 'cancelled' });
      const fail = (reason: 'out-of-scope' | 'too-many-redirects' | 'bad-response', message: string) =>
        this.pages.finishAndPromote(transaction, job, held, { state: 'failed', reason, message });
      const { crawl } = compiled;
      if (crawl === undefined) return fail('bad-response', `The page redirects to ${finalUrl}.`);
      if (page.redirects >= retryLimits.redirects) {
        return fail(
          'too-many-redirects',
          `The page redirected ${page.redirects} times. The limit is ${retryLimits.redirects}.`,
        );
      }
      const entered = job.originUrl ?? page.url;
      const originUrl = page.isStart ? originAfterRedirect(compiled, entered, finalUrl) : entered;
      const [target] = judgeCandidates([finalUrl], {
        compiled,
        originUrl,
        depth: page.depth,
        ...(page.foundOnUrl === null ? {} : { foundOnUrl: page.foundOnUrl }),
        // The target may have a new origin, so its robots.txt is fetched when the target is due.
        knownRobots: () => undefined,
        ...(page.foundOnUrl === null && !page.isHidden ? {} : { traps }),
        bypassScope: page.isStart,
      });
      if (target === undefined) return fail('bad-response', `The page redirects to an invalid URL: ${finalUrl}`);
      if (target.refused !== undefined) {
        const reason = explainSkip(target.refused, crawl.scope);
        return fail('out-of-scope', `The page redirects to ${finalUrl}. ${reason}`);
      }
      const end: PageEnd = { state: 'skipped', reason: 'redirected', message: finalUrl };
      const change = await this.pages.finish(transaction, job, held, end);
      if (change === undefined || change.ended === 'done') return change;
      if (originUrl !== entered) await moveOrigin(transaction, job.id, originUrl);
      const found = {
        ...target,
        sourceUrl: page.sourceUrl,
        depth: page.depth,
        ...(page.foundOn === null ? {} : { foundOn: page.foundOn }),
      };
      const { queued } = await this.admission.admit(transaction, job, [found], {
        room: slotsLeft(job, 1),
        isStart: page.isStart,
        isHidden: page.isHidden,
        redirects: page.redirects + 1,
      });
      // A known target has its own slot, so the slot of this page is free.
      const promoted = queued > 0 ? 0 : await promoteWaiting(transaction, job.id, this.clock());
      return { ...change, goesOn: change.goesOn === true || queued + promoted > 0 };
    });
  }

  private deferred(held: PageOfJob, { retryAfterMs, returned }: OutcomeOf<'deferred'>): Promise<boolean> {
    const { page } = held;
    return this.transactions.run(page.jobId, async (transaction, job) => {
      if (job.cancelled) return this.pages.finish(transaction, job, held, { state: 'skipped', reason: 'cancelled' });
      if (!returned && page.deferrals >= retryLimits.acceptedDeferrals) {
        const message = `The host answered 429 or 503 to ${page.deferrals} requests for the page. Crawl it later or with a \`delay\`.`;
        return this.pages.finishAndPromote(transaction, job, held, {
          state: 'failed',
          reason: 'bad-response',
          message,
        });
      }
      // The block of a host applies to the jobs of all teams.
      const dueAt = new Date(this.clock().getTime() + Math.min(retryAfterMs, retryWaits.busyHost.longestMs));
      const { id: pageId, epoch } = page;
      const how = returned ? { returned } : { deferred: true };
      const requeued = await requeuePage(transaction, { jobId: job.id, pageId, epoch, dueAt, ...how });
      if (!requeued) return undefined;
      if (!returned) await blockHost(transaction, page.host, dueAt);
      return { goesOn: true };
    });
  }
}
