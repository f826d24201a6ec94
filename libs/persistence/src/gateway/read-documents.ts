import type { Database } from '../database';

/** A document as stored. Unparsed, because parsing a large one would block the event loop. */
export interface PackedDocument {
  pageId: string;
  jobId: string;
  ordinal: number;
  metadata: string;
  storedAt: Date;
  content: Uint8Array | null;
  objectHash: Uint8Array | null;
}

export interface DocumentRange {
  jobId: string;
  after: number;
  limit: number;
  /** JSON bytes. A document above the limit is left for the next range unless it is the only one. */
  maxBytes: number;
}

/** Documents in storage order, without transferring rows above the byte limit. */
export function readDocuments(database: Database, range: DocumentRange): Promise<PackedDocument[]> {
  return database.$queryRaw<PackedDocument[]>`
    WITH span AS (
      SELECT p.id, p.ordinal, p.stored_at, d.metadata::text AS metadata
      FROM pages p JOIN documents d ON d.page_id = p.id
      WHERE p.job_id = ${range.jobId}::uuid AND p.ordinal > ${range.after}::int
      ORDER BY p.ordinal
      LIMIT ${range.limit}::int),
    measured AS (
      SELECT s.*, sum(d.json_bytes::bigint + octet_length(s.metadata)) OVER (ORDER BY s.ordinal) AS running_bytes,
             row_number() OVER (ORDER BY s.ordinal) AS place
      FROM span s JOIN documents d ON d.page_id = s.id)
    SELECT m.id AS "pageId", d.job_id AS "jobId", m.ordinal, m.metadata, m.stored_at AS "storedAt",
           d.content, d.object_hash AS "objectHash"
    FROM measured m JOIN documents d ON d.page_id = m.id
    WHERE m.running_bytes <= ${range.maxBytes}::bigint OR m.place = 1
    ORDER BY m.ordinal`;
}
