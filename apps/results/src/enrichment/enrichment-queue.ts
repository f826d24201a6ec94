import { deserialize, serialize } from 'node:v8';
import { Inject, Injectable } from '@nestjs/common';
import { PageDocument } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { currentWork, runWork } from '@orbweaver/messaging';
import {
  addEnrichment,
  type ClaimedEnrichment,
  claimEnrichments,
  type Database,
  deleteEnrichment,
  releaseEnrichments,
  renewEnrichments,
} from '@orbweaver/persistence';
import {
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

/** How late the pages of a process that died are taken by another. */
const CLAIM_MS = 15_000;
/** A page that so many processes began with and none finished brings them down. */
const MAX_ATTEMPTS = 5;

/**
 * Documents wait in Postgres for the language model: hours of work may wait for a slow one, and neither a restart nor
 * a rebalance may lose it or begin it anew. Each process asks about a bounded number at once, those of waiting callers
 * first, teams in turn.
 */
@Injectable()
export class EnrichmentQueue {
  /** By page: LLM_CONCURRENCY at most. */
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
  ) {}

  /** Resolves when the document is kept. */
  async add(message: PageDocument, isUrgent: boolean): Promise<void> {
    const { pageId, jobId, teamId, epoch } = message;
    const traceparent = currentWork()?.trace?.traceparent ?? null;
    const packed = serialize(message);
    await addEnrichment(this.database, { pageId, jobId, teamId, epoch, isUrgent, message: packed, traceparent });
    this.signals.enrichments.set();
  }

  /** Begins with as many as there are places for. */
  async begin(): Promise<void> {
    for (const isUrgent of [true, false]) {
      const limit = this.config.LLM_CONCURRENCY - this.inHand.size;
      if (limit <= 0 || this.stopping.signal.aborted) return;
      for (const claimed of await claimEnrichments(this.database, { isUrgent, limit, forMs: CLAIM_MS })) {
        this.inHand.set(
          claimed.pageId,
          this.run(claimed).finally(() => {
            this.inHand.delete(claimed.pageId);
            this.metrics.modelAtWork.set(this.inHand.size);
            this.signals.enrichments.set();
          }),
        );
        this.metrics.modelAtWork.set(this.inHand.size);
      }
    }
  }

  /** Call it more often than claims run out. */
  async renew(): Promise<void> {
    if (this.inHand.size > 0)
      await renewEnrichments(this.database, { pageIds: [...this.inHand.keys()], forMs: CLAIM_MS });
  }

  /** When the process stops: what it has not finished is free for others at once. */
  async drain(): Promise<void> {
    const pageIds = [...this.inHand.keys()];
    await Promise.all(this.inHand.values());
    if (pageIds.length > 0) await releaseEnrichments(this.database, pageIds);
  }

  /** Never rejects: a claim that runs out is taken anew. */
  private run(claimed: ClaimedEnrichment): Promise<void> {
    const { pageId, jobId, teamId, traceparent, createdAt } = claimed;
    const waits = [{ name: 'queue enrichments', fromMs: createdAt.getTime(), toMs: Date.now() }];
    // Nothing of a page with zeroDataRetention goes to a model.
    const scope = { isEphemeral: false, ids: { pageId, jobId, teamId } };
    const trace = traceparent === null ? undefined : { traceparent, waits };
    return runWork({ ...scope, ...(trace && { trace }) }, () => this.runInScope(claimed));
  }

  private async runInScope(claimed: ClaimedEnrichment): Promise<void> {
    const { pageId, epoch, isUrgent } = claimed;
    try {
      const document = await this.tracing.span('enrich', {}, () => this.enrich(claimed));
      await this.tracing.span('store', {}, () => {
        const traceparent = currentWork()?.trace?.traceparent;
        return (isUrgent ? this.documents.interactive : this.documents.bulk).add({ ...document, traceparent });
      });
      await deleteEnrichment(this.database, { pageId, epoch });
    } catch (error) {
      if (!this.stopping.signal.aborted) this.log.error('enrichment-failed', { pageId }, error);
    }
  }

  private async enrich({ message, attempt }: ClaimedEnrichment): Promise<EnrichedDocument> {
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

function failed({ content: _, ...document }: PageDocument): EnrichedDocument {
  const message = 'What a language model should read of the page could not be read.';
  return { ...document, result: { kind: 'failed', failure: { reason: 'model-failed', message } } };
}
