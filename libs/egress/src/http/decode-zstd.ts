import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { BodyTooLargeError } from '../address/body-too-large-error';
import { measureZstd } from './measure-zstd';

/** Node brings zstd from 22.15 on, and the types here are older. */
const native = zlib as unknown as {
  createZstdDecompress?: (options: { params: Record<number, number> }) => Transform;
  constants: { ZSTD_d_windowLogMax?: number };
};

/** 8 MiB: what a decoder of the coding must be ready for, and no more (RFC 9659). */
const MAX_WINDOW_LOG = 23;

class ZstdError extends Error {
  override readonly name = 'ZstdError';
  readonly code = 'ZSTD_error';
}

/** Undefined where Node has none: then `unpackZstd` does it. */
export function createZstdDecompress(): Transform | undefined {
  const { ZSTD_d_windowLogMax: windowLogMax } = native.constants;
  if (windowLogMax === undefined) return undefined;
  return native.createZstdDecompress?.({ params: { [windowLogMax]: MAX_WINDOW_LOG } });
}

/**
 * A whole body, by the reference decoder as WebAssembly: whatever it is fed, it writes within the room that it is
 * given. (Decoders written in JavaScript take the lengths in a body at their word, and hold the process for minutes.)
 * Throws BodyTooLargeError, and an error with a code that begins with ZSTD_ for what cannot be read.
 */
export async function unpackZstd(body: Buffer, maxBytes: number): Promise<Buffer> {
  const mostBytes = measureZstd(body);
  // 0.4 MB to compile, which is done when the first such body comes.
  const { decompress, isLoaded } = await import('@foxglove/wasm-zstd');
  await isLoaded;
  try {
    return decompress(body, Math.max(1, Math.min(mostBytes, maxBytes)));
  } catch (error) {
    if (mostBytes > maxBytes) throw new BodyTooLargeError(maxBytes);
    throw new ZstdError('The body is no zstd, or is damaged', { cause: error });
  }
}
