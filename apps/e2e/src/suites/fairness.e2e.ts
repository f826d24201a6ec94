import type { ApiClient } from '../harness/api-client';
import { requestJob, runJob, waitForDocuments } from '../harness/jobs';
import { addTeam } from '../harness/run-admin';
import { type SmallSite, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';

/** More than the test crawls on a fast machine. */
const BIG_PAGES = 100_000;
const LINKS_PER_PAGE = 100;
const SMALL_PAGES = 10;
const ROUNDS = 3;
/** Maximum slowdown on two busy cores. */
const TIMES = 3;
const GRACE_MS = 15_000;

describe('during a crawl of a hundred thousand pages', () => {
  const system = System.shared();
  const big = system.api();
  let small: ApiClient;
  const sites: SmallSite[] = [];
  let bigSite: string;
  let smallSite: string;
  let slowSite: string;
  const jobs: string[] = [];

  beforeAll(async () => {
    small = system.api(await addTeam(system));
    bigSite = await serve('127.0.0.1', BIG_PAGES);
    smallSite = await serve('127.0.0.2', SMALL_PAGES);
    slowSite = await serve('127.0.0.3', BIG_PAGES, 10_000);
  });
  afterAll(async () => {
    for (const id of jobs) await big.delete(`/v2/crawl/${id}`);
    for (const site of sites) await site.stop();
  });

  async function serve(address: string, pages: number, delayMs = 0): Promise<string> {
    const site = await startSmallSite((request, response) => {
      const page = Number(/^\/p\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
      if (page === 0 && request.url !== '/') return void response.writeHead(404).end();
      const links = Array.from({ length: LINKS_PER_PAGE }, (_, n) => page * LINKS_PER_PAGE + n + 1)
        .filter((child) => child < pages)
        .map((child) => `<a href="/p/${child}">${child}</a>`);
      const html = `<!doctype html><title>${page}</title><main><h1>Page ${page}</h1><p>${'Words. '.repeat(60)}</p>${links.join(' ')}</main>`;
      const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      if (page > 0 && delayMs > 0) setTimeout(answer, delayMs);
      else answer();
    }, address);
    sites.push(site);
    return `${site.origin}/`;
  }

  async function measure(): Promise<{ crawlMs: number; scrapeMs: number }> {
    const crawls: number[] = [];
    const scrapes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const crawlFromMs = performance.now();
      const body = { url: smallSite, sitemap: 'skip', scrapeOptions: { maxAge: 0 } };
      const { documents } = await runJob(small, '/v2/crawl', body, 120_000);
      crawls.push(performance.now() - crawlFromMs);
      expect(documents).toHaveLength(SMALL_PAGES);
      const scrapeFromMs = performance.now();
      expect(await small.post('/v2/scrape', { url: smallSite, maxAge: 0 })).toMatchObject({ status: 200 });
      scrapes.push(performance.now() - scrapeFromMs);
    }
    return { crawlMs: median(crawls), scrapeMs: median(scrapes) };
  }

  it("keeps another team's small crawl and its scrapes fast, with slow hosts too", async () => {
    const alone = await measure();
    const body = { limit: BIG_PAGES, sitemap: 'skip', scrapeOptions: { maxAge: 0 } };
    jobs.push(await requestJob(big, '/v2/crawl', { url: bigSite, ...body }));
    await waitForDocuments(big, `/v2/crawl/${jobs[0]}`, 150);
    const beside = await measure();
    jobs.push(await requestJob(big, '/v2/crawl', { url: slowSite, ...body }));
    await waitForDocuments(big, `/v2/crawl/${jobs[1]}`, 1);
    const besideSlow = await measure();
    const { body: status } = await big.get(`/v2/crawl/${jobs[0]}?limit=1`);
    if (process.env.FIGURES !== undefined) console.info({ alone, beside, besideSlow, big: status.completed });
    expect(status.status).toBe('scraping');
    for (const { crawlMs, scrapeMs } of [beside, besideSlow]) {
      expect(crawlMs).toBeLessThan(TIMES * alone.crawlMs + GRACE_MS);
      expect(scrapeMs).toBeLessThan(TIMES * alone.scrapeMs + GRACE_MS);
    }
  }, 300_000);
});

function median(numbers: readonly number[]): number {
  return Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0);
}
