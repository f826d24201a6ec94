import type { Database } from '../database';
import { queueOf } from '../index-keys';

export interface ExaminedFrontier {
  state: 'running' | 'settled';
  queued: number;
  leased: number;
  expired: number;
  seedingUntil: Date | null;
  maxConcurrency: number | null;
  nextLeaseAt: Date;
  lastLeasedAt: Date;
  settledAt: Date | null;
  settledReason: string | null;
  teamInUse: number;
  teamLimit: number | null;
  allLeased: number;
}

export interface QueuedHost {
  host: string;
  queued: number;
  dueAt: Date;
  /** End of the host's back-off or pace; null: none. */
  blockedUntil: Date | null;
}

export interface ExaminedResults {
  settledPages: number | null;
  atModel: number;
  pendingEvents: number;
}

export interface JobExamination {
  frontier: ExaminedFrontier | undefined;
  hosts: QueuedHost[];
  results: ExaminedResults;
}

/** Everything that a job may wait for. Reads its whole queue, so it is for operators only. */
export async function examineJob(
  database: Database,
  { jobId, maxHosts }: { jobId: string; maxHosts: number },
): Promise<JobExamination> {
  const [frontier] = await database.$queryRaw<ExaminedFrontier[]>`
    SELECT f.state, f.queued, f.leased, f.seeding_until AS "seedingUntil", f.max_concurrency AS "maxConcurrency",
           f.next_lease_at AS "nextLeaseAt", f.last_leased_at AS "lastLeasedAt", f.settled_at AS "settledAt",
           f.settled_reason AS "settledReason",
           (SELECT count(*) FROM frontier_pages p
            WHERE p.state = 'leased' AND p.lease_until < now() AND p.job_id = f.id)::int AS expired,
           ((SELECT coalesce(sum(o.leased), 0) FROM frontier_jobs o WHERE o.state = 'running' AND o.team_id = f.team_id)
            + (SELECT count(*) FROM jobs s WHERE s.state = 'scraping' AND s.kind = 'scrape' AND s.team_id = f.team_id
               AND s.started_at IS NOT NULL AND s.deadline_at > now()))::int AS "teamInUse",
           (SELECT t.max_concurrency FROM teams t WHERE t.id = f.team_id) AS "teamLimit",
           (SELECT coalesce(sum(o.leased), 0) FROM frontier_jobs o WHERE o.state = 'running')::int AS "allLeased"
    FROM frontier_jobs f WHERE f.id = ${jobId}::uuid`;
  const hosts = await database.$queryRaw<QueuedHost[]>`
    SELECT p.host, count(*)::int AS queued, min(p.due_at) AS "dueAt",
           CASE WHEN greatest(h.next_fetch_at, h.paced_until) > now() THEN greatest(h.next_fetch_at, h.paced_until) END
             AS "blockedUntil"
    FROM frontier_pages p LEFT JOIN frontier_hosts h ON h.host = p.host
    WHERE ${queueOf('p')} = ${jobId}::uuid
    GROUP BY p.host, h.next_fetch_at, h.paced_until
    ORDER BY queued DESC, p.host
    LIMIT ${maxHosts}::int`;
  const [results] = await database.$queryRaw<[ExaminedResults]>`
    SELECT j.settled_pages AS "settledPages",
           (SELECT count(*) FROM enrichments e WHERE e.job_id = j.id)::int AS "atModel",
           (SELECT count(*) FROM webhook_events w WHERE w.job_id = j.id AND w.state = 'pending')::int AS "pendingEvents"
    FROM jobs j WHERE j.id = ${jobId}::uuid`;
  return { frontier, hosts, results: results ?? { settledPages: null, atModel: 0, pendingEvents: 0 } };
}
