import type { Queryable } from '../database';

/** When the host may be requested next; undefined: now. */
export async function readHostTurn(database: Queryable, host: string, now: Date): Promise<Date | undefined> {
  const rows = await database.$queryRaw<{ until: Date }[]>`
    SELECT greatest(next_fetch_at, paced_until) AS until FROM frontier_hosts WHERE host = ${host}`;
  const until = rows[0]?.until;
  return until !== undefined && until > now ? until : undefined;
}

/**
 * Reserves the next request of a host with a delay, which all jobs share.
 * @returns when the host may be requested instead; undefined: reserved
 */
export async function takeHostTurn(
  database: Queryable,
  { host, now, paceMs }: { host: string; now: Date; paceMs: number },
): Promise<Date | undefined> {
  const at = now.toISOString();
  const taken = await database.$executeRaw`
    INSERT INTO frontier_hosts (host, next_fetch_at, paced_until)
    VALUES (${host}, ${at}::timestamptz, ${at}::timestamptz + ${paceMs}::int * interval '1 millisecond')
    ON CONFLICT (host) DO UPDATE SET paced_until = excluded.paced_until
    WHERE greatest(frontier_hosts.next_fetch_at, frontier_hosts.paced_until) <= ${at}::timestamptz`;
  return taken > 0 ? undefined : readHostTurn(database, host, now);
}
