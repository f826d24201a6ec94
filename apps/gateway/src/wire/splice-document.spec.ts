import { gzipSync } from 'node:zlib';
import { spliceDocument } from './splice-document';

const metadata = JSON.stringify({ sourceURL: 'https://a.test/', statusCode: 200 });

describe('spliceDocument', () => {
  it.each([
    ['small', 10],
    ['large', 1_000_000],
  ])('decompresses a %s document', async (_, chars) => {
    const markdown = 'x'.repeat(chars);
    const json = await spliceDocument({ content: gzipSync(JSON.stringify({ markdown })), metadata });
    expect(JSON.parse(json.toString())).toMatchObject({ markdown, metadata: { statusCode: 200 } });
  });

  it('decompresses a large document whose last gzip member is small', async () => {
    const json = JSON.stringify({ markdown: 'x'.repeat(1_000_000) });
    const content = Buffer.concat([gzipSync(json.slice(0, -1)), gzipSync('}')]);
    const document = JSON.parse((await spliceDocument({ content, metadata })).toString());
    expect(document.markdown).toHaveLength(1_000_000);
  });

  it('rejects corrupt gzip', async () => {
    const content = Buffer.from(gzipSync('{}')).fill(0, 10, 12);
    await expect(spliceDocument({ content, metadata })).rejects.toThrow();
  });
});
