import { types } from 'node:util';
import { StoreUnavailableError } from '@orbweaver/core';
import { Prisma } from './generated/client';

/** Prisma's words for: not reached, timed out, closed, no connection free. */
const UNAVAILABLE_PRISMA_CODES = new Set(['P1000', 'P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2037']);

/** The driver adapter's kinds for the same. */
const UNAVAILABLE_KINDS = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);

/**
 * Connection exceptions (class 08), a login refused (class 28), shutdowns, start-up, ended sessions and too many
 * connections.
 */
const UNAVAILABLE_SQLSTATE = /^(?:08\w{3}|28\w{3}|57P0[1235]|53300)$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Conditions that have no code in either list. */
const UNAVAILABLE_SYSTEM =
  /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)\b|Connection terminated|Connection ended|timeout exceeded when trying to connect|not queryable|after calling end on the pool/;

interface DriverCause {
  kind: string;
  /** A SQLSTATE, where the kind is `postgres`. */
  code?: string;
}

/** True when work failed because the database, or the object store beside it, is away, not because of its content. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (UNAVAILABLE_PRISMA_CODES.has(error.code)) return true;
    // Only codes are compared: messages quote the statement.
    const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: DriverCause };
    return cause !== undefined && (UNAVAILABLE_KINDS.has(cause.kind) || UNAVAILABLE_SQLSTATE.test(cause.code ?? ''));
  }
  // Node's own errors may come from another realm, for which `instanceof` is blind.
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // What the server says of a statement quotes its values.
  if (SQLSTATE.test(code) && code !== 'EPIPE') return UNAVAILABLE_SQLSTATE.test(code);
  return UNAVAILABLE_SYSTEM.test(`${code} ${error.message}`);
}
