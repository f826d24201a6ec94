import { BodyTooLargeError } from '../address/explain-failure';
import { measureZstd } from './measure-zstd';

class ZstdError extends Error {
  override readonly name = 'ZstdError';
  readonly code = 'ZSTD_error';
}

/**
 * Decodes with the reference decoder in WebAssembly, which respects the output limit. JavaScript decoders trust lengths
 * in the body and can block for minutes; Node's own fails on a second frame.
 * @throws BodyTooLargeError, or an error with code ZSTD_… for an invalid body
 */
export async function unpackZstd(body: Buffer, maxBytes: number): Promise<Buffer> {
  const mostBytes = measureZstd(body);
  // Loaded on demand: compiling takes 0.4 MB.
  const { decompress, isLoaded } = await import('@foxglove/wasm-zstd');
  await isLoaded;
  try {
    return decompress(body, Math.max(1, Math.min(mostBytes, maxBytes)));
  } catch (error) {
    if (mostBytes > maxBytes) throw new BodyTooLargeError(maxBytes);
    throw new ZstdError('The body is not valid zstd', { cause: error });
  }
}
