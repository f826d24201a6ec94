import type { Pool, PoolClient } from 'pg';
import { type Queryable, statementsOf } from './statements';

/** The handle inside `database.$transaction(async (transaction) => …)`. */
export interface Transaction extends Queryable {}

export interface TransactionOptions {
  /** Milliseconds that it may take from its begin. */
  timeout?: number;
}

/** A healthy transaction on a busy machine takes a second or two. What takes this long may always do so. */
const TIMEOUT_MS = 30_000;

/** It was rolled back because it took too long. */
class TransactionTimeoutError extends Error {
  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`the transaction took more than ${timeoutMs} ms`, options);
  }
}

/** Commits when `work` resolves and rolls back when it rejects, with the same error. */
export async function runTransaction<T>(
  pool: Pool,
  prepares: boolean,
  work: (transaction: Transaction) => Promise<T>,
  { timeout = TIMEOUT_MS }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect();
  const deadline = endAfter(client, timeout);
  try {
    await client.query('BEGIN');
    const result = await work(statementsOf(client, prepares));
    deadline.check();
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is of no use to anybody.
    const broken =
      deadline.passed ||
      (await client.query('ROLLBACK').then(
        () => false,
        () => true,
      ));
    client.release(broken);
    throw deadline.passed ? new TransactionTimeoutError(timeout, { cause: error }) : error;
  } finally {
    deadline.clear();
  }
}

/** Ends the connection in the middle of whatever it does: the server rolls back. */
function endAfter(client: PoolClient, ms: number) {
  const deadline = {
    passed: false,
    check: () => {
      if (deadline.passed) throw new TransactionTimeoutError(ms);
    },
    clear: () => clearTimeout(timer),
  };
  const timer = setTimeout(() => {
    deadline.passed = true;
    (client as unknown as { end(): void }).end();
  }, ms);
  return deadline;
}
