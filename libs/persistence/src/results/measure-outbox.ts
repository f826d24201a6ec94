import type { Database } from '../database';

export interface OutboxBacklog {
  /** Webhook events that were neither delivered nor given up. */
  events: number;
  /** Seconds since the oldest of them happened; 0 for none. */
  oldestSeconds: number;
}

export async function measureOutbox(database: Database): Promise<OutboxBacklog> {
  const rows = await database.$queryRaw<OutboxBacklog[]>`
    SELECT count(*)::int AS events, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
    FROM webhook_events WHERE state = 'pending'`;
  return rows[0]!;
}
