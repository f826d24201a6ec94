import type { Database } from '../database';
import { isOpenScrape } from './open-scrapes';

/**
 * Which of these scrapes of a team may be rendered now: the oldest ones, as many as the team's limit leaves beside
 * its leased pages. A scrape that was in turn once stays so: none comes before it, and the frontier leases no page in
 * its place.
 */
export async function findScrapesInTurn(
  database: Database,
  { teamId, ids }: { teamId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH open AS (
      SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM jobs
      WHERE team_id = ${teamId}::uuid AND ${isOpenScrape}
    ), leased AS (
      SELECT coalesce(sum(leased), 0) AS pages FROM frontier_jobs WHERE team_id = ${teamId}::uuid AND state = 'running'
    )
    SELECT open.id FROM open CROSS JOIN leased JOIN teams ON teams.id = ${teamId}::uuid
    WHERE open.id = ANY(${[...ids]}::uuid[])
      AND (teams.max_concurrency IS NULL OR open.place + leased.pages <= teams.max_concurrency)`;
  return rows.map((row) => row.id);
}
