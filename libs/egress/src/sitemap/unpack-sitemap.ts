import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { MAX_SITEMAP_BYTES } from './fetch-sitemap';
import { SitemapCutError } from './sitemap-reader';

const PIECE_BYTES = 64 * 1024;
const HEAD_BYTES = 256;

/**
 * Decodes a sitemap incrementally, so that it is never in memory as a whole.
 * @throws SitemapCutError after the readable part
 */
export async function* unpackSitemap(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of withHead(unpack(withHead(chunks)))) {
    decoder ??= chooseDecoder(chunk);
    for (let at = 0; at < chunk.length; at += PIECE_BYTES)
      yield decoder.decode(chunk.subarray(at, at + PIECE_BYTES), { stream: true });
  }
}

async function* withHead(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    yield head;
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield head;
}

/** Detected by the first bytes: a .gz file may or may not be declared as compressed. */
async function* unpack(chunks: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  const first = await chunks.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<Buffer, void> {
    if (!first.done) yield first.value;
    yield* chunks;
  }
  yield* first.value[0] === 0x1f && first.value[1] === 0x8b ? gunzip(all()) : all();
}

async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const unpacker = createGunzip({ chunkSize: PIECE_BYTES });
  const fed = pipeline(packed, unpacker);
  // The reader receives the error through the decompressor; this prevents an unhandled rejection.
  fed.catch(() => undefined);
  let left = MAX_SITEMAP_BYTES;
  try {
    for await (const piece of unpacker as AsyncIterable<Buffer>) {
      yield piece.subarray(0, left);
      left -= piece.length;
      if (left < 0) throw new SitemapCutError('the file exceeds the size limit');
    }
    await fed;
  } catch (error) {
    if (error instanceof SitemapCutError) throw error;
    throw new SitemapCutError('the gzip file is invalid', { cause: error });
  }
}

/** By byte order mark, then XML declaration (unreadable in real UTF-16), else UTF-8. */
function chooseDecoder(first: Buffer): TextDecoder {
  const declared = /^<\?xml[^>]*encoding=["'](?!utf-16)([\w-]+)["']/i.exec(first.toString('latin1', 0, 200))?.[1];
  const label =
    first[0] === 0xff && first[1] === 0xfe
      ? 'utf-16le'
      : first[0] === 0xfe && first[1] === 0xff
        ? 'utf-16be'
        : declared;
  try {
    return new TextDecoder(label ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
