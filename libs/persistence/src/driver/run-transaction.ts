import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { type Queryable, type Sender, statementsOf } from './statements';

/**
 * The handle inside `database.$transaction(async (transaction) => …)`. Statements run in the order in which they were
 * called. Those that were called together, without waiting for the first one's end, share one round trip.
 */
export interface Transaction extends Queryable {
  /** The commit follows these statements without waiting for their end, and fails with them. Call it at the end. */
  $sendLast(statements: Promise<unknown>): void;
}

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

/**
 * Commits when `work` resolves and rolls back when it rejects, with the same error. `work` must wait for all its
 * statements but those that it sends last.
 */
export async function runTransaction<T>(
  pool: Pool,
  isDirect: boolean,
  work: (transaction: Transaction) => Promise<T>,
  { timeout = TIMEOUT_MS }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect();
  const deadline = endAfter(client, timeout);
  const sender = isDirect ? client : oneByOne(client);
  try {
    // It travels with the first statement, which fails when it does.
    sender.query('BEGIN').catch(() => undefined);
    const last: Promise<unknown>[] = [];
    const $sendLast = (statements: Promise<unknown>): void => {
      statements.catch(() => undefined);
      last.push(statements);
    };
    const result = await work({ ...statementsOf(sender, isDirect), $sendLast });
    deadline.check();
    // Postgres answers the commit of a failed transaction with a rollback.
    await Promise.all([...last, sender.query('COMMIT')]);
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is of no use to anybody.
    const broken =
      deadline.passed ||
      (await sender.query('ROLLBACK').then(
        () => false,
        () => true,
      ));
    client.release(broken);
    throw deadline.passed ? new TransactionTimeoutError(timeout, { cause: error }) : error;
  } finally {
    deadline.clear();
  }
}

/** Sends each statement after the end of the one before, as a pooler needs it. */
function oneByOne(client: PoolClient): Sender {
  let last: Promise<unknown> = Promise.resolve();
  const query = (statement: Parameters<Sender['query']>[0]) => {
    const sent = last.then(() => client.query(statement));
    last = sent.catch(() => undefined);
    return sent;
  };
  return { query };
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
    // Its `end` would wait for the statements on their way.
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }, ms);
  return deadline;
}
