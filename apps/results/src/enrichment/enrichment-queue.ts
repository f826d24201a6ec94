import { deserialize, serialize } from 'node:v8';
import { Inject, Injectable } from '@nestjs/common';
import { PageDocument } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { currentWork, runWork } from '@orbweaver/messaging';
import { type ContentCipher, ContentMissingError, type ContentPlace, UnknownKeyError } from '@orbweaver/object-store';
import {
  addEnrichment,
  type ClaimedEnrichment,
  claimEnrichments,
  type Database,
  deleteEnrichment,
  postponeEnrichments,
  releaseEnrichments,
  renewEnrichments,
} from '@orbweaver/persistence';
import {
  CIPHER,
  CONFIG,
  DATABASE,
  type EventLog,
  LOG,
  STOPPING,
  type Stopping,
  TRACING,
  type Tracing,
} from '@orbweaver/platform';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { ResultsSignals } from '../results-signals';
import { DocumentBatches } from '../store/document-batches';
import { DocumentEnricher } from './enrich-document';
import type { EnrichedDocument } from './enriched-document';

/** Time until pages of a dead process are claimed by another. */
const CLAIM_MS = 15_000;
/** A page that so many processes started and none finished probably crashes them. */
const MAX_ATTEMPTS = 5;
/** Time until pages with an unknown key are read again. */
const LOCKED_MS = 5 * 60_000;
/** Claims of a round that find pages with an unknown key, so that many of them delay no other page for long. */
const MAX_CLAIMS = 100;

/**
 * Queues documents for the language model in Postgres, so that restarts and rebalances lose nothing. Each process handles
 * a bounded number at once: pages of waiting callers first, then fair among teams.
 */
@Injectable()
export class EnrichmentQueue {
  /** By page; at most LLM_CONCURRENCY. */
  private readonly inHand = new Map<string, Promise<void>>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<ResultsConfig, 'LLM_CONCURRENCY'>,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    private readonly enricher: DocumentEnricher,
    private readonly documents: DocumentBatches,
    private readonly metrics: ResultsMetrics,
    private readonly signals: ResultsSignals,
    @Inject(TRACING) private readonly tracing: Tracing,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
  ) {}

  async add(message: PageDocument, isUrgent: boolean): Promise<void> {
    const { pageId, jobId, teamId, epoch } = message;
    const traceparent = currentWork()?.trace?.traceparent ?? null;
    const packed = this.cipher.encrypt(placeOf(pageId), serialize(message));
    await addEnrichment(this.database, { pageId, jobId, teamId, epoch, isUrgent, message: packed, traceparent });
    this.signals.enrichments.set();
  }

  async begin(): Promise<void> {
    for (const isUrgent of [true, false]) {
      for (let claims = 0; claims < MAX_CLAIMS; claims++) {
        const limit = this.config.LLM_CONCURRENCY - this.inHand.size;
        if (limit <= 0 || this.stopping.signal.aborted) return;
        const claimed = await claimEnrichments(this.database, { isUrgent, limit, forMs: CLAIM_MS });
        const locked = claimed.filter((one) => !this.start(one));
        if (locked.length === 0) break;
        await postponeEnrichments(this.database, locked, LOCKED_MS);
      }
    }
  }

  /** @returns false without the key of the message */
  private start(claimed: ClaimedEnrichment): boolean {
    const { pageId } = claimed;
    let message: Uint8Array | undefined;
    try {
      message = this.cipher.decrypt(placeOf(pageId), claimed.message);
    } catch (error) {
      if (error instanceof UnknownKeyError) return false;
      if (!(error instanceof ContentMissingError)) throw error;
    }
    this.inHand.set(
      pageId,
      this.run(claimed, message).finally(() => {
        this.inHand.delete(pageId);
        this.metrics.modelAtWork.set(this.inHand.size);
        this.signals.enrichments.set();
      }),
    );
    this.metrics.modelAtWork.set(this.inHand.size);
    return true;
  }

  /** Must be called more often than claims expire. */
  async renew(): Promise<void> {
    if (this.inHand.size > 0)
      await renewEnrichments(this.database, { pageIds: [...this.inHand.keys()], forMs: CLAIM_MS });
  }

  async drain(): Promise<void> {
    const pageIds = [...this.inHand.keys()];
    await Promise.all(this.inHand.values());
    if (pageIds.length > 0) await releaseEnrichments(this.database, pageIds);
  }

  /** Never rejects: an expired claim is claimed again. */
  private run(claimed: ClaimedEnrichment, message: Uint8Array | undefined): Promise<void> {
    const { pageId, jobId, teamId, traceparent, createdAt } = claimed;
    const waits = [{ name: 'queue enrichments', fromMs: createdAt.getTime(), toMs: Date.now() }];
    // Pages with zeroDataRetention are not sent to a model.
    const scope = { isEphemeral: false, ids: { pageId, jobId, teamId } };
    const trace = traceparent === null ? undefined : { traceparent, waits };
    return runWork({ ...scope, ...(trace && { trace }) }, () => this.runInScope(claimed, message));
  }

  /** An altered message is undefined. It is deleted, and the frontier renders the page again. */
  private async runInScope(claimed: ClaimedEnrichment, message: Uint8Array | undefined): Promise<void> {
    const { pageId, epoch, isUrgent } = claimed;
    try {
      if (message === undefined) return await deleteEnrichment(this.database, { pageId, epoch });
      const document = await this.tracing.span('enrich', {}, () => this.enrich(message, claimed.attempt));
      await this.tracing.span('store', {}, () => {
        const traceparent = currentWork()?.trace?.traceparent;
        return (isUrgent ? this.documents.interactive : this.documents.bulk).add({ ...document, traceparent });
      });
      await deleteEnrichment(this.database, { pageId, epoch });
    } catch (error) {
      if (!this.stopping.signal.aborted) this.log.error('enrichment-failed', { pageId }, error);
    }
  }

  private async enrich(message: Uint8Array, attempt: number): Promise<EnrichedDocument> {
    const document = PageDocument.parse(deserialize(Buffer.from(message)));
    if (attempt > MAX_ATTEMPTS) return failed(document);
    try {
      return await this.enricher.enrich(document);
    } catch (error) {
      if (!(error instanceof PoisonedInputError)) throw error;
      this.log.error('enrichment-failed', { pageId: document.pageId }, error);
      return failed(document);
    }
  }
}

const placeOf = (pageId: string): ContentPlace => ({ column: 'enrichments.message', row: pageId });

function failed({ content: _, ...document }: PageDocument): EnrichedDocument {
  const message = 'The language model formats failed because of an internal error. Scrape the page again.';
  return { ...document, result: { kind: 'failed', failure: { reason: 'model-failed', message } } };
}
