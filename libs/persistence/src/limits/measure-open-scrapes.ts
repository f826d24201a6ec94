import type { Queryable } from '../database';

export interface OpenScrapes {
  waiting: number;
  started: number;
  oldestSeconds: number;
}

/** Reads the running jobs of the last hour; no caller waits longer. */
export async function measureOpenScrapes(database: Queryable): Promise<OpenScrapes> {
  const [row] = await database.$queryRaw<[OpenScrapes]>`
    SELECT count(*) FILTER (WHERE started_at IS NULL)::int AS waiting,
           count(*) FILTER (WHERE started_at IS NOT NULL)::int AS started,
           coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
    FROM jobs
    WHERE state = 'scraping' AND created_at > now() - interval '1 hour' AND kind = 'scrape'
      AND cancel_requested_at IS NULL AND deadline_at > now()`;
  return row;
}
