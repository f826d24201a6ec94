import type { ServerResponse } from 'node:http';
import { finishJob, requestJob } from '../harness/jobs';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';

/** Delay of a released page: gives further requests time to arrive. */
const PAGE_MS = 150;
/** Held responses are released after this time; then the counts fail. */
const HELD_MS = 20_000;
const AT_ONCE = 5;
const paths = Array.from({ length: 12 }, (_, n) => `/pages/${n}`);

/**
 * A site that holds responses until the expected number of requests has arrived, and records the maximum. One per job:
 * an unknown host gets fewer concurrent requests than all jobs together expect.
 */
class HoldingSite {
  private held: (() => void)[] = [];
  private running = 0;
  private isOpen = false;
  peak = 0;

  private constructor(private readonly site: SmallSite) {}

  static async start(): Promise<HoldingSite> {
    const holding: HoldingSite = new HoldingSite(
      await startSmallSite((request, response) => {
        const path = request.url!;
        if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Start', paths));
        else if (paths.includes(path)) holding.serve(response, path);
        else response.writeHead(404).end();
      }),
    );
    return holding;
  }

  get origin(): string {
    return this.site.origin;
  }

  stop(): Promise<void> {
    return this.site.stop();
  }

  private serve(response: ServerResponse, path: string): void {
    this.running += 1;
    this.peak = Math.max(this.peak, this.running);
    const answer = () =>
      setTimeout(() => {
        this.running -= 1;
        response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, []));
      }, PAGE_MS);
    if (this.isOpen) {
      answer();
      return;
    }
    this.held.push(answer);
    const timer = setTimeout(() => this.open(), HELD_MS);
    response.once('close', () => clearTimeout(timer));
    if (this.running === AT_ONCE) this.open();
  }

  private open(): void {
    this.isOpen = true;
    for (const answer of this.held.splice(0)) answer();
  }
}

describe('maxConcurrency', () => {
  const api = System.shared().api();
  let sites: HoldingSite[] = [];

  beforeAll(async () => {
    sites = await Promise.all(Array.from({ length: 3 }, () => HoldingSite.start()));
  });
  afterAll(() => Promise.all(sites.map((site) => site.stop())));

  it('limits the concurrent pages of each job separately', async () => {
    const [first, second, third] = sites as [HoldingSite, HoldingSite, HoldingSite];
    const crawl = (site: HoldingSite) => ({
      site,
      path: '/v2/crawl',
      request: { url: `${site.origin}/`, sitemap: 'skip', scrapeOptions: { maxAge: 0 } },
      pages: paths.length + 1,
    });
    const batch = {
      site: third,
      path: '/v1/batch/scrape',
      request: { urls: paths.map((path) => `${third.origin}${path}`), maxAge: 0 },
      pages: paths.length,
    };
    const jobs = await Promise.all(
      [crawl(first), crawl(second), batch].map(async ({ path, request, ...job }) => ({
        ...job,
        at: `${path}/${await requestJob(api, path, { ...request, maxConcurrency: AT_ONCE })}`,
      })),
    );
    for (const { site, at, pages } of jobs) {
      const { status, errors } = await finishJob(api, at);
      expect({ peak: site.peak, ...status, errors }).toMatchObject({
        peak: AT_ONCE,
        status: 'completed',
        completed: pages,
        errors: [],
      });
    }
  });
});
