import { randomUUID } from 'node:crypto';
import type { PageDocument } from '@orbweaver/contracts';
import {
  type DocumentMetadata,
  JobSpec,
  type PageFailure,
  type ScrapeSpec,
  type WebhookEventKind,
  WebhookSpec,
} from '@orbweaver/core';
import type {
  LockedJob,
  NewCreditEntry,
  NewDocument,
  NewPage,
  NewWebhookEvent,
  Settlement,
} from '@orbweaver/persistence';
import { creditsForPage } from '../store/credits-for-page';
import { storableText, storableValue } from '../store/storable';
import type { JobEnd } from './decide-end';

/** Where and what a page is; a PageDocument without its result. */
export type PageIdentity = Pick<PageDocument, 'pageId' | 'epoch' | 'url' | 'sourceUrl' | 'depth'>;

export interface DoneResult {
  metadata: DocumentMetadata;
  engine: 'http' | 'browser';
  jsonBytes: number;
  content: Uint8Array;
}

/**
 * One locked job and all that a transaction adds to it: pages with their ordinals, counts, credits, its end, and the webhook
 * events that tell of them. It decides in memory only; JobWriter writes it down.
 */
export class JobChanges {
  readonly job: LockedJob & { completedAt: Date | null };
  readonly pages: NewPage[] = [];
  readonly documents: NewDocument[] = [];
  readonly events: NewWebhookEvent[] = [];
  /** One a document. */
  readonly credits: NewCreditEntry[] = [];
  private readonly webhook: WebhookSpec | undefined;
  private isTouched = false;
  private scrapeSpec: ScrapeSpec | undefined;

  constructor(job: LockedJob) {
    this.job = { ...job, completedAt: null };
    this.webhook = job.webhook === null ? undefined : WebhookSpec.parse(job.webhook);
  }

  get isFinal(): boolean {
    return this.job.state !== 'scraping';
  }

  /** Whether there is anything to write. */
  get isChanged(): boolean {
    return this.isTouched;
  }

  /** Set when the job ended by these changes. */
  get end(): JobEnd | undefined {
    return this.job.completedAt === null || this.job.state === 'scraping' ? undefined : this.job.state;
  }

  /** Tells of the job's beginning, once, before any other event. */
  announceStart(): void {
    // Whoever wants `started` gets it as number 1, so any number given means that it was.
    if (this.job.webhookSequence === 0) this.addEvent('started');
  }

  addDocument(page: PageIdentity, done: DoneResult): void {
    this.scrapeSpec ??= JobSpec.parse(this.job.spec).scrape;
    const creditsUsed = creditsForPage(done.metadata, this.scrapeSpec);
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
    });
    this.credits.push({
      id: page.pageId,
      teamId: this.job.teamId,
      apiKeyId: this.job.apiKeyId,
      jobId: this.job.id,
      kind: 'page',
      amount: -creditsUsed,
      note: null,
    });
    this.documents.push({
      pageId: page.pageId,
      jobId: this.job.id,
      metadata: storableValue({ ...done.metadata, scrapeId: page.pageId, creditsUsed }),
      content: done.content,
      jsonBytes: done.jsonBytes,
    });
    this.announceStart();
    this.addEvent('page', { pageId: page.pageId });
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
      message: storableText(failure.message),
      creditsUsed: 0,
    });
    if (this.job.kind === 'scrape') this.job.error = storableText(failure.message);
    this.isTouched = true;
  }

  /** Remembers how the frontier has settled the job. */
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

  /** Ends the job, with one event of the end's own name. */
  endAs(end: JobEnd, now: Date): void {
    this.job.state = end;
    this.job.completedAt = now;
    this.isTouched = true;
    this.announceStart();
    this.addEvent(end, { error: end === 'failed' ? (this.job.error ?? 'The job failed.') : null });
  }

  private identify(page: PageIdentity) {
    this.isTouched = true;
    return {
      id: page.pageId,
      jobId: this.job.id,
      teamId: this.job.teamId,
      epoch: page.epoch,
      url: storableText(page.url),
      sourceUrl: storableText(page.sourceUrl),
      depth: page.depth,
    };
  }

  private addEvent(kind: WebhookEventKind, about: { pageId?: string; error?: string | null } = {}): void {
    if (this.webhook === undefined || this.job.kind === 'scrape' || !this.webhook.events.includes(kind)) return;
    this.job.webhookSequence += 1;
    this.isTouched = true;
    this.events.push({
      id: randomUUID(),
      jobId: this.job.id,
      teamId: this.job.teamId,
      sequence: this.job.webhookSequence,
      type: `${this.job.kind === 'crawl' ? 'crawl' : 'batch_scrape'}.${kind}`,
      pageId: about.pageId ?? null,
      error: about.error ?? null,
    });
  }
}
