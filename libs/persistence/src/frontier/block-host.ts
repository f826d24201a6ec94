import type { Queryable } from '../database';

/** Nobody fetches from the host before `until`; a later time that was asked for before stays. */
export async function blockHost(database: Queryable, host: string, until: Date): Promise<void> {
  await database.$executeRaw`
    INSERT INTO frontier_hosts (host, next_fetch_at) VALUES (${host}, ${until.toISOString()}::timestamptz)
    ON CONFLICT (host) DO UPDATE SET next_fetch_at = greatest(frontier_hosts.next_fetch_at, excluded.next_fetch_at)`;
}
