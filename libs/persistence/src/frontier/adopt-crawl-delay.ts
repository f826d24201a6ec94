import type { Transaction } from '../database';

/** Applies the delay of robots.txt if the request has none. The job then visits one page at a time by default. */
export async function adoptCrawlDelay(transaction: Transaction, jobId: string, delayMs: number): Promise<void> {
  await transaction.$executeRaw`
    UPDATE frontier_jobs SET delay_ms = ${delayMs}::int, max_concurrency = coalesce(max_concurrency, 1)
    WHERE id = ${jobId}::uuid AND delay_ms IS NULL`;
}
