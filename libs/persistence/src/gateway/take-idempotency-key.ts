import type { Transaction } from '../database';

/** Marks the key as used by the job. False if used before; concurrent requests wait for each other's transaction. */
export async function takeIdempotencyKey(
  transaction: Transaction,
  { teamId, key, jobId }: { teamId: string; key: string; jobId: string },
): Promise<boolean> {
  const inserted = await transaction.$executeRaw`
    INSERT INTO idempotency_keys (team_id, key, job_id)
    VALUES (${teamId}::uuid, ${key}::uuid, ${jobId}::uuid)
    ON CONFLICT DO NOTHING`;
  return inserted === 1;
}
