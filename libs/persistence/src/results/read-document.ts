import type { Database } from '../database';

interface ContentOfRow {
  pageId: string;
  jobId: string;
  content: Uint8Array | null;
  objectHash: Uint8Array | null;
}

export interface StoredDocument extends ContentOfRow {
  metadata: string;
  jsonBytes: number;
}

export async function readDocument(database: Database, pageId: string): Promise<StoredDocument | undefined> {
  const rows = await database.$queryRaw<StoredDocument[]>`
    SELECT page_id AS "pageId", job_id AS "jobId", metadata::text AS metadata, content, object_hash AS "objectHash",
           json_bytes AS "jsonBytes"
    FROM documents WHERE page_id = ${pageId}::uuid`;
  return rows[0];
}

/** Omits content and hash if the JSON exceeds `maxBytes`. */
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
