import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { readBody } from './decode-body';

const MIB = 1024 * 1024;
const text = 'The quick brown fox. '.repeat(5000);
const whole = Buffer.from(
  '28b52ffda4289a0100ed0000a854686520717569636b2062726f776e20666f782e2001002134319f4c43d22039',
  'hex',
);
const half = Buffer.from(
  '28b52ffd6414cced0000a854686520717569636b2062726f776e20666f782e200100f999a84f26574e44d6',
  'hex',
);
const skipped = Buffer.concat([Buffer.from('5a2a4d18', 'hex'), Buffer.from([3, 0, 0, 0]), Buffer.from('any')]);

type Block = { kind: 'raw'; content: Buffer } | { kind: 'repeated'; bytes: number };

function frame(blocks: Block[], window = 0x50): Buffer {
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window])];
  blocks.forEach((block, index) => {
    const size = block.kind === 'raw' ? block.content.length : block.bytes;
    const header = Buffer.alloc(3);
    header.writeUIntLE((size << 3) | (block.kind === 'raw' ? 0 : 2) | (index === blocks.length - 1 ? 1 : 0), 0, 3);
    parts.push(header, block.kind === 'raw' ? block.content : Buffer.from('a'));
  });
  return Buffer.concat(parts);
}

const gzip = zlib.gzipSync(text);
const bomb = (mib: number) =>
  frame(Array.from({ length: mib * 8 }, (): Block => ({ kind: 'repeated', bytes: MIB / 8 })));

async function read(
  body: Buffer,
  coding = 'zstd',
  maxDecodedBytes = MIB,
  onTooLarge: 'fail' | 'cut' = 'fail',
): Promise<Buffer> {
  // In small chunks, so that every header is split somewhere.
  const chunks = Array.from({ length: Math.ceil(body.length / 7) }, (_, index) =>
    body.subarray(index * 7, index * 7 + 7),
  );
  return (await readBody(Readable.from(chunks), coding, { maxBytes: MIB, maxDecodedBytes, onTooLarge })).body;
}

describe('zstd decoding', () => {
  it.each([
    ['one frame', whole, 'zstd'],
    ['several frames and skippable frames', Buffer.concat([skipped, half, skipped, half]), 'ZSTD'],
    ['a layer around gzip', frame([{ kind: 'raw', content: gzip }]), 'gzip, zstd'],
  ])('decodes %s', async (_, body, coding) => {
    expect((await read(body, coding)).toString()).toBe(text);
  });

  it('accepts an empty body', async () => {
    expect(await read(Buffer.alloc(0))).toHaveLength(0);
  });

  it('accepts a body of the maximum size', async () => {
    expect(await read(bomb(2), 'zstd', 2 * MIB)).toHaveLength(2 * MIB);
  });

  it('cuts a body at the limit on request', async () => {
    expect(await read(bomb(2), 'zstd', MIB, 'cut')).toHaveLength(MIB);
  });

  it('rejects a body above 8 MiB with onTooLarge=cut', async () => {
    await expect(read(bomb(9), 'zstd', MIB, 'cut')).rejects.toMatchObject({ name: 'BodyTooLargeError' });
  });

  it('rejects a body above the limit without allocating memory for it', async () => {
    const before = process.memoryUsage().arrayBuffers;
    await expect(read(bomb(500))).rejects.toMatchObject({ name: 'BodyTooLargeError' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * MIB);
  });

  it.each([
    ['plain text', Buffer.from('<p>this is plain text</p>')],
    ['cut off', whole.subarray(0, -12)],
    ['with a wrong checksum', Buffer.concat([half.subarray(0, -1), Buffer.from([0])])],
  ])('rejects a body %s with an error code', async (_, body) => {
    await expect(read(body)).rejects.toMatchObject({ code: expect.stringMatching(/^(?:ZSTD|ERR)_/) });
  });
});
