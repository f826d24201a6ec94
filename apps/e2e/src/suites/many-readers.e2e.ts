import { type FixtureSite, startFixtureSite } from '@orbweaver/testing';
import { followEvents } from '../harness/follow-events';
import { fetchDocuments, requestJob, urlsOf, waitForEnd } from '../harness/jobs';
import { System } from '../harness/system';

const PAGES = 150;
const POLLERS = 100;
const FOLLOWERS = 100;
const POLL_INTERVAL_MS = 500;
/** Readers without shared work would make the crawl ten times slower. */
const TIMES = 3;
const GRACE_MS = 8000;

describe('two hundred readers of a running crawl', () => {
  const system = System.shared();
  const api = system.api();
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: PAGES });
  });
  afterAll(() => site.close());

  const start = () =>
    requestJob(api, '/v2/crawl', { url: `${site.main}/tree/`, sitemap: 'skip', scrapeOptions: { maxAge: 0 } });

  async function crawlAlone(): Promise<number> {
    const fromMs = performance.now();
    await waitForEnd(api, `/v2/crawl/${await start()}`);
    return performance.now() - fromMs;
  }

  /** Polls the first page of documents, like client libraries. Returns the number of requests. */
  async function poll(path: string): Promise<number> {
    for (let polls = 1, last = 0; ; polls += 1) {
      const { status, body } = await api.get(path);
      expect(status).toBe(200);
      expect(body.completed).toBeGreaterThanOrEqual(last);
      expect(body.data).toHaveLength(Math.min(body.completed, 100));
      expect('next' in body).toBe(body.completed > 100);
      if (body.status !== 'scraping') return polls;
      last = body.completed;
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }

  async function follow(path: string): Promise<number[]> {
    const ordinals: number[] = [];
    for await (const { event, id } of followEvents(`${api.nextBaseUrl()}${path}/events`)) {
      if (event === 'document') ordinals.push(Number(id));
    }
    return ordinals;
  }

  it('sends the same documents to two hundred readers and hardly slows the crawl down', async () => {
    const aloneMs = await crawlAlone();
    const fromMs = performance.now();
    const id = await start();
    const path = `/v2/crawl/${id}`;
    const polled = Promise.all(Array.from({ length: POLLERS }, () => poll(path)));
    const followed = Promise.all(Array.from({ length: FOLLOWERS }, () => follow(path)));
    const { completed } = await waitForEnd(api, path);
    const readMs = performance.now() - fromMs;
    const polls = await polled;
    if (process.env.FIGURES !== undefined) console.info({ aloneMs, readMs, polls: polls.reduce((a, b) => a + b) });
    expect(completed).toBe(PAGES);
    expect(readMs).toBeLessThan(TIMES * aloneMs + GRACE_MS);
    const everyOrdinal = Array.from({ length: PAGES }, (_, index) => index + 1);
    for (const ordinals of await followed) expect(ordinals).toEqual(everyOrdinal);
    expect(new Set(urlsOf(await fetchDocuments(api, path))).size).toBe(PAGES);
  }, 120_000);
});
