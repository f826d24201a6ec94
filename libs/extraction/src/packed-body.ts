import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants, gunzip } from 'node:zlib';

const gunzipAsync = promisify(gunzip);
const unbrotliAsync = promisify(brotliDecompress);

/** At this quality brotli takes half the time of gzip's fastest level and gives less bytes. */
const QUALITY = 1;
const WINDOW_BITS = 18;
/** Of gzip, as earlier releases packed. A brotli stream with our window begins with other bits. */
const GZIP_MAGIC = [0x1f, 0x8b];

/** The body of a capture, for the page cache. */
export function packBody(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  };
  return new Uint8Array(brotliCompressSync(body, { params }));
}

/** What `packBody` has packed, in this release or an earlier one. Rejects when it is damaged or has more than `maxBytes`. */
export async function unpackBody(packed: Uint8Array, maxBytes: number): Promise<Buffer> {
  const isGzip = GZIP_MAGIC.every((byte, at) => packed[at] === byte);
  return await (isGzip ? gunzipAsync : unbrotliAsync)(packed, { maxOutputLength: maxBytes });
}
