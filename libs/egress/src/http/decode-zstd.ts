import { BodyTooLargeError } from '../address/body-too-large-error';
import { measureZstd } from './measure-zstd';

class ZstdError extends Error {
  override readonly name = 'ZstdError';
  readonly code = 'ZSTD_error';
}

/**
 * Unpacks a whole body with the reference decoder as WebAssembly, which never writes beyond the given room. (Decoders
 * in JavaScript trust the lengths in a body and block the process for minutes; Node's own, from 22.15 on, ends with an
 * error where a second frame follows.) Throws BodyTooLargeError, and an error whose code begins with ZSTD_ for a broken
 * body.
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
