import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { BodyTooLargeError } from '../address/body-too-large-error';
import { measureZstd } from './measure-zstd';

/** Node brings zstd from 22.15 on, and the types here are older. */
const native = zlib as unknown as {
  createZstdDecompress?: (options: { params: Record<number, number> }) => Transform;
  constants: { ZSTD_d_windowLogMax?: number };
};

/** 8 MiB: what a decoder of this coding must support, and no more (RFC 9659). */
const MAX_WINDOW_LOG = 23;

class ZstdError extends Error {
  override readonly name = 'ZstdError';
  readonly code = 'ZSTD_error';
}

/** Undefined where Node has no zstd: then `unpackZstd` does the work. */
export function createZstdDecompress(): Transform | undefined {
  const { ZSTD_d_windowLogMax: windowLogMax } = native.constants;
  if (windowLogMax === undefined) return undefined;
  return native.createZstdDecompress?.({ params: { [windowLogMax]: MAX_WINDOW_LOG } });
}

/**
 * Unpacks a whole body with the reference decoder as WebAssembly, which never writes beyond the given room. (Decoders
 * in JavaScript trust the lengths in a body and block the process for minutes.) Throws BodyTooLargeError, and an error
 * whose code begins with ZSTD_ for a broken body.
 */
export async function unpackZstd(body: Buffer, maxBytes: number): Promise<Buffer> {
  const mostBytes = measureZstd(body);
  // Compiling takes 0.4 MB, so it waits for the first such body.
  const { decompress, isLoaded } = await import('@foxglove/wasm-zstd');
  await isLoaded;
  try {
    return decompress(body, Math.max(1, Math.min(mostBytes, maxBytes)));
  } catch (error) {
    if (mostBytes > maxBytes) throw new BodyTooLargeError(maxBytes);
    throw new ZstdError('The body is no zstd, or is damaged', { cause: error });
  }
}
