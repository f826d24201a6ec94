import type { Queryable } from '../database';

/** No page of the host is leased before `until`. A later time that was set before stays. */
export async function blockHost(database: Queryable, host: string, until: Date): Promise<void> {
  await database.$executeRaw`
    INSERT INTO frontier_hosts (host, next_fetch_at) VALUES (${host}, ${until.toISOString()}::timestamptz)
    ON CONFLICT (host) DO UPDATE SET next_fetch_at = greatest(frontier_hosts.next_fetch_at, excluded.next_fetch_at)`;
}

/** Hosts of which no page is leased until later. A whole read of a table that a wide crawl fills: not for every second. */
export async function countDeferredHosts(database: Queryable): Promise<number> {
  const [row] = await database.$queryRaw<[{ hosts: number }]>`
    SELECT count(*)::int AS hosts FROM frontier_hosts WHERE next_fetch_at > now()`;
  return row.hosts;
}
