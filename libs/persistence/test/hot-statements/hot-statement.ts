import type { Database, Transaction } from '../../src/database';
import { hashOf, idOf, RUNNING } from '../fill-large-database';

export interface HotStatement {
  name: string;
  rows: number;
  counted?: number;
  /** Maximum statements per call if more than the default, including foreign keys. */
  statements?: number;
  finds?: true;
  run: (transaction: Transaction, database: Database) => Promise<unknown>;
}

export const asDatabase = (transaction: Transaction): Database =>
  ({ ...transaction, $transaction: (work: (own: Transaction) => unknown) => work(transaction) }) as unknown as Database;

export const { id: jobId, teamId } = RUNNING;
export const now = new Date();
export const soon = new Date(now.getTime() + 600_000);
export const pageId = (n: number) => idOf(`page running ${n}`);
export const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
export const leasedAt = (index: number) => 85 + 500 * index;
export const queuedAt = (index: number) => 86 + index;

export const candidate = (key: number | string) => ({
  url: `http://site.test/${key}`,
  sourceUrl: `http://site.test/${key}`,
  keyHash: hashOf(key),
  refusalHash: hashOf(`refused ${key}`),
  host: 'site.test',
});

export async function drain(steps: AsyncGenerator<unknown>, most = 1): Promise<void> {
  for (let step = 0; step < most; step += 1) if ((await steps.next()).done) return;
}
