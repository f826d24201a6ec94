import { gzipSync } from 'node:zlib';
import { spliceDocument } from './splice-document';

const metadata = JSON.stringify({ sourceURL: 'https://a.test/', statusCode: 200 });

describe('spliceDocument', () => {
  it.each([
    ['small', 10],
    ['large', 1_000_000],
  ])('reads a %s document', async (_, chars) => {
    const markdown = 'x'.repeat(chars);
    const json = await spliceDocument({ content: gzipSync(JSON.stringify({ markdown })), metadata });
    expect(JSON.parse(json.toString())).toMatchObject({ markdown, metadata: { statusCode: 200 } });
  });

  it('reads a large document whose gzip ends with a small part', async () => {
    const json = JSON.stringify({ markdown: 'x'.repeat(1_000_000) });
    const content = Buffer.concat([gzipSync(json.slice(0, -1)), gzipSync('}')]);
    const document = JSON.parse((await spliceDocument({ content, metadata })).toString());
    expect(document.markdown).toHaveLength(1_000_000);
  });

  it('rejects broken gzip', async () => {
    const content = Buffer.from(gzipSync('{}')).fill(0, 10, 12);
    await expect(spliceDocument({ content, metadata })).rejects.toThrow();
  });
});
