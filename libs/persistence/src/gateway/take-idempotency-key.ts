import type { Transaction } from '../database';

/**
 * Marks the key as used by the job. Answers false when it was used before; of two requests at once the second
 * waits for the first one's transaction.
 */
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
