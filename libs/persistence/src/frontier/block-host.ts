import type { Queryable } from '../database';

/** Leases no page of the host before `until`. Keeps a later time. */
export async function blockHost(database: Queryable, host: string, until: Date): Promise<void> {
  await database.$executeRaw`
    INSERT INTO frontier_hosts (host, next_fetch_at) VALUES (${host}, ${until.toISOString()}::timestamptz)
    ON CONFLICT (host) DO UPDATE SET next_fetch_at = greatest(frontier_hosts.next_fetch_at, excluded.next_fetch_at)`;
}

/** Hosts in back-off. Reads a whole table, so call it rarely. */
export async function countDeferredHosts(database: Queryable): Promise<number> {
  const [row] = await database.$queryRaw<[{ hosts: number }]>`
    SELECT count(*)::int AS hosts FROM frontier_hosts WHERE next_fetch_at > now()`;
  return row.hosts;
}
