import { type FixtureSite, startFixtureSite, treePath } from '@orbweaver/testing';
import { fetchDocuments, runJob } from '../harness/jobs';
import { BOOTSTRAP_KEY, System } from '../harness/system';

describe('the export of a job', () => {
  const system = System.shared();
  const api = system.api();
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 13 });
  });
  afterAll(() => site.close());

  it.each(['/v2/crawl', '/v2/batch/scrape'])(
    'of %s has every document once, in the order of the status, from every gateway',
    async (path) => {
      const urls = Array.from({ length: 13 }, (_, page) => site.main + treePath(page));
      const { id } = await runJob(api, path, path.endsWith('crawl') ? { url: `${site.main}/tree/` } : { urls });
      const documents = await fetchDocuments(api, `${path}/${id}`);
      for (const skip of [0, 5, 13]) {
        const { status, headers, text } = await fetchText(`${path}/${id}/export?skip=${skip}`);
        expect([status, headers.get('x-orbweaver-job-status')]).toEqual([200, 'completed']);
        expect(
          text
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line)),
        ).toEqual(documents.slice(skip));
      }
    },
  );

  it('is a ZIP file with a markdown file per page on request', async () => {
    const { id, documents } = await runJob(api, '/v2/crawl', { url: `${site.main}/tree/` });
    const { status, headers, text } = await fetchText(`/v2/crawl/${id}/export?format=zip`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    const host = new URL(site.main).host.replace(':', '_');
    // Local headers and the central directory contain each name.
    expect(text.split(`${host}/tree`).length - 1).toBeGreaterThanOrEqual(2 * documents.length);
    expect(text.split('manifest.jsonl')).toHaveLength(3);
  });

  async function fetchText(path: string) {
    const response = await fetch(api.nextBaseUrl() + path, { headers: { authorization: `Bearer ${BOOTSTRAP_KEY}` } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
});
