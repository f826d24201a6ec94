import type { Database } from '../database';

export interface StoredDocument {
  /** JSON of a DocumentMetadata with scrapeId and creditsUsed. */
  metadata: string;
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** Bytes of the JSON of the content. */
  jsonBytes: number;
}

/** Null when the content is larger than requested. */
export type BoundedDocument = Omit<StoredDocument, 'content'> & { content: Uint8Array | null };

export async function readDocument(database: Database, pageId: string): Promise<StoredDocument | undefined> {
  const rows = await database.$queryRaw<StoredDocument[]>`
    SELECT metadata::text AS metadata, content, json_bytes AS "jsonBytes" FROM documents WHERE page_id = ${pageId}::uuid`;
  return rows[0];
}

/** Does not read content whose JSON is larger than `maxBytes`. */
export async function readBoundedDocument(
  database: Database,
  pageId: string,
  maxBytes: number,
): Promise<BoundedDocument | undefined> {
  const rows = await database.$queryRaw<BoundedDocument[]>`
    SELECT metadata::text AS metadata, CASE WHEN json_bytes <= ${maxBytes}::bigint THEN content END AS content,
           json_bytes AS "jsonBytes"
    FROM documents WHERE page_id = ${pageId}::uuid`;
  return rows[0];
}
