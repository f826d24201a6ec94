import type { Pool, PoolClient } from 'pg';
import { type Queryable, type Sender, statementsOf } from './statements';
import { type StoreClient, streamOf } from './store-client';
import { isStoreUnavailable } from './store-unavailable';
import { ANSWER_MARGIN_MS, TRANSACTION_TIMEOUT_MS } from './time-limits';

/**
 * Handle of `database.$transaction(async (transaction) => …)`. Statements run in call order; concurrent ones share a
 * round trip.
 */
export interface Transaction extends Queryable {}

export interface TransactionOptions {
  /** Milliseconds from BEGIN. Above the default it also limits each statement, and statements are not prepared. */
  timeout?: number;
}

class TransactionTimeoutError extends Error {
  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`the transaction took more than ${timeoutMs} ms`, options);
  }
}

/** `work` resolved although a statement had failed, so nothing is stored. The cause is the statement's error. */
class TransactionAbortedError extends Error {
  constructor(options: ErrorOptions) {
    super('the transaction was rolled back because a statement failed, but its work continued', options);
  }
}

/**
 * Commits when `work` resolves, rolls back and rejects with its error otherwise. Also rejects if `work` resolves after
 * a failed statement, because Postgres stores nothing then.
 */
export async function runTransaction<T>(
  pool: Pool,
  isDirect: boolean,
  work: (transaction: Transaction) => Promise<T>,
  { timeout = TRANSACTION_TIMEOUT_MS }: TransactionOptions = {},
): Promise<T> {
  const client = (await pool.connect()) as PoolClient & StoreClient;
  const transaction = { client, isDirect, timeout, isBroken: true };
  const run = () => runOn(transaction, work);
  try {
    return await (isLong(timeout) ? client.within(timeout + ANSWER_MARGIN_MS, run) : run());
  } finally {
    client.release(transaction.isBroken);
  }
}

const isLong = (timeoutMs: number) => timeoutMs > TRANSACTION_TIMEOUT_MS;

interface OpenTransaction {
  readonly client: PoolClient & StoreClient;
  readonly isDirect: boolean;
  readonly timeout: number;
  isBroken: boolean;
}

async function runOn<T>(transaction: OpenTransaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const { client, isDirect, timeout } = transaction;
  const sender = isDirect ? inOneWrite(client) : oneByOne(client);
  const own = untilClosed(sender);
  const deadline = endAfter(client, timeout);
  try {
    const begun = own.query(isLong(timeout) ? `BEGIN; SET LOCAL statement_timeout = ${timeout}` : 'BEGIN');
    begun.catch(() => undefined);
    const result = await work(statementsOf(own, isDirect && !isLong(timeout)));
    await begun;
    deadline.check();
    deadline.clear();
    own.close();
    // A statement that failed before it was sent is unknown to Postgres.
    if (own.hasFailed()) throw new TransactionAbortedError({ cause: own.failure() });
    const { command } = await sender.query('COMMIT');
    // Postgres ends a failed transaction this way without an error.
    if (command === 'ROLLBACK') throw new TransactionAbortedError({ cause: own.failure() });
    transaction.isBroken = false;
    return result;
  } catch (error) {
    own.close();
    // The transaction itself may be slow, so this is not an outage.
    if (deadline.passed) throw new TransactionTimeoutError(timeout, { cause: error });
    const outage = [error, own.failure()].find(isStoreUnavailable);
    if (outage !== undefined) throw outage;
    transaction.isBroken = await sender.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    deadline.clear();
  }
}

interface OwnSender extends Sender {
  close(): void;
  hasFailed(): boolean;
  failure(): unknown;
}

/**
 * Rejects statements after the end, which would run in another transaction. `failure`: the first error of a statement.
 */
function untilClosed(sender: Sender): OwnSender {
  let isClosed = false;
  let first: { error: unknown } | undefined;
  return {
    query: async (statement) => {
      if (isClosed) throw new Error('the transaction has ended');
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

/** Sends statements of one turn in a single write, which is a system call and a wake-up of the server. */
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

function oneByOne(client: PoolClient): Sender {
  let last: Promise<unknown> = Promise.resolve();
  const query = (statement: Parameters<Sender['query']>[0]) => {
    const sent = last.then(() => client.query(statement));
    last = sent.catch(() => undefined);
    return sent;
  };
  return { query };
}

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
    streamOf(client).destroy();
  }, ms);
  return deadline;
}
