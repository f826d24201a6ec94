import type { Database } from '../database';

/** What the row of a document says of its content. */
interface ContentOfRow {
  pageId: string;
  jobId: string;
  /** gzip of the JSON of a DocumentContent; null: it lies in the object store. */
  content: Uint8Array | null;
  /** SHA-256 of a content that lies in the object store. */
  objectHash: Uint8Array | null;
}

export interface StoredDocument extends ContentOfRow {
  /** JSON of a DocumentMetadata with scrapeId and creditsUsed. */
  metadata: string;
  /** Bytes of the JSON of the content. */
  jsonBytes: number;
}

export async function readDocument(database: Database, pageId: string): Promise<StoredDocument | undefined> {
  const rows = await database.$queryRaw<StoredDocument[]>`
    SELECT page_id AS "pageId", job_id AS "jobId", metadata::text AS metadata, content, object_hash AS "objectHash",
           json_bytes AS "jsonBytes"
    FROM documents WHERE page_id = ${pageId}::uuid`;
  return rows[0];
}

/** Does not read content whose JSON is larger than `maxBytes`; then neither content nor hash comes. */
export async function readBoundedDocument(
  database: Database,
  pageId: string,
  maxBytes: number,
): Promise<StoredDocument | undefined> {
  const rows = await database.$queryRaw<StoredDocument[]>`
    SELECT page_id AS "pageId", job_id AS "jobId", metadata::text AS metadata,
           CASE WHEN json_bytes <= ${maxBytes}::bigint THEN content END AS content,
           CASE WHEN json_bytes <= ${maxBytes}::bigint THEN object_hash END AS "objectHash", json_bytes AS "jsonBytes"
    FROM documents WHERE page_id = ${pageId}::uuid`;
  return rows[0];
}
