import type { Database } from '../database';
import { dueOf } from '../index-keys';

export interface OutboxBacklog {
  /** Webhook events that were neither delivered nor given up. */
  events: number;
  /** Seconds since the oldest of them happened; 0 for none. */
  oldestSeconds: number;
}

/** Counts in an index; the times it reads of the first event of each job only, which is the oldest of the job. */
export async function measureOutbox(database: Database): Promise<OutboxBacklog> {
  const rows = await database.$queryRaw<OutboxBacklog[]>`
    SELECT (SELECT count(*) FROM webhook_events WHERE state = 'pending')::int AS events,
           coalesce(extract(epoch FROM now() - min(first.created_at)), 0)::float8 AS "oldestSeconds"
    FROM webhook_events first WHERE ${dueOf('first')} IS NOT NULL`;
  return rows[0]!;
}
