import type { Database } from '../database';

export interface StoredDocument {
  /** JSON of a DocumentMetadata with scrapeId and creditsUsed. */
  metadata: string;
  /** gzip of the JSON of a DocumentContent. */
  content: Uint8Array;
  /** Bytes of the JSON of the content. */
  jsonBytes: number;
}

/** Content that is larger than was asked for is null. */
export type BoundedDocument = Omit<StoredDocument, 'content'> & { content: Uint8Array | null };

export async function readDocument(database: Database, pageId: string): Promise<StoredDocument | undefined> {
  const rows = await database.$queryRaw<StoredDocument[]>`
    SELECT metadata::text AS metadata, content, json_bytes AS "jsonBytes" FROM documents WHERE page_id = ${pageId}::uuid`;
  return rows[0];
}

/** Content whose JSON is larger than `maxBytes` stays where it is. */
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
