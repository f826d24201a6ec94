import { Inject, Injectable } from '@nestjs/common';
import { markOf, type RenderPage, withTtl } from '@orbweaver/contracts';
import { deadlineMs, type ScrapeSpec } from '@orbweaver/core';
import type { LanguageModel } from '@orbweaver/language-model';
import { BrokerUnavailableError, type Publisher } from '@orbweaver/messaging';
import { type Caller, type Database, newJobId, readPageResult, requestCancel } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LANGUAGE_MODEL, LOG, PUBLISHER } from '@orbweaver/platform';
import type { UploadedFile } from '../edge/uploaded-file';
import { ApiError } from '../errors/api-error';
import { scrapeStopped, scrapeTimedOut } from '../errors/page-failure-answer';
import type { GatewayConfig } from '../gateway.config';
import { StoredContents } from '../jobs/stored-contents';
import { DirectReplies, type ExpectedReply } from '../notifications/direct-replies';
import { PageWaiters } from '../notifications/page-waiters';
import type { TargetUrl } from '../url/read-url';
import type { ScrapeResult } from '../wire/splice-document';
import { acceptOrRefuse } from './accept-or-refuse';
import { checkModelWork, checkSpecSize } from './check-spec';
import { ScrapeCache } from './scrape-cache';
import { ScrapeQueue } from './scrape-queue';

export interface ScrapeSubmission {
  target: TargetUrl;
  spec: ScrapeSpec;
  origin: string;
  integration?: string;
  /** The page is not stored; its document arrives in a message. */
  zeroDataRetention: boolean;
  /** The page is this file and is not fetched. */
  upload?: UploadedFile;
}

interface RunningScrape extends ScrapeSubmission {
  id: string;
  deadlineAt: number;
}

/** Time to wait for an ephemeral document after its page is done: it is already billed and must not be lost. */
const DIRECT_REPLY_LATE_MS = 30_000;

const documentLost = () =>
  // Not 502, which client libraries retry: the scrape would be billed again.
  new ApiError(
    500,
    'The page was scraped, but its document was lost in transit. With zero data retention it is not stored; scrape it again',
  );

/** Longer than the detection of a dead connection. */
const BROKER_RETRY_SECONDS = 30;

export const brokerUnavailable = () =>
  new ApiError(503, `Kafka is unavailable. Retry after ${BROKER_RETRY_SECONDS} s.`, {
    code: 'BROKER_UNAVAILABLE',
    headers: { 'Retry-After': String(BROKER_RETRY_SECONDS) },
  });

