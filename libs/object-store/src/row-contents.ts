import { StoreUnavailableError } from '@orbweaver/core';
import type { ContentStore, NewContent, PlacedContent, RowOfContent } from './content-store';

/** Every content lies in its row: there is no object store. */
export class RowContents implements ContentStore {
  isForObjects(): boolean {
    return false;
  }

  async place(contents: readonly NewContent[]): Promise<PlacedContent[]> {
    return contents.map(({ content }) => ({ content, objectHash: null }));
  }

  async read({ content }: RowOfContent): Promise<Uint8Array> {
    if (content !== null) return content;
    // It is not lost, and it comes back with the setting.
    throw new StoreUnavailableError('the document lies in an object store, and OBJECT_STORE_URL is not set');
  }

  async listDays(): Promise<string[]> {
    return [];
  }

  async deleteDay(): Promise<number> {
    return 0;
  }
}
