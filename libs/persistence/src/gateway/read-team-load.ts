import { type Database, Prisma } from '../database';
import { completedOf } from '../index-keys';
import { isOpenScrapeOf } from '../limits/open-scrapes';

export interface TeamLoad {
  active: number;
  waiting: number;
  lastSuccessAt: Date | null;
}

export async function readTeamLoad(database: Database, teamId: string): Promise<TeamLoad> {
  const rows = await database.$queryRaw<TeamLoad[]>`
    WITH frontier AS (
      SELECT coalesce(sum(leased), 0)::int AS leased, coalesce(sum(queued), 0)::int AS queued FROM frontier_jobs
      WHERE team_id = ${teamId}::uuid AND state = 'running'
    ), scrapes AS (
      SELECT count(*)::int AS open, count(started_at)::int AS rendered
      FROM jobs WHERE ${isOpenScrapeOf(Prisma.sql`${teamId}::uuid`)}
    )
    SELECT leased + rendered AS active, queued + open - rendered AS waiting,
           (SELECT max(completed_at) FROM jobs WHERE ${completedOf('jobs')} = ${teamId}::uuid) AS "lastSuccessAt"
    FROM frontier CROSS JOIN scrapes`;
  return rows[0] ?? { active: 0, waiting: 0, lastSuccessAt: null };
}
