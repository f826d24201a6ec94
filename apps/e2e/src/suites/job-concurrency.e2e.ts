import type { ServerResponse } from 'node:http';
import { finishJob, requestJob } from '../harness/jobs';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { System } from '../harness/system';

/** How long a page takes once its answer is no longer held: others have the time to come, if they may. */
const PAGE_MS = 150;
/** Held answers are sent even if no further request arrives: then the figures of the test fail. */
const HELD_MS = 20_000;
const PAGES = 12;

/** Holds the pages of an area until as many are asked for at once as is expected, and counts how many ever were. */
class Area {
  private held: (() => void)[] = [];
  private running = 0;
  private isOpen = false;
  peak = 0;
  readonly expected = 5;

  serve(response: ServerResponse, path: string): void {
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
    if (this.running === this.expected) this.open();
  }

  private open(): void {
    this.isOpen = true;
    for (const answer of this.held.splice(0)) answer();
  }
}

describe('jobs that name a maxConcurrency', () => {
  const api = System.shared().api();
  const areas = new Map<string, Area>();
  let site: SmallSite;

  beforeAll(async () => {
    site = await startSmallSite((request, response) => {
      const [, name = '', page = ''] = request.url!.split('/');
      const area = areas.get(name);
      if (area === undefined || page.endsWith('.xml')) {
        response.writeHead(404).end();
      } else if (page === '') {
        const links = Array.from({ length: PAGES }, (_, n) => `/${name}/${n}`);
        response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(name, links));
      } else area.serve(response, request.url!);
    });
  });
  afterAll(() => site.stop());

  const addArea = (name: string): Area => {
    const area = new Area();
    areas.set(name, area);
    return area;
  };

  it('have so many pages at once and no more, each for itself', async () => {
    const crawls = ['first', 'second'].map((name) => ({ name, area: addArea(name), path: '/v2/crawl' }));
    const batch = { name: 'third', area: addArea('third'), path: '/v1/batch/scrape' };
    const jobs = await Promise.all([
      ...crawls.map(async ({ name, area, path }) => ({
        area,
        at: `${path}/${await requestJob(api, path, {
          url: `${site.origin}/${name}/`,
          sitemap: 'skip',
          maxConcurrency: area.expected,
          scrapeOptions: { maxAge: 0 },
        })}`,
        pages: PAGES + 1,
      })),
      (async () => ({
        area: batch.area,
        at: `${batch.path}/${await requestJob(api, batch.path, {
          urls: Array.from({ length: PAGES }, (_, n) => `${site.origin}/third/${n}`),
          maxConcurrency: batch.area.expected,
          maxAge: 0,
        })}`,
        pages: PAGES,
      }))(),
    ]);
    for (const { area, at, pages } of jobs) {
      const { status, errors } = await finishJob(api, at);
      expect({ peak: area.peak, ...status, errors }).toMatchObject({
        peak: area.expected,
        status: 'completed',
        completed: pages,
        errors: [],
      });
    }
  });
});
