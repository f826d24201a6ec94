import { Injectable } from '@nestjs/common';
import { isStoreUnavailable } from '@orbweaver/persistence';
import { Batcher } from '@orbweaver/platform';
import type { EnrichedDocument } from '../enrichment/enriched-document';
import { DocumentStore } from './document-store';

const MIB = 1024 * 1024;
/** Pages of a busy crawl share transactions, about ten each. */
const GATHER_BULK_MS = 100;
/** Documents of one Kafka request arrive within this time. */
const SETTLE_MS = 10;

/** Separate batchers, so that bulk work never delays scrapes. */
@Injectable()
export class DocumentBatches {
  readonly interactive: Batcher<EnrichedDocument>;
  readonly bulk: Batcher<EnrichedDocument>;

  constructor(store: DocumentStore) {
    this.interactive = batcherFor(store, 0);
    this.bulk = batcherFor(store, GATHER_BULK_MS);
  }
}

function batcherFor(store: DocumentStore, gatherMs: number): Batcher<EnrichedDocument> {
  return new Batcher<EnrichedDocument>({
    run: (messages) => store.store(messages),
    isHopeless: isStoreUnavailable,
    maxItems: 50,
    maxWeight: 16 * MIB,
    weigh: (message) => message.content?.byteLength ?? 0,
    concurrency: 2,
    roomWeight: 64 * MIB,
    gatherMs: () => gatherMs,
    settleMs: gatherMs === 0 ? 0 : SETTLE_MS,
  });
}
