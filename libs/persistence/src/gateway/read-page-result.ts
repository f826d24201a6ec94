import type { PageFailureReason } from '@orbweaver/core';
import type { Database } from '../database';

export interface StoredPageResult {
  state: 'done' | 'failed';
  reason: PageFailureReason | null;
  message: string | null;
  metadata: string | null;
  pageId: string;
  jobId: string;
  content: Uint8Array | null;
  objectHash: Uint8Array | null;
  /** The job's JobSpec, unparsed. */
  spec: unknown;
  expiresAt: Date;
  /** Erased or never stored (zero data retention). */
  isErased: boolean;
  zeroDataRetention: boolean;
}

export async function readPageResult(
  database: Database,
  { pageId, teamId }: { pageId: string; teamId: string },
): Promise<StoredPageResult | undefined> {
  const rows = await database.$queryRaw<StoredPageResult[]>`
    SELECT p.id AS "pageId", p.job_id AS "jobId", p.state, p.reason, p.message, d.metadata::text AS metadata, d.content,
           d.object_hash AS "objectHash", j.spec, j.expires_at AS "expiresAt",
           j.erased_at IS NOT NULL OR (j.zero_data_retention AND j.kind = 'scrape') AS "isErased",
           j.zero_data_retention AS "zeroDataRetention"
    FROM pages p JOIN jobs j ON j.id = p.job_id LEFT JOIN documents d ON d.page_id = p.id
    WHERE p.id = ${pageId}::uuid AND p.team_id = ${teamId}::uuid`;
  return rows[0];
}

export async function findStoredPages(database: Database, pageIds: readonly string[]): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM pages WHERE id = ANY(${[...pageIds]}::uuid[])`;
  return rows.map((row) => row.id);
}
