import { StoreUnavailableError } from '@orbweaver/core';
import type { ContentStore, NewContent, PlacedContent, RowOfContent } from './content-store';

export class RowContents implements ContentStore {
  isForObjects(): boolean {
    return false;
  }

  inRow({ content }: NewContent): PlacedContent {
    return { content, objectHash: null };
  }

  async place(contents: readonly NewContent[]): Promise<PlacedContent[]> {
    return contents.map((content) => this.inRow(content));
  }

  async read({ content }: RowOfContent): Promise<Uint8Array> {
    if (content !== null) return content;
    // Unavailable, not missing: the setting restores access.
    throw new StoreUnavailableError('the document is in an object store and OBJECT_STORE_URL is not set');
  }

  async listDays(): Promise<string[]> {
    return [];
  }

  async deleteJob(): Promise<number> {
    return 0;
  }

  async deleteDay(): Promise<number> {
    return 0;
  }
}
