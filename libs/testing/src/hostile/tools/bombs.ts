import { brotliCompressSync, constants, crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

export const BOMB_UNIT_BYTES = 1024 * 1024;

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** The beginning of a page, so that decompression continues. */
const OPENING = '<!doctype html><title>Bomb</title><main><p>The rest of this page are spaces.</p>';

const spaces = once(() => Buffer.alloc(64 * BOMB_UNIT_BYTES, ' '));

/** Gzip members can be repeated: 64 KB for each 64 MiB of spaces. */
export const gzipBomb = once(() => {
  const member = gzipSync(spaces());
  return Buffer.concat([gzipSync(OPENING), ...Array.from({ length: 64 }, () => member)]);
});

/** 1 GiB that a second compression reduces to 1 KB. */
export const gzippedTwice = once(() => gzipSync(Buffer.concat(Array.from({ length: 16 }, () => gzipSync(spaces())))));

/** 128 MiB, like the two below. */
export const deflateBomb = once(() => deflateSync(longText(), { level: 1 }));

export const brotliBomb = once(() =>
  brotliCompressSync(longText(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
);

const longText = (): Buffer => Buffer.concat([Buffer.from(OPENING), spaces(), spaces()]);

/** For formats with their own container. */
export const deflatedSpaces = once(() => deflateSync(Buffer.concat([spaces(), spaces()]), { level: 1 }));

const NESTED_TIMES = 4;

/** 1.5 GiB of zeros, deflated four times to 100 bytes. */
export const deflatedFourTimes = once(() => {
  const pieces = 24;
  const block = deflateRawSync(Buffer.alloc(64 * BOMB_UNIT_BYTES), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((pieces * 64 * BOMB_UNIT_BYTES) % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  let packed = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: pieces }, () => block),
    deflateRawSync(''),
    checksum,
  ]);
  for (let times = 1; times < NESTED_TIMES; times += 1) packed = deflateSync(packed, { level: 9 });
  return packed;
});

export const FOUR_TIMES_FLATE = `/Filter [${'/FlateDecode '.repeat(NESTED_TIMES)}]`;

/** RLE blocks of 128 KiB in four bytes each: 8 GiB in 256 KB. Written by hand, because Node 20 has no zstd encoder. */
export const zstdBomb = once(() => {
  const block = Buffer.from([0x02, 0x00, 0x10, 0x20]);
  const last = Buffer.from([0x03, 0x00, 0x10, 0x20]);
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
  return Buffer.concat([header, ...Array(65_535).fill(block), last]);
});

export const gzipLayers = (text: string, layers: number): Buffer =>
  Array.from({ length: layers }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from(text));

/** A single-colour PNG. */
export function makePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, greyscale.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const chunk = (type: string, body: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), body]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(body.length, 0);
    ends.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
