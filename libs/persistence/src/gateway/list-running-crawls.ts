import type { Database } from '../database';
import { runningOf } from '../index-keys';

export interface RunningCrawl {
  id: string;
  createdAt: Date;
  /** A JobSpec, unparsed. */
  spec: unknown;
}

const MAX_CRAWLS = 1000;
const STEP_CRAWLS = 20;

/** A team's running crawls, oldest first, in chunks. Omits cancelled crawls and those that end meanwhile. */
export async function* listRunningCrawls(database: Database, teamId: string): AsyncGenerator<RunningCrawl[]> {
  const running = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM jobs
    WHERE ${runningOf('jobs')} = ${teamId}::uuid AND kind = 'crawl'
      AND cancel_requested_at IS NULL
    ORDER BY created_at, id
    LIMIT ${MAX_CRAWLS}::int`;
  for (let from = 0; from < running.length; from += STEP_CRAWLS) {
    yield await database.$queryRaw<RunningCrawl[]>`
      SELECT id, created_at AS "createdAt", spec FROM jobs
      WHERE id = ANY(${running.slice(from, from + STEP_CRAWLS).map(({ id }) => id)}::uuid[])
        AND state = 'scraping' AND cancel_requested_at IS NULL
      ORDER BY created_at, id`;
  }
}
