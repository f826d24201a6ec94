import { type Database, Prisma } from '../database';
import { isOpenScrapeOf, slotsReservedForJobs } from './open-scrapes';

/**
 * Gives free slots of a team to its scrapes, oldest first, and returns those of `ids` that may be rendered now. Locks
 * the team like leasing does, so the limit is never exceeded. Slots for older scrapes of other gateways remain free.
 */
export async function startScrapes(
  database: Database,
  { teamId, ids }: { teamId: string; ids: readonly string[] },
): Promise<string[]> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT 1 FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
    const rows = await transaction.$queryRaw<{ id: string; place: number }[]>`
      WITH open AS (
        SELECT id, started_at, row_number() OVER (PARTITION BY started_at IS NULL ORDER BY created_at, id) AS place
        FROM jobs
        WHERE ${isOpenScrapeOf(Prisma.sql`${teamId}::uuid`)}
      ), frontier AS (
        SELECT coalesce(sum(leased), 0) AS leased,
               coalesce(sum(queued) FILTER (
                 WHERE cancelled_at IS NULL AND next_lease_at <= now() AND (max_concurrency IS NULL OR leased < max_concurrency)
               ), 0) AS queued
        FROM frontier_jobs WHERE team_id = ${teamId}::uuid AND state = 'running'
      ), free AS (
        SELECT teams.max_concurrency - (SELECT count(*) FROM open WHERE started_at IS NOT NULL)
               - greatest(leased, least(leased + queued, ${slotsReservedForJobs(Prisma.sql`teams.max_concurrency`)})) AS places
        FROM teams CROSS JOIN frontier
        WHERE teams.id = ${teamId}::uuid
      )
      UPDATE jobs SET started_at = now()
      FROM open CROSS JOIN free
      WHERE jobs.id = open.id AND open.started_at IS NULL AND open.id = ANY(${[...ids]}::uuid[])
        AND (free.places IS NULL OR open.place <= free.places)
      RETURNING jobs.id, open.place::int`;
    return rows.sort((a, b) => a.place - b.place).map((row) => row.id);
  });
}
