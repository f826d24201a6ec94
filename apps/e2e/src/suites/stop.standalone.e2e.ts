import {
  descendantsOf,
  type FixtureSite,
  isSameStillRunning,
  processesNaming,
  startFixtureSite,
  until,
} from '@orbweaver/testing';
import { fetchDocuments, finishJob, requestJob, waitForDocuments } from '../harness/jobs';
import { scrapeMetrics } from '../harness/scrape-metrics';
import { waitUntilEnded } from '../harness/service-process';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const ENDS_WITHIN_MS = 20_000;
/** Less than half a lease. */
const GOES_ON_WITHIN_MS = 20_000;

const SCRAPES = 5;
/** Concurrent pages of the last test: one over HTTP, one in the browser. */
const SLOTS = 2;

describe('Ctrl-C', () => {
  let site: FixtureSite;
  let slow: SmallSite;
  let isSlow = true;
  /** Requests to the slow site. */
  let asked = 0;
  let system: System;
  beforeAll(async () => {
    site = await startFixtureSite();
    slow = await startSmallSite((request, response) => {
      asked += 1;
      const answer = () => response.setHeader('content-type', 'text/html').end(htmlPage(`Page ${request.url}`, []));
      if (isSlow) setTimeout(answer, ENDS_WITHIN_MS).unref();
      else answer();
    });
    system = await startStandalone();
  });
  afterAll(async () => {
    await system.stop();
    await slow.stop();
    await site.close();
  });

  it('stops a busy process with its children and keeps the data', async () => {
    const api = system.api();
    const scrape = { url: `${site.main}/plain`, formats: ['screenshot'] };
    const { status, body } = await api.post('/v2/scrape', scrape);
    expect({ status, code: body.code, error: body.error }).toEqual({ status: 200 });
    const id = await requestJob(api, '/v2/crawl', { url: `${site.main}/calendar/`, limit: 2000 });
    await waitForDocuments(api, `/v2/crawl/${id}`, 5);

    const { pid } = system.process('standalone');
    const children = descendantsOf(pid);
    const commands = children.map((child) => child.command).join('\n');
    expect(commands).toMatch(/postgres/);
    expect(commands).toMatch(/chrom/i);

    // Terminals signal the whole process group.
    process.kill(-pid, 'SIGINT');
    await waitUntilEnded(pid, ENDS_WITHIN_MS);
    expect(children.filter(isSameStillRunning).map((child) => child.command)).toEqual([]);
    expect(processesNaming(system.directory).map((left) => left.command)).toEqual([]);

    await system.restart('standalone');
    expect((await fetchDocuments(api, `/v2/crawl/${id}`)).length).toBeGreaterThanOrEqual(5);
    await api.delete(`/v2/crawl/${id}`);
  });

  it('resumes pages at once after SIGKILL and a restart', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => `/${index}`);
    const api = system.api();
    const urls = pages.map((page) => slow.origin + page);
    const id = await requestJob(api, '/v2/batch/scrape', { urls });
    await until('pages that are being fetched', async () => asked > 2, ENDS_WITHIN_MS);
    await system.kill('standalone');
    isSlow = false;
    await system.restart('standalone');
    expect(await finishJob(api, `/v2/batch/scrape/${id}`, GOES_ON_WITHIN_MS)).toMatchObject({
      status: { status: 'completed', completed: pages.length },
    });
  });
});

describe('SIGTERM', () => {
  it('waits for a scrape that exceeds DRAIN_TIMEOUT and rejects further requests', async () => {
    let finish: (() => void) | undefined;
    const site = await startSmallSite((_, response) => {
      finish = () => void response.setHeader('content-type', 'text/html').end(htmlPage('Slow', []));
    });
    const system = await startStandalone({ DRAIN_TIMEOUT: '0s' });
    try {
      const api = system.api();
      const { pid } = system.process('standalone');
      const scrape = api.post('/v2/scrape', { url: `${site.origin}/`, timeout: 120_000 });
      await until('the page to be fetched', () => finish !== undefined);
      process.kill(pid, 'SIGTERM');
      await until('refused connections', () =>
        fetch(`${system.process('standalone').url}/health/live`).then(
          () => false,
          () => true,
        ),
      );
      finish?.();
      expect(await scrape).toMatchObject({ status: 200, body: { success: true } });
      await waitUntilEnded(pid, ENDS_WITHIN_MS);
    } finally {
      await system.stop();
      await site.stop();
    }
  });

  it('finishes the accepted scrapes that the renderer has not taken', async () => {
    let isFinishing = false;
    const unfinished: (() => void)[] = [];
    const site = await startSmallSite((_, response) => {
      // The slot is lent to other pages until the first byte.
      response.setHeader('content-type', 'text/html').write('<!doctype html>');
      const finish = () => void response.end(htmlPage('Slow', []));
      if (isFinishing) finish();
      else unfinished.push(finish);
    });
    const system = await startStandalone({
      DRAIN_TIMEOUT: '0s',
      RENDERER_HTTP_SLOTS: '1',
      RENDERER_BROWSER_SLOTS: '1',
    });
    try {
      const api = system.api();
      const { pid } = system.process('standalone');
      const scrapes = Array.from({ length: SCRAPES }, (_, index) =>
        api.post('/v2/scrape', { url: `${site.origin}/${index}`, timeout: 120_000 }),
      );
      await until('scrapes that are not taken', async () => (await untakenScrapes(system)) >= SCRAPES - SLOTS);
      process.kill(pid, 'SIGTERM');
      await until('refused connections', () =>
        fetch(`${system.process('standalone').url}/health/live`).then(
          () => false,
          () => true,
        ),
      );
      isFinishing = true;
      for (const finish of unfinished) finish();
      const answers = await Promise.all(scrapes);
      expect(answers.map(({ status, body }) => [status, body.success])).toEqual(Array(SCRAPES).fill([200, true]));
      await waitUntilEnded(pid, ENDS_WITHIN_MS);
    } finally {
      await system.stop();
      await site.stop();
    }
  });
});

/** Published scrapes that the renderer has not taken. */
async function untakenScrapes(system: System): Promise<number> {
  const samples = await scrapeMetrics(system);
  const lags = samples.filter(
    ({ metric, labels }) => metric === 'orbweaver_message_lag' && labels.topic === 'render.interactive',
  );
  return lags.reduce((sum, { value }) => sum + value, 0);
}
