import type { Database } from '../database';

/** How much of a team's work runs and waits now. */
export interface TeamLoad {
  /** Pages being rendered: leased ones of jobs, and scrapes whose time is not over. */
  active: number;
  /** Pages admitted that wait for their turn. */
  waiting: number;
  /** When a job of the team last completed. */
  lastSuccessAt: Date | null;
}

export async function readTeamLoad(database: Database, teamId: string): Promise<TeamLoad> {
  const rows = await database.$queryRaw<TeamLoad[]>`
    SELECT (SELECT coalesce(sum(leased), 0)::int FROM frontier_jobs
            WHERE team_id = ${teamId}::uuid AND state = 'running')
         + (SELECT count(*)::int FROM jobs
            WHERE team_id = ${teamId}::uuid AND kind = 'scrape' AND state = 'scraping'
              AND created_at + make_interval(secs => (
                    (spec->'scrape'->>'timeoutMs')::bigint + (spec->'scrape'->>'waitForMs')::bigint) / 1000.0) > now())
           AS active,
           (SELECT coalesce(sum(queued), 0)::int FROM frontier_jobs
            WHERE team_id = ${teamId}::uuid AND state = 'running') AS waiting,
           (SELECT max(completed_at) FROM jobs
            WHERE team_id = ${teamId}::uuid AND state = 'completed') AS "lastSuccessAt"`;
  return rows[0] ?? { active: 0, waiting: 0, lastSuccessAt: null };
}
