import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { BodyTooLargeError } from '../address/explain-failure';
import { unpackZstd } from './decode-zstd';

export interface BodyBounds {
  maxBytes: number;
  maxDecodedBytes: number;
  onTooLarge: 'fail' | 'cut';
}

export const acceptEncoding = 'gzip, deflate, br, zstd';

/** Maximum decoded size for zstd, which is decoded as a whole even if it is cut afterwards. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024;

/** Two layers occur (a proxy that compresses again); more are an attack on the decoder. */
const MAX_LAYERS = 3;

/** `isIncomplete`: the body stalled or exceeded `cutAfterMs`, and the received part is returned. */
export async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  bounds: BodyBounds,
  cutAfterMs?: number,
): Promise<{ body: Buffer; isIncomplete: boolean }> {
  const received: Buffer[] = [];
  let isIncomplete = false;
  const cut = (): void => {
    isIncomplete = true;
    body.destroy(new Error('The body exceeded its time limit'));
  };
  const timer = cutAfterMs === undefined ? undefined : setTimeout(cut, Math.max(0, cutAfterMs));
  try {
    for await (const chunk of decodeBody(body, contentEncoding, bounds)) received.push(chunk);
  } catch (error) {
    isIncomplete ||= cutAfterMs !== undefined && (error as { code?: unknown }).code === 'UND_ERR_BODY_TIMEOUT';
    if (!isIncomplete || error instanceof BodyTooLargeError) throw error;
  } finally {
    clearTimeout(timer);
  }
  return { body: Buffer.concat(received), isIncomplete };
}

/**
 * Decompresses a body within its limits. Exceeding a limit, or stopping early, closes the transfer.
 * @throws BodyTooLargeError, decoder errors (code Z_…, ZSTD_… or ERR_…) and connection errors
 */
export async function* decodeBody(
  body: Readable,
  contentEncoding: string | undefined,
  bounds: BodyBounds,
): AsyncGenerator<Buffer, void> {
  const codings = (contentEncoding ?? '').toLowerCase().split(',').slice(0, MAX_LAYERS);
  try {
    let chunks: Chunks = countUpTo(bounds.maxBytes, body, bounds.onTooLarge);
    // Each layer is limited: an inner layer may reduce gigabytes of the outer one to nothing.
    for (const coding of codings.reverse())
      chunks = countUpTo(bounds.maxDecodedBytes, decode(coding.trim(), chunks, bounds), bounds.onTooLarge);
    yield* chunks;
  } finally {
    // Otherwise an abandoned decoder would leave its source waiting.
    body.on('error', () => undefined).destroy();
  }
}

type Chunks = AsyncIterable<Buffer>;

async function* countUpTo(maxBytes: number, source: Chunks, onTooLarge: 'fail' | 'cut'): AsyncGenerator<Buffer> {
  let left = maxBytes;
  for await (const chunk of source) {
    if (chunk.length > left) {
      if (onTooLarge === 'fail') throw new BodyTooLargeError(maxBytes);
      yield chunk.subarray(0, left);
      return;
    }
    left -= chunk.length;
    yield chunk;
  }
}

/** Accepts a missing end of the compressed stream, like browsers. */
const lenient = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

/** Unknown codings are ignored, like in browsers: the header is often wrong. */
function decode(coding: string, source: Chunks, bounds: BodyBounds): AsyncGenerator<Buffer> | Chunks {
  if (coding === 'gzip' || coding === 'x-gzip') return through(source, () => zlib.createGunzip(lenient));
  if (coding === 'deflate') return through(source, createInflateFor);
  if (coding === 'br') return through(source, () => zlib.createBrotliDecompress(lenientBrotli));
  if (coding === 'zstd') return decodeZstd(source, bounds);
  return source;
}

async function* decodeZstd(source: Chunks, bounds: BodyBounds): AsyncGenerator<Buffer> {
  const received: Buffer[] = [];
  for await (const chunk of source) received.push(chunk);
  if (received.length === 0) return;
  const { maxDecodedBytes, onTooLarge } = bounds;
  const mostBytes = onTooLarge === 'cut' ? Math.max(maxDecodedBytes, MAX_WHOLE_BYTES) : maxDecodedBytes;
  yield await unpackZstd(Buffer.concat(received), mostBytes);
}

/** Some servers send "deflate" without the zlib wrapper; the first byte shows it. */
function createInflateFor(first: Buffer): Transform {
  const isWrapped = ((first[0] ?? 0) & 0x0f) === 8;
  return isWrapped ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient);
}

/** An empty source remains empty: responses to HEAD declare the coding of an absent body. */
async function* through(source: Chunks, createDecoder: (first: Buffer) => Transform): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const decoder = createDecoder(first.value);
  const fed = pipeline(async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }, decoder);
  // The reader receives the error through the decoder; this prevents an unhandled rejection.
  fed.catch(() => undefined);
  yield* decoder as Chunks;
  await fed;
}
