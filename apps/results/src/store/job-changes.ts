import type { DirectReply, PageDocument } from '@orbweaver/contracts';
import {
  type DocumentMetadata,
  JobSpec,
  type PageFailure,
  PoisonedInputError,
  type ScrapeSpec,
  type WebhookEventKind,
  WebhookSpec,
} from '@orbweaver/core';
import type { PlacedContent } from '@orbweaver/object-store';
import {
  crawlKey,
  type EndedRequest,
  type LockedJob,
  type NewCachedPage,
  type NewCreditEntry,
  type NewDocument,
  type NewPage,
  type NewPageVersion,
  type NewWebhookEvent,
  runPageKey,
  type Settlement,
} from '@orbweaver/persistence';
import { plainHashOf } from '../change-tracking/plain-hash-of';
import type { EnrichedDocument } from '../enrichment/enriched-document';
import { type RetentionPolicy, retentionOf } from '../retention/retention-policy';
import { creditsForPage } from './credits-for-page';
import type { JobEnd } from './decide-end';
import { type EventSubject, newWebhookEvent } from './new-webhook-event';
import { storableText, storableValue } from './storable';

export type PageIdentity = Pick<
  EnrichedDocument,
  'pageId' | 'epoch' | 'url' | 'sourceUrl' | 'depth' | 'modelUse' | 'traceparent'
>;

export interface DoneResult {
  metadata: DocumentMetadata;
  engine: 'http' | 'browser';
  jsonBytes: number;
  content: Uint8Array;
  /** The columns of the content, encrypted if contents are. Not for direct replies. */
  placed: PlacedContent;
  /** Hex. Only for the pages of a schedule. */
  fingerprint?: string | undefined;
}

/** A locked job and the changes of a transaction: pages, counts, credits, state and webhook events. In memory only. */
export class JobChanges {
  readonly job: LockedJob & { completedAt: Date | null };
  readonly pages: NewPage[] = [];
  readonly documents: NewDocument[] = [];
  readonly events: NewWebhookEvent[] = [];
  readonly credits: NewCreditEntry[] = [];
  readonly directReplies: DirectReply[] = [];
  readonly retention: RetentionPolicy;
  readonly cachedPages: NewCachedPage[] = [];
  readonly versions: NewPageVersion[] = [];
  private readonly webhook: WebhookSpec | undefined;
  private isTouched = false;
  private parsedSpec: JobSpec | undefined;

  constructor(job: LockedJob) {
    this.job = { ...job, completedAt: null };
    this.retention = retentionOf(job);
    this.webhook = job.webhook === null ? undefined : WebhookSpec.parse(job.webhook);
  }

  get scrapeSpec(): ScrapeSpec {
    return this.spec.scrape;
  }

  /** Undefined for a batch; empty if the specification lacks it. */
  get startUrl(): string | undefined {
    return this.spec.kind === 'batch' ? undefined : this.spec.url;
  }

  /** The request that these changes ended, for counting. */
  get ended(): EndedRequest[] {
    return this.end === undefined ? [] : [{ teamId: this.job.teamId, apiKeyId: this.job.apiKeyId }];
  }

  get isFinal(): boolean {
    return this.job.state !== 'scraping';
  }

  get isChanged(): boolean {
    return this.isTouched;
  }

  get end(): JobEnd | undefined {
    return this.job.completedAt === null || this.job.state === 'scraping' ? undefined : this.job.state;
  }

  /** Adds the `started` event once, before other events. */
  notifyStart(): void {
    // `started` has number 1, so any number shows that it was added.
    if (this.job.webhookSequence === 0) this.addEvent('started');
  }

  addDocument(page: PageIdentity, done: DoneResult): void {
    const creditsUsed = this.creditsFor(done.metadata, page.modelUse?.isBilled);
    this.job.completed += 1;
    this.job.creditsUsed += creditsUsed;
    this.pages.push({
      ...this.identify(page),
      ordinal: this.job.completed,
      state: 'done',
      statusCode: done.metadata.statusCode,
      engine: done.engine,
      reason: null,
      message: null,
      creditsUsed,
      plainHash: this.retention.leavesTraces ? plainHashOf(page, done.metadata, this.spec, this.job.teamId) : null,
      pageKey: this.pageKeyOf(page),
      fingerprint: done.fingerprint ?? null,
    });
    this.credits.push({
      id: page.pageId,
      teamId: this.job.teamId,
      apiKeyId: this.job.apiKeyId,
      jobId: this.job.id,
      kind: 'page',
      amount: -creditsUsed,
      note: null,
      tokens: (page.modelUse?.promptTokens ?? 0) + (page.modelUse?.completionTokens ?? 0),
    });
    const metadata = { ...done.metadata, scrapeId: page.pageId, creditsUsed };
    if (this.retention.repliesDirectly) {
      this.directReplies.push(directReply(page.pageId, { kind: 'done', metadata }, done.content));
    } else {
      this.documents.push({
        pageId: page.pageId,
        jobId: this.job.id,
        metadata: storableValue(metadata),
        ...done.placed,
        jsonBytes: done.jsonBytes,
      });
    }
    this.notifyStart();
    this.addEvent('page', { pageId: page.pageId, traceparent: page.traceparent });
  }

