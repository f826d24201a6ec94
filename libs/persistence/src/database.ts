import { types } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client';

export type Database = PrismaClient;
/** The handle inside `database.$transaction(async (transaction) => …)`. */
export type Transaction = Prisma.TransactionClient;
/** Either: statements that may stand alone or be part of a larger transaction take this. */
export type Queryable = Database | Transaction;

export { Prisma };

export interface DatabaseOptions {
  /** postgresql://… */
  url: string;
  /** Connections held at most. The sum over all processes must stay below Postgres' max_connections. */
  poolSize: number;
}

const SESSION_SETTINGS = [
  // The adapter writes and reads times without their zone, so another zone of the server would shift them.
  'TimeZone=UTC',
  // A machine that vanishes in the middle of a transaction leaves its locks behind; the server's own keep-alive would
  // hold them for two hours. Longer than any transaction of ours may take.
  'idle_in_transaction_session_timeout=60s',
  // Every statement of ours has an index that leads to its few rows. What statistics say of a job that is new, or do not
  // say, must not lead elsewhere: a table that is read whole because most of it seems to fit, or a bitmap, which has no
  // order, so that all rows of a job are collected and sorted for the first hundred of them.
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  // A plan that cannot do without is marked as infinitely dear, which older servers would take for a reason to compile.
  'jit=off',
];

/** For the connection's `options`. */
export const sessionOptions = SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' ');

/** Opens a pool lazily: a database that is away is noticed by the first statement. */
export function openDatabase({ url, poolSize }: DatabaseOptions): Database {
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 10_000,
      // Finds out within half a minute that the other end is gone without a word.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: sessionOptions,
    }),
    // The default of 2 s to get a connection and 5 s to finish fails healthy work on a busy machine.
    transactionOptions: { maxWait: 15_000, timeout: 30_000 },
  });
}

/** Prisma's words for: not reached, timed out, closed, no connection free. */
const UNAVAILABLE_PRISMA_CODES = new Set(['P1000', 'P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2037']);

/**
 * The same code for two things: no transaction could be begun, as all connections are taken; and one was ended for
 * taking too long. What takes too long may always do so, and would be tried for ever.
 */
const TRANSACTION_FAILED = 'P2028';
const NOT_BEGUN = /^Transaction API error: Unable to start a transaction/;

/** The driver adapter's words for the same; all that a raw statement outside of a transaction tells. */
const UNAVAILABLE_KINDS = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);

/** Connection exceptions (class 08), shutdowns, start-up, ended sessions and too many connections, by SQLSTATE. */
const UNAVAILABLE_SQLSTATE = /^(?:08\d{3}|57P0[1235]|53300)$/;

/** What neither of them has a word for. */
const UNAVAILABLE_SYSTEM =
  /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)\b|Connection terminated|Connection ended|timeout exceeded when trying to connect|not queryable|after calling end on the pool/;

interface DriverCause {
  kind: string;
  /** A SQLSTATE, where the kind is `postgres`. */
  code?: string;
}

/** True when the statement failed because the database is away, not because of what it said. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (UNAVAILABLE_PRISMA_CODES.has(error.code)) return true;
    if (error.code === TRANSACTION_FAILED) return NOT_BEGUN.test(error.message);
    // Only the codes are looked at: the texts quote what the statement said.
    const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: DriverCause };
    return cause !== undefined && (UNAVAILABLE_KINDS.has(cause.kind) || UNAVAILABLE_SQLSTATE.test(cause.code ?? ''));
  }
  // Node's own errors may come from another realm, for which `instanceof` is blind.
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return UNAVAILABLE_SYSTEM.test(`${code} ${error.message}`) || UNAVAILABLE_SQLSTATE.test(code);
}
