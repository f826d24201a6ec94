import type { Transaction } from '../database';

/** Sets the origin of the scope rules after the start URL was redirected. */
export async function moveOrigin(transaction: Transaction, jobId: string, originUrl: string): Promise<void> {
  await transaction.$executeRaw`UPDATE frontier_jobs SET origin_url = ${originUrl} WHERE id = ${jobId}::uuid`;
}
