import { types } from 'node:util';
import { StoreUnavailableError } from '@orbweaver/core';

/**
 * SQLSTATEs of an unavailable Postgres with the reason for operators; the first match wins. They concern the server, so
 * the same statement succeeds later.
 */
const UNAVAILABLE_SQLSTATES: readonly [pattern: RegExp, reason: string][] = [
  [/^53100$/, 'The disk of Postgres is full'],
  [/^53200$/, 'Postgres is out of memory'],
  [/^53300$/, 'Postgres has no connection left'],
  [/^53/, 'Postgres is short of resources'],
  [/^25006$/, 'Postgres is read-only'],
  [/^57P0[1-5]$/, 'Postgres is starting or stopping, or has ended the session'],
  // Statements use an index for few rows, so a slow statement means a slow server.
  [/^57014$/, 'Postgres cancelled the statement, which took too long'],
  [/^58(?:000|030)$/, 'Postgres cannot read or write its files'],
  [/^28/, 'Postgres refuses the login'],
  [/^08/, 'The connection to Postgres is broken'],
];

const SQLSTATE = /^[0-9A-Z]{5}$/;

const SYSTEM_ERRORS = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

const TLS_ERRORS: readonly [pattern: RegExp, reason: string][] = [
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of Postgres is for another host name than that of DATABASE_URL'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of Postgres has expired'],
  [
    /^(?:SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_)/,
    'The certificate of Postgres is not issued by a trusted authority; add it to EXTRA_CA_CERTS',
  ],
  [/^(?:CERT_|INVALID_CA)/, 'The certificate of Postgres is not valid'],
];

const DRIVER_ERRORS: readonly [pattern: RegExp, reason: string][] = [
  [/^The server does not support SSL connections$/, 'Postgres does not support TLS, which DATABASE_URL requires'],
  [/^timeout exceeded when trying to connect$/, 'All database connections of the process are in use'],
  [/^(?:timeout expired|Connection terminated due to connection timeout)$/, 'Postgres does not respond'],
  [
    /^Connection (?:terminated|ended)|is not queryable$|after calling end on the pool$/,
    'The connection to Postgres is broken',
  ],
];

/** Whether work failed because the database or the object store is unavailable. */
export const isStoreUnavailable = (error: unknown): error is StoreUnavailableError =>
  error instanceof StoreUnavailableError;

/** Translates a driver error to a StoreUnavailableError if Postgres is unavailable. Returns other errors unchanged. */
export function toStoreError(error: unknown): unknown {
  if (isStoreUnavailable(error)) return error;
  const reason = unavailableReason(error);
  return reason === undefined ? error : new StoreUnavailableError(reason, { cause: error });
}

function unavailableReason(error: unknown): string | undefined {
  // Errors from another realm are not `instanceof Error`.
  if (!types.isNativeError(error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (SYSTEM_ERRORS.has(code)) return `Postgres cannot be reached (${code})`;
  // Server messages are not matched: they may quote values.
  if (SQLSTATE.test(code)) {
    const reason = find(UNAVAILABLE_SQLSTATES, code);
    return reason && `${reason} (${code})`;
  }
  const certificate = find(TLS_ERRORS, code);
  return certificate === undefined ? find(DRIVER_ERRORS, error.message) : `${certificate} (${code})`;
}

const find = (reasons: readonly [RegExp, string][], text: string): string | undefined =>
  reasons.find(([pattern]) => pattern.test(text))?.[1];
