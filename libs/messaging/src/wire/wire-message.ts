/**
 * A message as it travels. The value is the JSON of the message, gzipped when that is worth it, followed by the
 * bytes of its top-level Uint8Array fields as they are (base64 would cost a third more and a pass over 64 MiB):
 *
 *   value    [ JSON ][ bytes of field 1 ][ bytes of field 2 ] …
 *   headers  message-type  message-id  published-at  encoding: json | json+gzip   bytes: content=1234,thumbnail=99
 *            request-id  traceparent  tracestate  job-traceparent: of the work that published it, where there is any
 *
 * Without headers a value is plain JSON, so that a person may write one by hand.
 */
export interface WireMessage {
  headers: Readonly<Record<string, string>>;
  /** The JSON, then the fields in the order of the `bytes` header. Never changed once made. */
  parts: readonly Uint8Array[];
}

export const header = {
  type: 'message-type',
  id: 'message-id',
  at: 'published-at',
  encoding: 'encoding',
  bytes: 'bytes',
  request: 'request-id',
} as const;

export function wireBytes(wire: WireMessage): number {
  return wire.parts.reduce((sum, part) => sum + part.byteLength, 0);
}

/** The value in one piece. */
export function joinParts(wire: WireMessage): Buffer {
  const [only] = wire.parts;
  if (wire.parts.length === 1 && only !== undefined) {
    return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
  }
  return Buffer.concat(wire.parts);
}
