import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { type Queryable, type Sender, statementsOf } from './statements';

/**
 * The handle inside `database.$transaction(async (transaction) => …)`. Statements run in the order in which they were
 * called. Those that were called together, without waiting for the first one's end, share one round trip.
 */
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

/** Its work resolved, though a statement had failed: nothing of it is stored. The cause is what the statement failed with. */
class TransactionAbortedError extends Error {
  constructor(options: ErrorOptions) {
    super('the transaction was rolled back, because a statement of it failed and its work went on', options);
  }
}

/**
 * Commits when `work` resolves and rolls back when it rejects, with the same error. Rejects as well when `work` resolves
 * though a statement has failed: Postgres stores nothing then.
 */
export async function runTransaction<T>(
  pool: Pool,
  isDirect: boolean,
  work: (transaction: Transaction) => Promise<T>,
  { timeout = TIMEOUT_MS }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect();
  const deadline = endAfter(client, timeout);
  const sender = isDirect ? inOneWrite(client) : oneByOne(client);
  const own = untilClosed(sender);
  try {
    // It travels with the first statement.
    const begun = sender.query('BEGIN');
    begun.catch(() => undefined);
    const result = await work(statementsOf(own, isDirect));
    await begun;
    deadline.check();
    own.close();
    // One that failed before it was sent leaves Postgres nothing to complain about.
    if (own.hasFailed()) throw new TransactionAbortedError({ cause: own.failure() });
    const { command } = await sender.query('COMMIT');
    // Postgres ends a transaction with a failed statement so, and calls it no error.
    if (command === 'ROLLBACK') throw new TransactionAbortedError({ cause: own.failure() });
    client.release();
    return result;
  } catch (error) {
    own.close();
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

/**
 * After its end a statement would run in whatever transaction has the connection then. `failure` is the first error of a
 * statement.
 */
function untilClosed(sender: Sender): Sender & { close(): void; hasFailed(): boolean; failure(): unknown } {
  let isClosed = false;
  let first: { error: unknown } | undefined;
  return {
    query: async (statement) => {
      if (isClosed) throw new Error('the transaction of the statement has ended');
      try {
        return await sender.query(statement);
      } catch (error) {
        first ??= { error };
        throw error;
      }
    },
    close: () => {
      isClosed = true;
    },
    hasFailed: () => first !== undefined,
    failure: () => first?.error,
  };
}

/**
 * Statements that are called in one turn leave in one write: each write is a system call, on whose way the server is
 * woken.
 */
function inOneWrite(client: PoolClient): Sender {
  const stream = streamOf(client);
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  const query = (statement: Parameters<Sender['query']>[0]) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(uncork);
    }
    return client.query(statement);
  };
  return { query };
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
    streamOf(client).destroy();
  }, ms);
  return deadline;
}

/** The driver has no public way to it. */
function streamOf(client: PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
