/**
 * A message in transit. The value is the message's JSON, gzipped if worthwhile, followed by its top-level Uint8Array
 * fields unencoded (base64 would add a third):
 *
 *   value    [ JSON ][ bytes of field 1 ][ bytes of field 2 ] …
 *   headers  message-type  message-id  published-at  encoding: json | json+gzip   bytes: content=1234,thumbnail=99
 *            request-id  traceparent  tracestate  job-traceparent: of the publishing work
 *
 * A value without headers is plain JSON, so that it can be written by hand.
 */
export interface WireMessage {
  headers: Readonly<Record<string, string>>;
  /** The JSON, then the fields in the order of the `bytes` header. Immutable. */
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

export function joinParts(wire: WireMessage): Buffer {
  const [only] = wire.parts;
  if (wire.parts.length === 1 && only !== undefined) {
    return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
  }
  return Buffer.concat(wire.parts);
}
