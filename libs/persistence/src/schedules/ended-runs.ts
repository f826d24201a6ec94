import type { Database, Transaction } from '../database';
import type { ScheduleKind } from './schedule';

/** Running runs whose job has ended or is deleted, or whose map is collected, oldest first. Without postponed comparisons. */
export async function findEndedRuns(
  database: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM schedule_runs r LEFT JOIN jobs j ON j.id = r.job_id
    WHERE r.state = 'running' AND r.ended_at IS NULL
      AND (r.compare_after IS NULL OR r.compare_after <= ${now}::timestamptz)
      AND (r.collected_at IS NOT NULL OR (r.job_id IS NOT NULL AND (j.id IS NULL OR j.state <> 'scraping')))
    ORDER BY r.planned_at
    LIMIT ${limit}::int`;
  return rows.map(({ id }) => id);
}

export interface EndedRun {
  id: string;
  scheduleId: string;
  teamId: string;
  apiKeyId: string;
  kind: ScheduleKind;
  plannedAt: Date;
  startedAt: Date | null;
  jobId: string | null;
  /** Null: a map, or a deleted job. */
  jobState: 'completed' | 'failed' | 'cancelled' | null;
  jobError: string | null;
  /** The documents of the job are erased, so its pages cannot be compared. */
  isErased: boolean;
  /**
   * Pages may be missing although they exist: the crawl reached its limit, the map was cut, or a process of the previous
   * release stored pages without a key.
   */
  isPartial: boolean;
}

/** First key of the advisory lock of a schedule whose run is compared; the second is a hash of the schedule's id. */
const COMPARISON_LOCK = 0x0b9e_0018;

/**
 * Allows one comparison per schedule at a time, until the transaction ends. The schedule is not locked, so that it can be
 * changed and deleted meanwhile. Undefined if another replica compares, or if the run has ended.
 */
export async function lockEndedRun(transaction: Transaction, id: string): Promise<EndedRun | undefined> {
  const [lock] = await transaction.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${COMPARISON_LOCK}::int, hashtext(schedule_id::text)) AS locked
    FROM schedule_runs WHERE id = ${id}::uuid`;
  if (lock?.locked !== true) return undefined;
  // A separate statement: its snapshot includes the comparison that held the lock before. KEY SHARE prevents the removal.
  const rows = await transaction.$queryRaw<EndedRun[]>`
    SELECT r.id, s.id AS "scheduleId", s.team_id AS "teamId", s.api_key_id AS "apiKeyId",
           s.kind, r.planned_at AS "plannedAt", r.started_at AS "startedAt", r.job_id AS "jobId", j.state AS "jobState",
           j.error AS "jobError", j.erased_at IS NOT NULL AS "isErased",
           r.is_partial OR coalesce(j.kind = 'crawl' AND j.completed >= (j.spec->>'limit')::int, false)
             OR EXISTS (SELECT FROM pages p WHERE p.job_id = r.job_id AND p.page_key IS NULL) AS "isPartial"
    FROM schedule_runs r JOIN schedules s ON s.id = r.schedule_id LEFT JOIN jobs j ON j.id = r.job_id
    WHERE r.id = ${id}::uuid AND r.state = 'running'
    FOR KEY SHARE OF r SKIP LOCKED`;
  return rows[0];
}
