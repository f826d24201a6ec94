import type { Database } from '../database';

export interface LeaseOverview {
  pageId: string;
  jobId: string;
  host: string;
  epoch: number;
  attempt: number;
  leaseUntil: Date;
}

/** Earliest expiry first. The next sweep returns expired ones. */
export function listLeases(
  database: Database,
  { jobId, limit }: { jobId?: string | undefined; limit: number },
): Promise<LeaseOverview[]> {
  return database.$queryRaw<LeaseOverview[]>`
    SELECT id AS "pageId", job_id AS "jobId", host, epoch, attempt, lease_until AS "leaseUntil"
    FROM frontier_pages
    WHERE state = 'leased' AND (${jobId ?? null}::uuid IS NULL OR job_id = ${jobId ?? null}::uuid)
    ORDER BY lease_until
    LIMIT ${limit}::int`;
}