  /** Pages of a schedule are compared with those of its last run. */
  private pageKeyOf({ url }: PageIdentity): string | null {
    if (!this.retention.leavesTraces || this.spec.scrape.fingerprint !== true) return null;
    return runPageKey(url, this.spec.kind === 'crawl' ? this.spec.scope : undefined);
  }

  /** Adds the version for the next comparison. Must be called with the version's document. */
  addVersion(version: Omit<NewPageVersion, 'crawl'>, tag: string | null): void {
    if (version.teamId !== this.job.teamId) {
      throw new PoisonedInputError(`page ${version.pageId} names another team than its job`);
    }
    if (!this.retention.leavesTraces) return;
    const crawl = this.spec.kind === 'crawl' ? crawlKey(this.job.teamId, this.spec.url, tag) : null;
    this.versions.push({ ...version, url: storableText(version.url), crawl });
  }

  addFailure(page: PageIdentity, failure: PageFailure): void {
    this.job.failed += 1;
    this.pages.push({
      ...this.identify(page),
      ordinal: null,
      state: 'failed',
      statusCode: null,
      engine: null,
      reason: failure.reason,
      message: this.retention.repliesDirectly ? null : storableText(failure.message),
      creditsUsed: 0,
      plainHash: null,
      pageKey: this.pageKeyOf(page),
      fingerprint: null,
    });
    if (this.retention.repliesDirectly) this.directReplies.push(directReply(page.pageId, { kind: 'failed', failure }));
    else if (this.job.kind === 'scrape') this.job.error = storableText(failure.message);
    this.isTouched = true;
  }

  /** Repeats the reply for a stored page, because the first may be lost. */
  repeatDirectReply({ pageId, result, content }: Pick<PageDocument, 'pageId' | 'result' | 'content'>): void {
    if (!this.retention.repliesDirectly) return;
    if (result.kind === 'failed') {
      this.directReplies.push(directReply(pageId, result));
      return;
    }
    const metadata = { ...result.metadata, scrapeId: pageId, creditsUsed: this.creditsFor(result.metadata) };
    this.directReplies.push(directReply(pageId, { kind: 'done', metadata }, content));
  }

  settle({ reason, pages, urlLists, error }: Omit<Settlement, 'jobId'>, now: Date): void {
    const { settledReason, settledPages, settledUrlLists } = this.job;
    if (reason === settledReason && pages === settledPages && urlLists === settledUrlLists) return;
    this.job.settledPages = pages;
    this.job.settledUrlLists = urlLists;
    this.job.settledReason = reason;
    this.job.settledAt = now;
    this.job.error = error === null ? null : storableText(error);
    this.isTouched = true;
  }

  /** Ends the job and adds the event. Data that must be erased is kept for `holdMs`, so that the caller can read it. */
  endAs(end: JobEnd, now: Date, holdMs: number): void {
    this.job.state = end;
    this.job.completedAt = now;
    if (this.retention.isErased) this.job.eraseDueAt = new Date(now.getTime() + holdMs);
    this.isTouched = true;
    this.notifyStart();
    this.addEvent(end, { error: end === 'failed' ? (this.job.error ?? 'The job failed.') : null });
  }

  private creditsFor(metadata: DocumentMetadata, isEnriched?: boolean): number {
    return creditsForPage(metadata, this.scrapeSpec, isEnriched) + this.retention.extraCredits;
  }

  private get spec(): JobSpec {
    this.parsedSpec ??= JobSpec.parse(this.job.spec);
    return this.parsedSpec;
  }

  private identify(page: PageIdentity) {
    this.isTouched = true;
    const where = this.retention.repliesDirectly ? { url: '', sourceUrl: '' } : page;
    return {
      id: page.pageId,
      jobId: this.job.id,
      teamId: this.job.teamId,
      epoch: page.epoch,
      url: storableText(where.url),
      sourceUrl: storableText(where.sourceUrl),
      depth: page.depth,
      promptTokens: page.modelUse?.promptTokens ?? null,
      completionTokens: page.modelUse?.completionTokens ?? null,
    };
  }

  private addEvent(kind: WebhookEventKind, about: Omit<EventSubject, 'kind'> = {}): void {
    if (this.webhook === undefined || this.job.kind === 'scrape' || !this.webhook.events.includes(kind)) return;
    this.job.webhookSequence += 1;
    this.isTouched = true;
    this.events.push(newWebhookEvent(this.job, this.webhook, { kind, ...about }));
  }
}

function directReply(
  pageId: string,
  result: DirectReply['result'],
  content?: DirectReply['content'] | Uint8Array,
): DirectReply {
  const bytes = content as Uint8Array<ArrayBuffer> | undefined;
  return { type: 'DirectReply', pageId, result, ...(bytes === undefined ? {} : { content: bytes }) };
}
