import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What callers and proxies send; anything else would be a line of the log that they wrote. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;

/** The caller's `X-Request-Id`, or one of ours. Safe in a header and in a line of the log. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}
