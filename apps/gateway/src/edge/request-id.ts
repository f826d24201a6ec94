import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Prevents log and header injection. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** The caller's `X-Request-Id` if valid, otherwise a generated id. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}
