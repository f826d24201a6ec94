import { Inject, Injectable } from '@nestjs/common';
import type { PageDocument } from '@orbweaver/contracts';
import { CONFIG } from '@orbweaver/platform';
import { Semaphore } from 'async-mutex';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { DocumentEnricher } from './enrich-document';
import type { EnrichedDocument } from './enriched-document';

export type EnrichmentLane = 'interactive' | 'bulk';

/** Pages with a waiting caller go first. */
const PRIORITY: Record<EnrichmentLane, number> = { interactive: 1, bulk: 0 };

/** Bounds how many pages the language model is asked about at once. */
@Injectable()
export class EnrichmentPool {
  private readonly slots: Semaphore;

  constructor(
    @Inject(CONFIG) config: Pick<ResultsConfig, 'LLM_CONCURRENCY'>,
    private readonly enricher: DocumentEnricher,
    private readonly metrics: ResultsMetrics,
  ) {
    this.slots = new Semaphore(config.LLM_CONCURRENCY);
  }

  async enrich(lane: EnrichmentLane, message: PageDocument): Promise<EnrichedDocument> {
    const { modelWaiting, modelAtWork } = this.metrics;
    modelWaiting.inc({ lane });
    const [, release] = await this.slots.acquire(1, PRIORITY[lane]);
    modelWaiting.dec({ lane });
    modelAtWork.inc({ lane });
    try {
      return await this.enricher.enrich(message);
    } finally {
      modelAtWork.dec({ lane });
      release();
    }
  }

  /** Undefined when another page of the lane may come; otherwise resolves when one may. */
  untilRoom(lane: EnrichmentLane): Promise<void> | undefined {
    return this.slots.isLocked() ? this.slots.waitForUnlock(1, PRIORITY[lane]) : undefined;
  }
}
