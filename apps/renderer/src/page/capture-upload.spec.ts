import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePdf, makeZip, scrapeSpec } from '@orbweaver/testing';
import { renderMessage } from '../../test/render-message';
import { rendererHarness } from '../../test/renderer-harness';

const harness = rendererHarness();

async function convert(body: string | Buffer, contentType?: string, formats = [{ type: 'markdown' as const }]) {
  const message = renderMessage('upload:file', {
    sourceUrl: 'file',
    upload: contentType === undefined ? {} : { contentType },
    uploadBody: new Uint8Array(Buffer.from(body)),
    spec: scrapeSpec({ formats }),
  });
  const { document, content } = (await harness.render(message)).find((sent) => sent.document !== undefined)!;
  return { result: document!.result, content };
}

describe('an uploaded file', () => {
  it.each<[title: string, body: string, type: string | undefined, markdown: string]>([
    ['a page', '<h1>Title</h1><p>words</p>', undefined, '# Title\n\nwords'],
    ['a page with a wrong type', '<h1>Title</h1><p>words</p>', 'application/pdf', '# Title\n\nwords'],
    ['RTF with a wrong type', '{\\rtf1\\ansi words}', 'text/html', 'words'],
    ['text', 'words & more', 'text/plain', 'words & more'],
    ['CSV', 'a,b\n1,2', 'text/csv', '```csv\na,b\n1,2\n```'],
    ['a page in a declared charset', '<p>für alle</p>', 'text/html; charset=utf-8', 'für alle'],
  ])('is converted by its content: %s', async (_, body, type, markdown) => {
    const { result, content } = await convert(body, type);
    expect(result).toMatchObject({
      kind: 'done',
      engine: 'http',
      metadata: { sourceURL: 'file', url: 'upload:file', statusCode: 200 },
    });
    expect(content?.markdown).toContain(markdown);
  });

  it.each<[title: string, body: Buffer]>([
    ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
    ['a gzip archive', Buffer.from('\x1f\x8b\x08\0\0\0\0\0', 'latin1')],
    ['a binary file', Buffer.from([0, 1, 2, 3])],
    ['a ZIP archive', makeZip([{ name: 'a.txt', body: 'words' }])],
  ])('fails like a page of an unsupported type: %s', async (what, body) => {
    const { result } = await convert(body, 'text/plain');
    expect(result).toMatchObject({
      kind: 'failed',
      failure: {
        reason: 'unsupported-type',
        message: expect.stringContaining(`The file is ${what}`),
      },
    });
  });

  it('fails when it is a broken PDF', async () => {
    const { result } = await convert(makePdf(['<< /Type /Catalog >>']));
    expect(result).toMatchObject({ kind: 'failed' });
  });

  it('does not request anything, and keeps only absolute links', async () => {
    const requests: string[] = [];
    const site = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.end('fetched');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const body = `<meta http-equiv="refresh" content="0;url=${origin}/next"><div id="app"></div>
      <script src="${origin}/app.js"></script><img src="${origin}/a.png"><iframe src="${origin}/frame"></iframe>
      <a href="/relative">relative</a><a href="${origin}/absolute">absolute</a>`;
    const { result, content } = await convert(body, 'text/html', [{ type: 'links' as never }]);
    await new Promise((resolve) => site.close(resolve));
    expect(result).toMatchObject({ kind: 'done' });
    expect(requests).toEqual([]);
    expect(content?.links).toEqual([`${origin}/absolute`]);
  });
});
