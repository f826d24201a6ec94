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
  scheduleName: string;
  teamId: string;
  apiKeyId: string;
  kind: ScheduleKind;
  plannedAt: Date;
  startedAt: Date | null;
  jobId: string | null;
  /** Null: a map, or a deleted job. */
  jobState: 'completed' | 'failed' | 'cancelled' | null;
  jobError: string | null;
  /**
   * Pages may be missing although they exist: the crawl reached its limit, the map was cut, or a process of the previous
   * release stored pages without a key.
   */
  isPartial: boolean;
  /** A WebhookSpec, unparsed, or null. */
  webhook: unknown;
  address: string;
}

/** Locks the schedule too, so that its runs are compared one at a time. Undefined if another replica does it. */
export async function lockEndedRun(transaction: Transaction, id: string): Promise<EndedRun | undefined> {
  const rows = await transaction.$queryRaw<EndedRun[]>`
    SELECT r.id, s.id AS "scheduleId", s.name AS "scheduleName", s.team_id AS "teamId", s.api_key_id AS "apiKeyId",
           s.kind, r.planned_at AS "plannedAt", r.started_at AS "startedAt", r.job_id AS "jobId", j.state AS "jobState",
           j.error AS "jobError", s.webhook, s.address,
           r.is_partial OR coalesce(j.kind = 'crawl' AND j.completed >= (j.spec->>'limit')::int, false)
             OR EXISTS (SELECT FROM pages p WHERE p.job_id = r.job_id AND p.page_key IS NULL) AS "isPartial"
    FROM schedule_runs r JOIN schedules s ON s.id = r.schedule_id LEFT JOIN jobs j ON j.id = r.job_id
    WHERE r.id = ${id}::uuid AND r.state = 'running'
    FOR NO KEY UPDATE OF r, s SKIP LOCKED`;
  return rows[0];
}
