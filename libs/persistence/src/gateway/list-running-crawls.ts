import type { Database } from '../database';

export interface RunningCrawl {
  id: string;
  createdAt: Date;
  /** A JobSpec, unparsed. */
  spec: unknown;
}

/** Specs may be large; who runs more than this does not look through a list of them. */
const MAX_CRAWLS = 1000;

/** The team's crawls that run, oldest first; those whose cancelling was asked for are not among them. */
export function listRunningCrawls(database: Database, teamId: string): Promise<RunningCrawl[]> {
  return database.$queryRaw<RunningCrawl[]>`
    SELECT id, created_at AS "createdAt", spec
    FROM jobs
    WHERE team_id = ${teamId}::uuid AND kind = 'crawl' AND state = 'scraping'
      AND cancel_requested_at IS NULL AND expires_at > now()
    ORDER BY created_at, id
    LIMIT ${MAX_CRAWLS}::int`;
}
