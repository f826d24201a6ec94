import { Injectable } from '@nestjs/common';
import type { PageDocument } from '@orbweaver/contracts';
import { isStoreUnavailable } from '@orbweaver/persistence';
import { Batcher } from '../batcher';
import { DocumentStore } from './document-store';

const MIB = 1024 * 1024;

/** Two batchers, so that bulk work never delays the page of a waiting caller. */
@Injectable()
export class DocumentBatches {
  readonly interactive: Batcher<PageDocument>;
  readonly bulk: Batcher<PageDocument>;

  constructor(store: DocumentStore) {
    this.interactive = batcherFor(store);
    this.bulk = batcherFor(store);
  }
}

function batcherFor(store: DocumentStore): Batcher<PageDocument> {
  return new Batcher<PageDocument>({
    run: (messages) => store.store(messages),
    isHopeless: isStoreUnavailable,
    maxItems: 50,
    maxWeight: 16 * MIB,
    weigh: (message) => message.content?.byteLength ?? 0,
    concurrency: 2,
    roomWeight: 64 * MIB,
  });
}
