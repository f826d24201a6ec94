import {
  type FixtureSite,
  type HostileSite,
  hostilePages,
  makeZip,
  PDF_TEXT,
  startFixtureSite,
  startHostileSite,
} from '@orbweaver/testing';
import type { Reply } from '../harness/api-client';
import { dumpDatabase, withDatabase } from '../harness/dump-database';
import { System } from '../harness/system';
import { testedVersions } from '../harness/versions';

const MIB = 1024 * 1024;
const HOSTILE = [
  'pdf-bomb-nested',
  'pdf-many-pages',
  'pdf-cut',
  'zip-bomb',
  'docx-bomb',
  'docx-laughs',
  'xlsx-far-cell',
];
const files = hostilePages.filter(({ name }) => HOSTILE.includes(name));

describe('parse', () => {
  const system = System.shared();
  const api = system.api();
  let site: FixtureSite;
  let hostile: HostileSite;
  beforeAll(async () => {
    site = await startFixtureSite();
    hostile = await startHostileSite({ pages: files, secret: site.main });
  });
  afterAll(async () => {
    await hostile.close();
    await site.close();
  });

  async function upload(
    file: Uint8Array | string,
    {
      version = 'v2',
      name = 'file',
      type = '',
      options = {},
    }: { version?: string; name?: string; type?: string; options?: object } = {},
  ): Promise<Reply> {
    const form = new FormData();
    form.append('options', JSON.stringify(options));
    form.append('file', new Blob([file as Uint8Array<ArrayBuffer> | string], { type }), name);
    const response = await fetch(`${api.nextBaseUrl()}/${version}/parse`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.apiKey}` },
      body: form,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  const bytesOf = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());

  describe.each(testedVersions)('%s', (version) => {
    it('converts a page and returns what a scrape of it returns', async () => {
      const path = '/plain';
      const options = { formats: ['markdown', 'html', 'rawHtml'] };
      const scraped = await api.post(`/${version}/scrape`, { url: site.main + path, ...options, maxAge: 0 });
      const { status, body } = await upload(await bytesOf(site.main + path), { version, name: 'plain.html', options });
      expect({ status, success: body.success }).toEqual({ status: 200, success: true });
      expect(Object.keys(body.data).sort()).toEqual(Object.keys(scraped.body.data).sort());
      expect(body.data.rawHtml).toBe(scraped.body.data.rawHtml);
      expect(body.data.markdown).toContain('Words of Plain');
      expect(body.data.metadata).toMatchObject({
        title: 'Plain',
        sourceURL: 'plain.html',
        statusCode: 200,
        creditsUsed: 1,
      });
      const again = await api.get(`/${version}/scrape/${body.data.metadata.scrapeId}`);
      expect(again.body).toEqual(body);
    });

    it('converts a PDF and bills its pages', async () => {
      const { status, body } = await upload(await bytesOf(`${site.main}/papers/document.pdf`), {
        version,
        name: 'a.txt',
      });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { data: { markdown: expect.stringContaining(PDF_TEXT), metadata: { numPages: 1, creditsUsed: 1 } } },
      });
    });

    it('fails for an unsupported file as a scrape of it does', async () => {
      const { status, body } = await upload(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), {
        version,
        name: 'a.pdf',
      });
      expect({ status, body }).toEqual({
        status: 500,
        body: {
          success: false,
          code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
          error: expect.stringContaining('a PNG image'),
        },
      });
    });
  });

  it('converts a file of 50 MiB, and rejects one of 51 MB', async () => {
    const large = Buffer.alloc(50 * MIB, ' ');
    large.write('<h1>Large</h1><p>words</p>');
    expect(await upload(large, { name: 'large.html' })).toMatchObject({
      status: 200,
      body: { data: { markdown: expect.stringContaining('# Large') } },
    });
    const tooLarge = await upload(Buffer.alloc(51 * MIB, ' '));
    expect(tooLarge).toMatchObject({ status: 413, body: { success: false } });
  });

  it.each(HOSTILE)('ends the hostile file %s with a document or its error', async (name) => {
    const file = await bytesOf(hostile.urlOf({ name }));
    const { body } = await upload(file, { options: { timeout: 10_000 } });
    expect(body.success === true || /^SCRAPE_/.test(body.code)).toBe(true);
    expect((await upload('<h1>Still here</h1>')).body).toMatchObject({ success: true });
  });

  it('rejects an archive, whatever the paths of its entries', async () => {
    const zip = makeZip([{ name: '../../escape.xml', body: Buffer.alloc(MIB) }]);
    expect((await upload(zip)).body).toMatchObject({ success: false, code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' });
  });

  it('requests nothing that the file names', async () => {
    const requests = site.log.requests.length;
    const { body } = await upload(
      `<meta http-equiv="refresh" content="0;url=${site.main}/plain"><script src="${site.main}/a.js"></script>
       <img src="${site.main}/a.png"><iframe src="${site.main}/plain"></iframe><div id="root"></div>`,
      { options: { formats: ['markdown', 'links'] } },
    );
    expect(body.success).toBe(true);
    expect(site.log.requests).toHaveLength(requests);
  });

  it('stores nothing with zero data retention', async () => {
    const { status, body } = await upload('<h1>Secret of the upload</h1>', {
      name: 'secret-of-upload.html',
      options: { zeroDataRetention: true },
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { markdown: '# Secret of the upload' } } });
    expect(body.data.metadata.creditsUsed).toBe(2);
    const rows = await withDatabase(system, dumpDatabase);
    expect(rows.filter(({ bytes }) => /secret.of.(?:the.)?upload/i.test(bytes.toString('latin1')))).toEqual([]);
  });
});
