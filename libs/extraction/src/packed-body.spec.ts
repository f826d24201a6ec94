import { gzipSync } from 'node:zlib';
import { packBody, unpackBody } from './packed-body';

const PAGE = Buffer.from('<p>words of a page</p>'.repeat(1000));

describe('packBody and unpackBody', () => {
  it.each([
    ['a page', PAGE],
    ['nothing', Buffer.alloc(0)],
    ['compressed bytes', gzipSync(PAGE)],
  ])('restore %s', async (_, body) => {
    expect(await unpackBody(packBody(body), 100_000)).toEqual(body);
  });

  it('restore a body packed by an earlier release', async () => {
    expect(await unpackBody(gzipSync(PAGE, { level: 1 }), 100_000)).toEqual(PAGE);
  });

  it.each([
    ['a body over the limit', packBody(PAGE)],
    ['gzip over the limit', gzipSync(PAGE)],
    ['cut', packBody(PAGE).subarray(0, 20)],
    ['a truncated body', packBody(PAGE).subarray(0, -1)],
    ['a body that is not packed', PAGE],
    ['empty', new Uint8Array()],
  ])('reject %s', async (_, packed) => {
    await expect(unpackBody(packed, PAGE.length - 1)).rejects.toThrow();
  });

  it('reject a body with a changed bit', async () => {
    const packed = packBody(Buffer.from('<p>words of a page</p><p>and some more of them</p>'));
    for (let bit = 0; bit < 8 * packed.byteLength; bit++) {
      const damaged = packed.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
      const read = await unpackBody(damaged, 100_000).catch(() => undefined);
      // The last bits of a stream are padding.
      if (read !== undefined) expect(read).toEqual(await unpackBody(packed, 100_000));
    }
  });
});
