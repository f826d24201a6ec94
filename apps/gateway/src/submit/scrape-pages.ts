import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { markOf, type RenderPage } from '@orbweaver/contracts';
import { deadlineMs, type JobSpec, type ScrapeSpec } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import { acceptJob, type Caller, type Database, readPageResult, requestCancel } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG, PUBLISHER } from '@orbweaver/platform';
import { ApiError } from '../edge/api-error';
import { scrapeTimedOut } from '../edge/page-failure-answer';
import type { GatewayConfig } from '../gateway.config';
import { DirectReplies, type ExpectedReply } from '../live/direct-replies';
import { PageWaiters } from '../live/page-waiters';
import type { TargetUrl } from '../url/target-urls';
import type { ScrapeAnswer } from './answer-scrape';
import { checkSpecSize } from './check-spec-size';
import { expiryOf } from './expiry';
import { insufficientCredits } from './insufficient-credits';
import { ScrapeCache } from './scrape-cache';
import { ScrapeQueue } from './scrape-queue';

export interface ScrapeSubmission {
  target: TargetUrl;
  spec: ScrapeSpec;
  origin: string;
  integration?: string;
  /** Nothing of the page is stored: its document comes in a message. */
  zeroDataRetention: boolean;
}

/** 502 is what client libraries ask again for, and another process may answer them then. */
const serviceStops = () => new ApiError(502, 'The service is stopping; send the request again');

/**
 * How much later than the word that the page is stored its document may come at least, when it is stored nowhere: it is
 * billed, so that a slow broker is no reason to give it up before the caller does.
 */
const DIRECT_REPLY_LATE_MS = 30_000;

const documentLost = () =>
  // Not 502: client libraries would ask again by themselves, and be billed again.
  new ApiError(
    500,
    'The page was scraped, but its document was lost on the way here; with zero data retention it is kept nowhere',
  );

/** One page, now: accepted as a job of its own, then waited for. */
@Injectable()
export class ScrapePages {
  private readonly directReplyLateMs = DIRECT_REPLY_LATE_MS;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly waiters: PageWaiters,
    private readonly turns: ScrapeQueue,
    private readonly replies: DirectReplies,
    private readonly cache: ScrapeCache,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /**
   * Undefined when the caller went away.
   * @throws ApiError 400 for options that are too large, 402 without credits, 408 past the deadline, 502 when this process ends first
   */
  async scrape(
    caller: Caller,
    submission: ScrapeSubmission,
    gone: AbortSignal,
  ): Promise<{ id: string; result: ScrapeAnswer } | undefined> {
    const { spec, zeroDataRetention } = submission;
    checkSpecSize(spec);
    const id = randomUUID();
    const reply = zeroDataRetention ? this.replies.expect(id) : undefined;
    try {
      return await this.scrapeAs(id, caller, submission, gone, reply);
    } finally {
      reply?.forget();
    }
  }

  private async scrapeAs(
    id: string,
    caller: Caller,
    submission: ScrapeSubmission,
    gone: AbortSignal,
    reply: ExpectedReply | undefined,
  ): Promise<{ id: string; result: ScrapeAnswer } | undefined> {
    const { spec } = submission;
    const deadlineAt = Date.now() + deadlineMs(spec);
    const leaving = new AbortController();
    const wait = this.waiters.wait(id, deadlineMs(spec), AbortSignal.any([gone, leaving.signal]));
    const over = new AbortController();
    void wait.then(() => over.abort());
    try {
      // A database that takes its time to accept the job is no reason to answer later than was asked for.
      await Promise.race([this.accept(caller, id, submission, deadlineAt, over.signal), wait]);
    } catch (error) {
      leaving.abort();
      throw error;
    }
    const end = await wait;
    this.turns.leave(caller.teamId);
    if (end === 'gone') return undefined;
    const lateMs = end === 'stored' ? Math.max(deadlineAt - Date.now(), this.directReplyLateMs) : 0;
    const answer = await reply?.take(lateMs, gone);
    if (gone.aborted) return undefined;
    if (answer !== undefined) return { id, result: answer };
    const result = await readPageResult(this.database, { pageId: id, teamId: caller.teamId });
    // The last look may still find what no message told of.
    if (result === undefined) throw end === 'stopping' ? serviceStops() : scrapeTimedOut();
    if (result.isErased && result.state === 'done') throw documentLost();
    return { id, result };
  }

  private async accept(
    caller: Caller,
    id: string,
    submission: ScrapeSubmission,
    deadlineAt: number,
    over: AbortSignal,
  ): Promise<void> {
    const { target, spec, origin, integration, zeroDataRetention } = submission;
    const job: JobSpec = { kind: 'scrape', url: target.url, scrape: spec };
    const waitsItsTurn = caller.maxConcurrency !== null;
    const accepted = await acceptJob(this.database, {
      id,
      teamId: caller.teamId,
      apiKeyId: caller.keyId,
      isLimited: waitsItsTurn || caller.creditsLimited,
      waitsForPlace: waitsItsTurn,
      spec: job,
      zeroDataRetention,
      origin,
      integration,
      expiresAt: expiryOf(this.config),
    });
    if (accepted.kind === 'insufficient-credits') throw insufficientCredits(1, accepted);
    this.log.debug('job-started', { jobId: id, kind: 'scrape' });
    if (waitsItsTurn && !(await this.turns.wait(caller.teamId, id, over))) {
      // Nobody waits for it, so it must not keep its place from the next one.
      await requestCancel(this.database, id);
      return;
    }
    const page: RenderPage = {
      type: 'RenderPage',
      pageId: id,
      jobId: id,
      teamId: caller.teamId,
      kind: 'scrape',
      url: target.url,
      sourceUrl: target.sourceUrl,
      spec,
      depth: 0,
      epoch: 1,
      attempt: 1,
      deferrals: 0,
      deadlineAt,
      ...markOf(submission),
    };
    try {
      await this.cache.complete(page, (completed) => this.publisher.publish('renderInteractive', id, completed));
    } catch (error) {
      // Nobody renders it, so it must keep neither its place nor its credit.
      await requestCancel(this.database, id);
      this.turns.leave(caller.teamId);
      throw error;
    }
  }
}
