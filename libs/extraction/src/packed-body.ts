import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants, crc32, gunzip } from 'node:zlib';

const gunzipAsync = promisify(gunzip);
const unbrotliAsync = promisify(brotliDecompress);

/** Half the time of gzip's fastest level, and fewer bytes. */
const QUALITY = 1;
const WINDOW_BITS = 18;
/** Earlier releases used gzip. A brotli stream with our window starts differently. */
const GZIP_MAGIC = [0x1f, 0x8b];
/** After the stream, because brotli has no checksum. */
const CHECKSUM_BYTES = 4;

/** Compresses the body of a capture for the page cache. */
export function packBody(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  };
  const stream = brotliCompressSync(body, { params });
  const packed = new Uint8Array(stream.byteLength + CHECKSUM_BYTES);
  packed.set(stream);
  new DataView(packed.buffer).setUint32(stream.byteLength, crc32(body));
  return packed;
}

/** Unpacks a body of this or an earlier release. Rejects damaged bodies and those over `maxBytes`. */
export async function unpackBody(packed: Uint8Array, maxBytes: number): Promise<Buffer> {
  const options = { maxOutputLength: maxBytes };
  if (GZIP_MAGIC.every((byte, at) => packed[at] === byte)) return await gunzipAsync(packed, options);
  if (packed.byteLength <= CHECKSUM_BYTES) throw new Error('the packed body is truncated');
  const end = packed.byteLength - CHECKSUM_BYTES;
  const body = await unbrotliAsync(packed.subarray(0, end), options);
  const checksum = new DataView(packed.buffer, packed.byteOffset + end, CHECKSUM_BYTES).getUint32(0);
  if (checksum !== crc32(body)) throw new Error('the packed body is damaged');
  return body;
}
