import type { PageFailureReason } from '@orbweaver/core';
import type { Database } from '../database';

/** The final result of one page, with its document when there is one. */
export interface StoredPageResult {
  state: 'done' | 'failed';
  reason: PageFailureReason | null;
  message: string | null;
  /** JSON of a DocumentMetadata; null for a failure. */
  metadata: string | null;
  pageId: string;
  jobId: string;
  /** gzip of the JSON of a DocumentContent; null for a failure, and where it lies in the object store. */
  content: Uint8Array | null;
  /** SHA-256 of a content that lies in the object store. */
  objectHash: Uint8Array | null;
  /** The spec of the page's job, a JobSpec, unparsed. */
  spec: unknown;
  expiresAt: Date;
  /** With zeroDataRetention: nothing of the page was stored, or it is erased. */
  isErased: boolean;
}

/** Undefined while there is none, and for another team's page. */
export async function readPageResult(
  database: Database,
  { pageId, teamId }: { pageId: string; teamId: string },
): Promise<StoredPageResult | undefined> {
  const rows = await database.$queryRaw<StoredPageResult[]>`
    SELECT p.id AS "pageId", p.job_id AS "jobId", p.state, p.reason, p.message, d.metadata::text AS metadata, d.content,
           d.object_hash AS "objectHash", j.spec, j.expires_at AS "expiresAt",
           j.zero_data_retention AND (j.kind = 'scrape' OR j.erased_at IS NOT NULL) AS "isErased"
    FROM pages p JOIN jobs j ON j.id = p.job_id LEFT JOIN documents d ON d.page_id = p.id
    WHERE p.id = ${pageId}::uuid AND p.team_id = ${teamId}::uuid`;
  return rows[0];
}

/** Which of these pages have a stored result. */
export async function findStoredPages(database: Database, pageIds: readonly string[]): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM pages WHERE id = ANY(${[...pageIds]}::uuid[])`;
  return rows.map((row) => row.id);
}
