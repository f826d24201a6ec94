import { type FixtureSite, PDF_TEXT, reachablePages, startFixtureSite } from '@orbweaver/testing';
import { runJob, urlsOf } from '../harness/jobs';
import { System } from '../harness/system';

describe('a PDF', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
  });
  afterAll(() => site.close());

  describe.each(['v1', 'v2'])('in %s', (version) => {
    const scrape = (path: string, options: object = {}) =>
      api.post(`/${version}/scrape`, { url: site.main + path, ...options });

    it.each(['/papers/document.pdf', '/papers/unnamed'])('returns its text: %s', async (path) => {
      const reply = await scrape(path);
      expect(reply).toMatchObject({
        status: 200,
        body: {
          success: true,
          data: { markdown: expect.stringContaining(PDF_TEXT), metadata: { numPages: 1, creditsUsed: 1 } },
        },
      });
    });

    it('returns the file as base64 without a parser', async () => {
      const reply = await scrape('/papers/document.pdf', version === 'v1' ? { parsePDF: false } : { parsers: [] });
      expect(reply).toMatchObject({
        status: 200,
        body: { success: true, data: { markdown: expect.stringMatching(/^JVBERi/), metadata: { creditsUsed: 1 } } },
      });
    });
  });

  it('is crawled like a page', async () => {
    const expected = reachablePages(site, `${site.main}/papers/`);
    const job = await runJob(api, '/v2/crawl', { url: `${site.main}/papers/`, scrapeOptions: { maxAge: 0 } });
    expect(urlsOf(job.documents)).toEqual([...expected.documents.keys()].sort());
  });
});
