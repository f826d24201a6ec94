import type { Database } from '../database';
import { dueOf } from '../index-keys';
import { lockOutbox } from './lock-outbox';

const MAX_JOBS = 1000;

/**
 * Marks the first pending event of every job. Needed only while an earlier release runs during an upgrade. Reads the
 * first event of every waiting job, so run it every few minutes. Returns the number of repaired jobs.
 */
export async function repairOutboxes(database: Database): Promise<number> {
  const jobs = await database.$queryRaw<{ jobId: string }[]>`
    WITH RECURSIVE heads AS (
      (SELECT job_id, is_first FROM webhook_events WHERE state = 'pending' ORDER BY job_id, sequence LIMIT 1)
      UNION ALL
      SELECT next.* FROM heads CROSS JOIN LATERAL (
        SELECT job_id, is_first FROM webhook_events
        WHERE state = 'pending' AND job_id > heads.job_id ORDER BY job_id, sequence LIMIT 1) next
    )
    SELECT job_id AS "jobId" FROM heads WHERE NOT is_first
    UNION
    SELECT job_id FROM webhook_events e WHERE ${dueOf('e')} IS NOT NULL
    GROUP BY job_id HAVING count(*) > 1
    LIMIT ${MAX_JOBS}::int`;
  for (const { jobId } of jobs) await repair(database, jobId);
  return jobs.length;
}

async function repair(database: Database, jobId: string): Promise<void> {
  await database.$transaction(async (transaction) => {
    if ((await lockOutbox(transaction, jobId)) === undefined) return;
    await transaction.$executeRaw`
      WITH head AS (
        SELECT id FROM webhook_events WHERE state = 'pending' AND job_id = ${jobId}::uuid ORDER BY sequence LIMIT 1)
      UPDATE webhook_events e SET is_first = e.id = head.id
      FROM head
      WHERE e.state = 'pending' AND e.job_id = ${jobId}::uuid
        AND e.is_first <> (e.id = head.id)`;
  });
}
