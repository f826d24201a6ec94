import { gzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { ContentMissingError, type ContentStore } from '@orbweaver/object-store';
import type { StoredDocument, StoredPageResult } from '@orbweaver/persistence';
import { CONTENTS, type EventLog, LOG } from '@orbweaver/platform';
import { ApiError } from '../errors/api-error';
import type { ScrapeResult } from '../wire/splice-document';

type RowOfDocument = Pick<StoredDocument, 'pageId' | 'jobId' | 'content' | 'objectHash'>;

const MISSING = 'The content of this document is missing from the store of the service. Scrape the page again';
/** Replaces the missing content of a document; its metadata remains. */
const PLACEHOLDER = gzipSync(JSON.stringify({ warning: MISSING }));

@Injectable()
export class StoredContents {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** Missing contents are replaced by a warning, so that the other documents can be read. */
  complete<R extends RowOfDocument>(rows: readonly R[]): Promise<(R & { content: Uint8Array })[]> {
    return Promise.all(rows.map(async (row) => ({ ...row, content: (await this.find(row)) ?? PLACEHOLDER })));
  }

  /** @throws ApiError 500 if the content is missing */
  async completeResult(result: StoredPageResult): Promise<ScrapeResult> {
    if (result.objectHash === null) return result;
    const content = await this.find(result);
    if (content === undefined) throw new ApiError(500, MISSING, { code: 'DOCUMENT_MISSING' });
    return { ...result, content };
  }

  /** Undefined if the content is missing. */
  async find(row: RowOfDocument): Promise<Uint8Array | undefined> {
    try {
      return await this.contents.read(row);
    } catch (error) {
      if (!(error instanceof ContentMissingError)) throw error;
      this.log.error('document-missing', { jobId: row.jobId, pageId: row.pageId }, error);
      return undefined;
    }
  }
}
