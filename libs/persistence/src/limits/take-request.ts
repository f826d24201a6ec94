import type { Database } from '../database';

export type RequestClass = 'scrape' | 'job';

export interface RequestCount {
  consumed: number;
  resetsInMs: number;
}

/**
 * Counts a request in its team's window of one minute from its first request. A single statement on Postgres's clock,
 * so gateways share the count.
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
