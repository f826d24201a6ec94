import type { Database, Transaction } from '../../src/database';
import { hashOf, idOf, RUNNING } from '../fill-large-database';

/** A function of the package, and how much it is asked for. */
export interface HotStatement {
  /** Of the function under test. */
  name: string;
  /** How many rows each of the statements is asked for, or is to change. */
  rows: number;
  /** Rows that one of them counts besides, by their index alone. */
  counted?: number;
  /** How many statements a call sends at most, where that is more than a few; those that a foreign key sends included. */
  statements?: number;
  /** There is something to be found, and it is. */
  finds?: true;
  /** Everything that it writes is rolled back; `database` is for functions that make transactions of their own. */
  run: (transaction: Transaction, database: Database) => Promise<unknown>;
}

/** For a function that makes transactions of its own: they are this one, which is rolled back. */
export const asDatabase = (transaction: Transaction): Database =>
  ({ ...transaction, $transaction: (work: (own: Transaction) => unknown) => work(transaction) }) as unknown as Database;

export const { id: jobId, teamId } = RUNNING;
export const now = new Date();
/** Later than all that the suite writes, on a busy machine as well. */
export const soon = new Date(now.getTime() + 600_000);
export const pageId = (n: number) => idOf(`page running ${n}`);
export const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
/** Numbers of URLs in a state: the running job repeats them every 500. */
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
