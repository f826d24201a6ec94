import type { Database } from '../database';

export async function countPendingWebhookEvents(database: Database): Promise<number> {
  const rows = await database.$queryRaw<{ pending: number }[]>`
    SELECT count(*)::int AS pending FROM webhook_events WHERE state = 'pending'`;
  return rows[0]?.pending ?? 0;
}
