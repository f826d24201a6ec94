import type { Database } from '../database';

export interface StoredDocument {
  /** JSON of a DocumentMetadata with scrapeId and creditsUsed. */
  metadata: string;
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** Bytes of the JSON of the content. */
  jsonBytes: number;
}

export async function readDocument(database: Database, pageId: string): Promise<StoredDocument | undefined> {
  const rows = await database.$queryRaw<StoredDocument[]>`
    SELECT metadata::text AS metadata, content, json_bytes AS "jsonBytes" FROM documents WHERE page_id = ${pageId}::uuid`;
  return rows[0];
}
