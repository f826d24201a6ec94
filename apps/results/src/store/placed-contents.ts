import { Inject, Injectable } from '@nestjs/common';
import type { ContentStore, PlacedContent } from '@orbweaver/object-store';
import { type Database, readJobOwners, readPageFences } from '@orbweaver/persistence';
import { CONTENTS, DATABASE } from '@orbweaver/platform';
import type { EnrichedDocument } from '../enrichment/enriched-document';
import { retentionOf } from '../retention/retention-policy';
import { judgeDocument } from './judge-document';

/** A document, and what is to be stored of it. */
export interface ContentOfMessage {
  message: EnrichedDocument;
  content: Uint8Array;
}

/** What the rows of documents will hold, decided and done before the transaction that inserts them. */
@Injectable()
export class PlacedContents {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  /**
   * Puts into the object store what belongs there. What the answer lacks stays in its row.
   * @throws StoreUnavailableError
   */
  async place(documents: readonly ContentOfMessage[]): Promise<Map<EnrichedDocument, PlacedContent>> {
    const large = documents.filter(({ message, content }) => this.contents.isForObjects({ ...message, content }));
    const worth = large.length === 0 ? [] : await this.worthStoring(large);
    const placed = await this.contents.place(
      worth.map(({ message: { pageId, jobId }, content }) => ({ pageId, jobId, content })),
    );
    return new Map(placed.map((one, index) => [worth[index]!.message, one]));
  }

  /**
   * Without those that will be refused, or are stored already, as far as can be known without a lock: a repetition
   * leaves no object behind. What leaves no traces stays in its row, where it is erased with it.
   */
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
