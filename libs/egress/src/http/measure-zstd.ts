const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const MAX_BLOCK_BYTES = 128 * 1024;

/**
 * Upper bound for the decoded size of a zstd body, from its frame and block headers. Invalid and truncated bodies count
 * up to the first error.
 */
export function measureZstd(body: Buffer): number {
  let bytes = 0;
  let at = 0;
  while (at + 8 <= body.length) {
    const magic = body.readUInt32LE(at);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC) {
      at += 8 + body.readUInt32LE(at + 4);
      continue;
    }
    if (magic !== MAGIC) break;
    const frame = measureFrame(body, at + 4);
    bytes += frame.bytes;
    at = frame.end;
  }
  return bytes;
}

function measureFrame(body: Buffer, start: number): { bytes: number; end: number } {
  const descriptor = body[start] as number;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  const sizeAt = start + (isSingleSegment ? 1 : 2) + dictionaryBytes;
  const announced = readSize(body, sizeAt, sizeBytes);
  let bytes = 0;
  let isLast = false;
  let at = sizeAt + sizeBytes;
  while (!isLast && at + 3 <= body.length) {
    const header = body.readUIntLE(at, 3);
    isLast = (header & 1) === 1;
    const kind = (header >> 1) & 3;
    const size = header >> 3;
    // 0: raw, 1: one byte repeated, 2: compressed.
    bytes += kind === 2 ? MAX_BLOCK_BYTES : size;
    at += 3 + (kind === 1 ? 1 : size);
  }
  return { bytes: Math.min(bytes, announced), end: at + ((descriptor & 4) === 0 ? 0 : 4) };
}

function readSize(body: Buffer, at: number, length: number): number {
  if (length === 0 || at + length > body.length) return Number.POSITIVE_INFINITY;
  if (length === 8) return Number(body.readBigUInt64LE(at));
  return body.readUIntLE(at, length) + (length === 2 ? 256 : 0);
}
