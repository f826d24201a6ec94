import type { Queryable } from '../database';

export interface FrontierJobStart {
  jobId: string;
  originUrl?: string;
  limit?: number;
  maxConcurrency?: number;
  delayMs?: number;
  recalls?: boolean;
  now: Date;
}

/** False if the job was started before, is unknown or has ended. */
export async function startFrontierJob(database: Queryable, start: FrontierJobStart): Promise<boolean> {
  const now = start.now.toISOString();
  const inserted = await database.$executeRaw`
    INSERT INTO frontier_jobs (id, team_id, kind, origin_url, "limit", max_concurrency, delay_ms, recall,
                               seeding_until, next_lease_at, last_leased_at, created_at)
    SELECT j.id, j.team_id, j.kind, ${start.originUrl ?? null}::text, ${start.limit ?? null}::int,
           ${start.maxConcurrency ?? null}::int, ${start.delayMs ?? null}::int, ${start.recalls ? 'due' : null}::text,
           ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM jobs j
    WHERE j.id = ${start.jobId}::uuid AND j.state = 'scraping' AND j.kind <> 'scrape'
    ON CONFLICT (id) DO NOTHING`;
  return inserted === 1;
}
