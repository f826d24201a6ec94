import type { Database } from '../database';
import { dueOf } from '../index-keys';

export interface OutboxBacklog {
  events: number;
  oldestSeconds: number;
}

export async function measureOutbox(database: Database): Promise<OutboxBacklog> {
  const rows = await database.$queryRaw<OutboxBacklog[]>`
    SELECT (SELECT count(*) FROM webhook_events WHERE state = 'pending')::int AS events,
           coalesce(extract(epoch FROM now() - min(first.created_at)), 0)::float8 AS "oldestSeconds"
    FROM webhook_events first WHERE ${dueOf('first')} IS NOT NULL`;
  return rows[0]!;
}
