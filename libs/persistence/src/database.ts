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

/** Opens a pool lazily: a database that is away is noticed by the first statement. */
export function openDatabase({ url, poolSize }: DatabaseOptions): Database {
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 10_000,
      // The adapter writes and reads times without their zone, so another zone of the server would shift them.
      options: '-c TimeZone=UTC',
    }),
    // The default of 2 s to get a connection and 5 s to finish fails healthy work on a busy machine.
    transactionOptions: { maxWait: 15_000, timeout: 30_000 },
  });
}

/** Prisma's words for: not reached, timed out, closed, no connection free, no transaction could be begun. */
const UNAVAILABLE_PRISMA_CODES = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);

/** Connection exceptions (class 08), shutdowns, start-up and too many connections, by SQLSTATE. */
const UNAVAILABLE_SQLSTATE = /\b(?:08\d{3}|57P0[123]|53300)\b/;

const UNAVAILABLE_SYSTEM =
  /\b(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)\b|Connection terminated|Connection ended/;

/** True when the statement failed because the database is away, not because of what it said. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (UNAVAILABLE_PRISMA_CODES.has(error.code)) return true;
    const detail = JSON.stringify(error.meta ?? {});
    return UNAVAILABLE_SQLSTATE.test(detail) || UNAVAILABLE_SYSTEM.test(detail);
  }
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return UNAVAILABLE_SYSTEM.test(`${code} ${error.message}`) || UNAVAILABLE_SQLSTATE.test(code);
}
