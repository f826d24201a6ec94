import { documentWord, type FixtureSite, reachablePages, startFixtureSite } from '@orbweaver/testing';
import { runJob, urlsOf } from '../harness/jobs';
import { System } from '../harness/system';

describe('an office document', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
  });
  afterAll(() => site.close());

  it.each(['v1', 'v2'])('is crawled like a page in %s, and an unreadable file is an error', async (version) => {
    const url = `${site.main}/documents/`;
    const expected = reachablePages(site, url);
    const job = await runJob(api, `/${version}/crawl`, { url, scrapeOptions: { maxAge: 0 } });
    expect(urlsOf(job.documents)).toEqual([...expected.documents.keys()].sort());
    expect([...expected.failures]).toEqual([`${url}old.doc`]);
    const text = (name: string) => job.documents.find(({ metadata }) => metadata.url === url + name)?.markdown;
    for (const name of ['letter.docx', 'essay.odt', 'note.rtf']) expect(text(name)).toContain(documentWord(name));
    expect(job.errors).toMatchObject([{ url: `${url}old.doc`, error: expect.stringMatching(/\.doc\b/) }]);
  });

  it.each(['v1', 'v2'])('is returned by a batch in %s, including workbooks', async (version) => {
    const urls = ['letter.docx', 'table.xlsx', 'old.doc'].map((name) => `${site.main}/documents/${name}`);
    const job = await runJob(api, `/${version}/batch/scrape`, { urls, formats: ['markdown', 'html'] });
    expect(urlsOf(job.documents)).toEqual(urls.slice(0, 2));
    const workbook = job.documents.find(({ metadata }) => metadata.url === urls[1]);
    expect(workbook).toMatchObject({
      markdown: expect.stringContaining(`## Sums\n\n| Name | Sum |`),
      html: expect.stringContaining('<h2>Sums</h2><table>'),
    });
    expect(job.errors).toMatchObject([{ url: urls[2] }]);
  });

  it('rejects an office document of an old format with the name of the format', async () => {
    const reply = await api.post('/v2/scrape', { url: `${site.main}/documents/old.doc` });
    expect(reply).toMatchObject({
      status: 500,
      body: {
        success: false,
        code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
        error: expect.stringMatching(/old format \(\.doc\)/),
      },
    });
  });

  it('has no screenshot and returns a warning', async () => {
    const url = `${site.main}/documents/letter.docx`;
    const reply = await api.post('/v2/scrape', { url, formats: ['markdown', 'screenshot'], timeout: 60_000 });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: { markdown: expect.stringContaining('# Letter'), warning: expect.stringMatching(/no screenshot/) },
      },
    });
  });
});
