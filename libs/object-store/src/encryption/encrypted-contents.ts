import type { ContentStore, NewContent, PlacedContent, RowOfContent } from '../content-store';
import type { ContentCipher, ContentPlace } from './content-cipher';

/** Encrypts document contents before they are stored in rows or objects. */
export class EncryptedContents implements ContentStore {
  constructor(
    private readonly stored: ContentStore,
    private readonly cipher: ContentCipher,
  ) {}

  isForObjects(content: NewContent): boolean {
    return this.stored.isForObjects(content);
  }

  inRow(content: NewContent): PlacedContent {
    return this.stored.inRow(this.encrypt(content));
  }

  place(contents: readonly NewContent[]): Promise<PlacedContent[]> {
    return this.stored.place(contents.map((content) => this.encrypt(content)));
  }

  async read(row: RowOfContent): Promise<Uint8Array> {
    return this.cipher.decrypt(placeOf(row), await this.stored.read(row));
  }

  listDays(): Promise<string[]> {
    return this.stored.listDays();
  }

  deleteJob(jobId: string, signal: AbortSignal): Promise<number> {
    return this.stored.deleteJob(jobId, signal);
  }

  deleteDay(day: string, signal: AbortSignal): Promise<number> {
    return this.stored.deleteDay(day, signal);
  }

  private encrypt(one: NewContent): NewContent {
    const { pageId, jobId, content } = one;
    return { pageId, jobId, content: this.cipher.encrypt(placeOf(one), content) };
  }
}

const placeOf = ({ pageId }: { pageId: string }): ContentPlace => ({ column: 'documents.content', row: pageId });
