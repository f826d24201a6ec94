import type { Database } from '../database';

export interface DeferredHost {
  host: string;
  until: Date;
}

/** Hosts in back-off (429, 503), longest first. */
export function listDeferredHosts(database: Database, limit: number): Promise<DeferredHost[]> {
  return database.$queryRaw<DeferredHost[]>`
    SELECT host, next_fetch_at AS until FROM frontier_hosts
    WHERE next_fetch_at > now()
    ORDER BY next_fetch_at DESC
    LIMIT ${limit}::int`;
}
