import { setTimeout as delay } from 'node:timers/promises';
import { finishJob, requestJob, waitForDocuments } from '../harness/jobs';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';

const PAGES = 200;
const HOSTS = 10;
const PAGE_MS = 800;
/** Messages that the stopped renderer read and did not commit are redelivered. */
const MAX_REPEATED = 5;

/** Each host has its address, so that the politeness delay does not limit concurrency. */
describe('renderers stopped in the middle of a batch', () => {
  const system = System.shared();
  const requests = new Map<string, number>();
  let sites: SmallSite[];

  beforeAll(async () => {
    sites = await Promise.all(
      Array.from({ length: HOSTS }, (_, host) =>
        startSmallSite(async (request, response) => {
          const page = `${host}${request.url}`;
          requests.set(page, (requests.get(page) ?? 0) + 1);
          await delay(PAGE_MS);
          response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(page, []));
        }),
      ),
    );
  });
  afterAll(() => Promise.all(sites.map((site) => site.stop())));

  it('repeats few requests and stores every page once', async () => {
    const urls = Array.from({ length: PAGES }, (_, page) => `${sites[page % HOSTS]!.origin}/page/${page}`);
    const api = system.api();
    const id = await requestJob(api, '/v2/batch/scrape', { urls, maxAge: 0, maxConcurrency: 100 });
    for (const index of [0, 1]) {
      await waitForDocuments(api, `/v2/batch/scrape/${id}`, 50 + index * 50);
      await system.kill('renderer', index, 'SIGTERM');
      await system.restart('renderer', index);
    }
    const job = await finishJob(api, `/v2/batch/scrape/${id}`);
    expect(job.status).toMatchObject({ completed: PAGES, total: PAGES, creditsUsed: PAGES });
    expect(job.errors).toEqual([]);
    const pages = [...requests].filter(([page]) => page.includes('/page/'));
    expect(pages).toHaveLength(PAGES);
    const repeated = pages.reduce((sum, [, count]) => sum + count - 1, 0);
    expect(repeated).toBeLessThanOrEqual(MAX_REPEATED);
  }, 180_000);
});
