import { Inject, Injectable } from '@nestjs/common';
import type { ContentStore, PlacedContent } from '@orbweaver/object-store';
import { type Database, readJobOwners, readPageFences } from '@orbweaver/persistence';
import { CONTENTS, DATABASE } from '@orbweaver/platform';
import type { EnrichedDocument } from '../enrichment/enriched-document';
import { retentionOf } from '../retention/retention-policy';
import { judgeDocument } from './judge-document';

export interface ContentOfMessage {
  message: EnrichedDocument;
  content: Uint8Array;
}

/** Places contents of documents in the object store, before the transaction that inserts the rows. */
@Injectable()
export class PlacedContents {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  /** Moves large contents to the object store; the others remain in their rows. @throws StoreUnavailableError */
  async place(documents: readonly ContentOfMessage[]): Promise<Map<EnrichedDocument, PlacedContent>> {
    const large = documents.filter(({ message, content }) => this.contents.isForObjects({ ...message, content }));
    const worth = large.length === 0 ? [] : await this.worthStoring(large);
    const placed = await this.contents.place(
      worth.map(({ message: { pageId, jobId }, content }) => ({ pageId, jobId, content })),
    );
    const inObjects = new Map(placed.map((one, index) => [worth[index]!.message, one]));
    return new Map(
      documents.map(({ message, content }) => {
        const { pageId, jobId } = message;
        return [message, inObjects.get(message) ?? this.contents.inRow({ pageId, jobId, content })];
      }),
    );
  }

  /** The documents that will probably be stored. Documents that leave no traces remain in their rows, to be erased there. */
  private async worthStoring(documents: readonly ContentOfMessage[]): Promise<ContentOfMessage[]> {
    const [owners, fences] = await Promise.all([
      readJobOwners(
        this.database,
        documents.map(({ message }) => message.jobId),
      ),
      readPageFences(
        this.database,
        documents.map(({ message }) => message.pageId),
      ),
    ]);
    return documents.filter(({ message }) => {
      const owner = owners.find(({ jobId }) => jobId === message.jobId);
      const fence = fences.find(({ pageId }) => pageId === message.pageId);
      if (owner === undefined || !retentionOf(owner).leavesTraces) return false;
      return judgeDocument(message, { isFinal: false, job: owner }, fence).kind === 'store';
    });
  }
}
