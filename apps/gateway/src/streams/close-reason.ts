/** WebSocket close codes: 1000 to 2999 from RFC 6455, 3000 and above from IANA. */
export const CLOSE = {
  done: 1000,
  goingAway: 1001,
  unknown: 1008,
  internal: 1011,
  later: 1013,
  unauthorized: 3000,
  forbidden: 3003,
} as const;

export const DONE_REASON = '{"type":"done"}';

/** RFC 6455, section 5.5. */
const MAX_REASON_BYTES = 123;

export function closeCodeOf(status: number): number {
  if (status === 401) return CLOSE.unauthorized;
  if (status === 403) return CLOSE.forbidden;
  if (status === 500) return CLOSE.internal;
  return status === 429 || status === 503 ? CLOSE.later : CLOSE.unknown;
}

/** JSON, because clients parse it. Truncates the message to fit. */
export function errorReason(message: string): string {
  for (let text = message; ; text = text.slice(0, -1)) {
    const reason = JSON.stringify({ type: 'error', error: text });
    if (Buffer.byteLength(reason) <= MAX_REASON_BYTES) return reason;
  }
}
