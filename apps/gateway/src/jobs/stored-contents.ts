import { gzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { ContentMissingError, type ContentStore } from '@orbweaver/object-store';
import type { StoredDocument, StoredPageResult } from '@orbweaver/persistence';
import { CONTENTS, type EventLog, LOG } from '@orbweaver/platform';
import { ApiError } from '../errors/api-error';
import type { ScrapeResult } from '../wire/splice-document';

type RowOfDocument = Pick<StoredDocument, 'pageId' | 'jobId' | 'content' | 'objectHash'>;

const MISSING = 'The content of this document is missing in the store of the service; scrape the page again';
/** Shown in the place of a document whose content is missing, beside its metadata. */
const IN_ITS_PLACE = gzipSync(JSON.stringify({ warning: MISSING }));

/** Reads the contents of documents from where they lie. */
@Injectable()
export class StoredContents {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** A document whose content is missing gets a warning in its place: the others are not its fault. */
  complete<R extends RowOfDocument>(rows: readonly R[]): Promise<(R & { content: Uint8Array })[]> {
    return Promise.all(rows.map(async (row) => ({ ...row, content: (await this.find(row)) ?? IN_ITS_PLACE })));
  }

  /** @throws ApiError 500 when the content is missing */
  async completeResult(result: StoredPageResult): Promise<ScrapeResult> {
    if (result.objectHash === null) return result;
    const content = await this.find(result);
    if (content === undefined) throw new ApiError(500, MISSING, { code: 'DOCUMENT_MISSING' });
    return { ...result, content };
  }

  private async find(row: RowOfDocument): Promise<Uint8Array | undefined> {
    try {
      return await this.contents.read(row);
    } catch (error) {
      if (!(error instanceof ContentMissingError)) throw error;
      this.log.error('document-missing', { jobId: row.jobId, pageId: row.pageId }, error);
      return undefined;
    }
  }
}
