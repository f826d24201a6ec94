import type { Database } from '../database';

/** Requests that share a count: scrapes on their own, batches and crawls as one. */
export type RequestClass = 'scrape' | 'job';

export interface RequestCount {
  /** Requests in the window, this one included. */
  consumed: number;
  /** Until the window ends and the next request begins a new one. */
  resetsInMs: number;
}

/**
 * Counts a request in its team's window: a minute that begins with the first request. One statement by Postgres'
 * clock, so any number of gateways share the count.
 */
export async function takeRequest(
  database: Database,
  { teamId, requestClass }: { teamId: string; requestClass: RequestClass },
): Promise<RequestCount> {
  const rows = await database.$queryRaw<RequestCount[]>`
    INSERT INTO rate_windows AS w (team_id, class, started_at, consumed)
    VALUES (${teamId}::uuid, ${requestClass}, now(), 1)
    ON CONFLICT (team_id, class) DO UPDATE SET
      consumed = CASE WHEN w.started_at > now() - interval '1 minute' THEN w.consumed + 1 ELSE 1 END,
      started_at = CASE WHEN w.started_at > now() - interval '1 minute' THEN w.started_at ELSE now() END
    RETURNING consumed,
              (extract(epoch FROM started_at + interval '1 minute' - now()) * 1000)::float8 AS "resetsInMs"`;
  return rows[0]!;
}