/** Scrapes one page while the caller waits: inserts a job of one page, publishes it and waits for the result. */
@Injectable()
export class ScrapePages {
  private readonly directReplyLateMs = DIRECT_REPLY_LATE_MS;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly waiters: PageWaiters,
    private readonly queue: ScrapeQueue,
    private readonly replies: DirectReplies,
    private readonly cache: ScrapeCache,
    private readonly contents: StoredContents,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(LANGUAGE_MODEL) private readonly model: LanguageModel | undefined,
  ) {}

  /**
   * Undefined if the caller disconnected. @throws ApiError 400 for options that are too large or need an unavailable
   * model, 402 without credits, 408 after the deadline, 503 without Kafka or if this process stops
   */
  async scrape(
    caller: Caller,
    submission: ScrapeSubmission,
    gone: AbortSignal,
  ): Promise<{ id: string; result: ScrapeResult } | undefined> {
    const { spec, zeroDataRetention } = submission;
    this.check(spec, zeroDataRetention);
    const id = newJobId();
    const reply = zeroDataRetention ? this.replies.expect(id) : undefined;
    try {
      const result = await this.run(
        caller,
        { ...submission, id, deadlineAt: Date.now() + deadlineMs(spec) },
        gone,
        reply,
      );
      return result && { id, result };
    } finally {
      reply?.forget();
    }
  }

  /** @throws ApiError 400 for options that are too large or need an unavailable model */
  check(spec: ScrapeSpec, zeroDataRetention: boolean): void {
    checkSpecSize(spec);
    checkModelWork(spec, { hasModel: this.model !== undefined, zeroDataRetention });
  }

  private async run(
    caller: Caller,
    scrape: RunningScrape,
    gone: AbortSignal,
    reply: ExpectedReply | undefined,
  ): Promise<ScrapeResult | undefined> {
    const { id, spec, deadlineAt } = scrape;
    const failed = new AbortController();
    const wait = this.waiters.wait(id, deadlineMs(spec), AbortSignal.any([gone, failed.signal]));
    const over = new AbortController();
    void wait.then(() => over.abort());
    try {
      // A race, so that a slow database does not delay the response beyond the deadline.
      await Promise.race([this.submit(caller, scrape, over.signal), wait]);
    } catch (error) {
      failed.abort();
      throw error;
    }
    const end = await wait;
    this.queue.noteFreeSlot(caller.teamId);
    if (end === 'gone') return undefined;
    const waitMs = end === 'stored' ? Math.max(deadlineAt - Date.now(), this.directReplyLateMs) : 0;
    const replied = await reply?.receive(waitMs, gone);
    if (gone.aborted) return undefined;
    if (replied !== undefined) return replied;
    const result = await readPageResult(this.database, { pageId: id, teamId: caller.teamId });
    // Read also after a timeout, because PageStored can be lost.
    if (result === undefined) throw end === 'stopping' ? scrapeStopped() : scrapeTimedOut();
    if (result.isErased && result.state === 'done') throw documentLost();
    return this.contents.completeResult(result);
  }

  /** Accepts the job, waits for a slot of the team and publishes the page. @param over aborts when the wait has ended */
  private async submit(caller: Caller, scrape: RunningScrape, over: AbortSignal): Promise<void> {
    const { id, target, spec, origin, integration, zeroDataRetention, upload } = scrape;
    const needsSlot = caller.maxConcurrency !== null;
    const message = renderPageOf(caller, scrape);
    // A scrape that waits for a slot is looked up later, when the cache may have changed.
    const early = needsSlot || upload !== undefined ? undefined : this.cache.find(message);
    await acceptOrRefuse(this.database, this.config, caller, {
      id,
      isLimited: needsSlot || caller.creditsLimited,
      waitsForPlace: needsSlot,
      spec: { kind: 'scrape', url: target.url, scrape: spec },
      zeroDataRetention,
      origin,
      integration,
    });
    this.log.debug('job-started', { jobId: id, kind: 'scrape' });
    if (needsSlot && !(await this.queue.waitForSlot(caller.teamId, id, over))) {
      // Releases the slot for the next scrape.
      await requestCancel(this.database, id);
      return;
    }
    const send = (page: RenderPage) => this.publisher.publish('renderInteractive', id, withTtl(page, Date.now()));
    try {
      if (upload === undefined) {
        await this.cache.complete(message, await (early ?? this.cache.find(message)), send);
      } else {
        const { contentType } = upload;
        // Narrows the type: the schema excludes SharedArrayBuffer.
        await upload.take((bytes) =>
          send({ ...message, upload: { contentType }, uploadBody: bytes as Uint8Array<ArrayBuffer> }),
        );
      }
    } catch (error) {
      // Not published: release its slot and credit.
      await requestCancel(this.database, id);
      this.queue.noteFreeSlot(caller.teamId);
      if (!(error instanceof BrokerUnavailableError)) throw error;
      this.log.warn('scrape-not-sent', { jobId: id }, error);
      throw brokerUnavailable();
    }
  }
}

function renderPageOf({ teamId, hosts }: Caller, scrape: RunningScrape): RenderPage {
  const { id, target, spec, deadlineAt } = scrape;
  return {
    type: 'RenderPage',
    pageId: id,
    jobId: id,
    teamId,
    kind: 'scrape',
    url: target.url,
    sourceUrl: target.sourceUrl,
    spec: hosts === undefined ? spec : { ...spec, hosts },
    depth: 0,
    epoch: 1,
    attempt: 1,
    deferrals: 0,
    deadlineAt,
    ...markOf(scrape),
  };
}
