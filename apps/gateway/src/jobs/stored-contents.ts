import { gzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { type ContentCipher, ContentMissingError, type ContentStore } from '@orbweaver/object-store';
import type { StoredDocument, StoredPageResult } from '@orbweaver/persistence';
import { CIPHER, CONTENTS, decryptMetadata, type EventLog, LOG } from '@orbweaver/platform';
import { ApiError } from '../errors/api-error';
import type { ScrapeResult } from '../wire/splice-document';

type RowOfDocument = Pick<StoredDocument, 'pageId' | 'jobId' | 'metadata' | 'content' | 'objectHash'>;

const MISSING = 'The content of this document is missing from the store of the service. Scrape the page again';
/** Replaces the missing content of a document; its metadata remains. */
const PLACEHOLDER = gzipSync(JSON.stringify({ warning: MISSING }));

@Injectable()
export class StoredContents {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** Missing contents are replaced by a warning, so that the other documents can be read. */
  complete<R extends RowOfDocument>(rows: readonly R[]): Promise<(R & { content: Uint8Array })[]> {
    return Promise.all(
      rows.map(async (row) => {
        const opened = await this.open(row);
        return { ...opened, content: opened.content ?? PLACEHOLDER };
      }),
    );
  }

  /** @throws ApiError 500 if the content is missing */
  async completeResult(result: StoredPageResult): Promise<ScrapeResult> {
    if (result.metadata === null) return result;
    const { content, metadata } = await this.open({ ...result, metadata: result.metadata });
    if (content === undefined) throw new ApiError(500, MISSING, { code: 'DOCUMENT_MISSING' });
    return { ...result, content, metadata };
  }

  /** The row with its content, which is undefined if it is missing. */
  async open<R extends RowOfDocument>(row: R): Promise<R & { content: Uint8Array | undefined }> {
    const metadata = decryptMetadata(this.cipher, row);
    return { ...row, metadata, content: await this.read(row) };
  }

  private async read(row: RowOfDocument): Promise<Uint8Array | undefined> {
    try {
      return await this.contents.read(row);
    } catch (error) {
      if (!(error instanceof ContentMissingError)) throw error;
      this.log.error('document-missing', { jobId: row.jobId, pageId: row.pageId }, error);
      return undefined;
    }
  }
}
