import type { Transaction } from '../database';

export async function countUrlLists(transaction: Transaction, jobIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await transaction.$queryRaw<{ jobId: string; lists: number }[]>`
    SELECT job_id AS "jobId", count(*)::int AS lists
    FROM job_url_lists
    WHERE job_id = ANY(${[...jobIds]}::uuid[])
    GROUP BY job_id`;
  return new Map(rows.map((row) => [row.jobId, row.lists]));
}
