import type { Transaction } from '../database';

/** The start URL was redirected: from now on "internal" and "child path" are measured against its target. */
export async function moveOrigin(transaction: Transaction, jobId: string, originUrl: string): Promise<void> {
  await transaction.$executeRaw`UPDATE frontier_jobs SET origin_url = ${originUrl} WHERE id = ${jobId}::uuid`;
}
