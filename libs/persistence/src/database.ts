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
  // The adapter writes and reads times without a zone, so any other zone of the server would shift them.
  'TimeZone=UTC',
  // A machine that vanishes during a transaction leaves its locks behind, and the server's keep-alive would hold them
  // for two hours. No transaction of ours may take this long.
  'idle_in_transaction_session_timeout=60s',
  // Every statement has an index that leads to its few rows. Statistics of a new job are stale or missing and must not
  // lead elsewhere: to reading a whole table because most of it seems to fit, or to a bitmap, which has no order, so
  // that Postgres collects and sorts all rows of a job for the first hundred.
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  // A plan that needs a disabled node gets an enormous cost, and older servers would compile it for that.
  'jit=off',
];

/** For the connection's `options`. */
export const sessionOptions = SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' ');

/** Opens a pool lazily: the first statement notices a database that is away. */
export function openDatabase({ url, poolSize }: DatabaseOptions): Database {
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 10_000,
      // Notices within half a minute that the other end vanished without closing.
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
 * One code with two meanings: no transaction could begin because all connections are taken, or a transaction was ended
 * for taking too long. Only the first is worth a retry: what takes too long may always do so.
 */
const TRANSACTION_FAILED = 'P2028';
const NOT_BEGUN = /^Transaction API error: Unable to start a transaction/;

/** The driver adapter's kinds for the same; a raw statement outside a transaction reports only these. */
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

/** Conditions that have no code in either list. */
const UNAVAILABLE_SYSTEM =
  /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)\b|Connection terminated|Connection ended|timeout exceeded when trying to connect|not queryable|after calling end on the pool/;

interface DriverCause {
  kind: string;
  /** A SQLSTATE, where the kind is `postgres`. */
  code?: string;
}

/** True when the statement failed because the database is away, not because of its content. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (UNAVAILABLE_PRISMA_CODES.has(error.code)) return true;
    if (error.code === TRANSACTION_FAILED) return NOT_BEGUN.test(error.message);
    // Only codes are compared: messages quote the statement.
    const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: DriverCause };
    return cause !== undefined && (UNAVAILABLE_KINDS.has(cause.kind) || UNAVAILABLE_SQLSTATE.test(cause.code ?? ''));
  }
  // Node's own errors may come from another realm, for which `instanceof` is blind.
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return UNAVAILABLE_SYSTEM.test(`${code} ${error.message}`) || UNAVAILABLE_SQLSTATE.test(code);
}
