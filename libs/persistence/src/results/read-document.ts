import type { Database } from '../database';

export interface StoredDocument {
  /** A DocumentMetadata with scrapeId and creditsUsed. */
  metadata: Record<string, unknown>;
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
}

export async function readDocument(database: Database, pageId: string): Promise<StoredDocument | undefined> {
  const rows = await database.$queryRaw<StoredDocument[]>`
    SELECT metadata, content FROM documents WHERE page_id = ${pageId}::uuid`;
  return rows[0];
}
