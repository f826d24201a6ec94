/** The protocol leaves that much for the reason of a closing. */
const MAX_REASON_BYTES = 123;

export const DONE_REASON = '{"type":"done"}';

/** JSON, as clients parse it; the message is cut where it has to be. */
export function errorReason(message: string): string {
  for (let text = message; ; text = text.slice(0, -1)) {
    const reason = JSON.stringify({ type: 'error', error: text });
    if (Buffer.byteLength(reason) <= MAX_REASON_BYTES) return reason;
  }
}
