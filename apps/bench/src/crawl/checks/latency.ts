import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { UnavailableContenderError } from '../contenders/contender';
import { type RunningOnKafka, startOnKafka } from '../contenders/on-kafka';
import { type RunningOurs, startOurs } from '../contenders/ours';
import { extractBody } from '../measure-extraction';
import { crawlBody } from '../service-client';
import { median, quantile } from '../statistics';
import type { Check, CheckContext, Finding } from './check';

/** V8 compiles during the first 500 pages of a thread, in the service as in this process. */
const WARM_UP_SCRAPES = 500;
const IN_FLIGHT = 16;
const CACHE_WRITTEN_MS = 1000;
const CRAWL_PAGES = 10_000;

/** Latency of a scrape beyond fetch and extraction: alone, concurrent, during a crawl, and from the cache. */
export const latency: Check = { name: 'latency', run: measureStandalone };
export const latencyOnKafka: Check = { name: 'latency-kafka', run: measureOnKafka };

async function measureStandalone(context: CheckContext): Promise<Finding[]> {
  const service = await startOurs();
  try {
    const alone = await aloneOverFloor(context, service);
    return [
      { what: 'scrape p50 over fetch and extraction', ...alone, unit: 'ms', goal: { atMost: 10 } },
      ...(await amongOthers(context, service)),
      await fromCache(context, service),
      await duringCrawl(context, service),
    ];
  } finally {
    await service.stop();
  }
}

async function measureOnKafka(context: CheckContext): Promise<Finding[]> {
  const what = 'on Kafka: scrape p50 over fetch and extraction';
  let service: RunningOnKafka;
  try {
    service = await startOnKafka();
  } catch (error) {
    if (error instanceof UnavailableContenderError) return [{ what, reason: error.message }];
    throw error;
  }
  try {
    return [{ what, ...(await aloneOverFloor(context, service)), unit: 'ms', goal: { atMost: 25 } }];
  } finally {
    await service.stop();
  }
}

/** Alternates scrapes with fetch and extraction alone, each of a new page, so that load affects both equally. */
async function aloneOverFloor(
  { site, sizes, say }: CheckContext,
  { client }: Pick<RunningOurs, 'client'>,
): Promise<{ figure: number; note: string }> {
  say('scrapes alone');
  const dispatcher = new Agent();
  const scrapes: number[] = [];
  const floors: number[] = [];
  const urls = site.pages('alone', WARM_UP_SCRAPES + sizes.scrapes);
  for (const [index, url] of urls.entries()) {
    const scrapeMs = await timed(() => client.scrape(url));
    const floorMs = await timed(async () => {
      const { body } = await request(url, { dispatcher });
      await extractBody(url, new Uint8Array(await body.arrayBuffer()));
    });
    if (index < WARM_UP_SCRAPES) continue;
    scrapes.push(scrapeMs);
    floors.push(floorMs);
  }
  await dispatcher.close();
  return { figure: median(scrapes) - median(floors), note: `${spread(scrapes)} over ${spread(floors)}` };
}

async function amongOthers({ site, sizes, say }: CheckContext, { client }: RunningOurs): Promise<Finding[]> {
  say(`scrapes, ${IN_FLIGHT} in flight`);
  const urls = site.pages('among', sizes.scrapes * 2);
  const times: number[] = [];
  const lane = async () => {
    for (let url = urls.pop(); url !== undefined; url = urls.pop()) {
      const next = url;
      times.push(await timed(() => client.scrape(next)));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const figure = quantile(times, 0.99) / median(times);
  const what = `scrape p99 over p50, ${IN_FLIGHT} in flight`;
  return [{ what, figure, unit: '×', goal: { atMost: 3 }, note: spread(times) }];
}

/** Alternates cache hits with fetches. */
async function fromCache({ site, sizes, say }: CheckContext, { client }: RunningOurs): Promise<Finding> {
  say('scrapes from the page cache');
  const cached = site.start('cached', sizes.scrapes);
  // The same body at another URL: content decides the time, and a fetch of the cached page would replace its entry.
  const fetched = site.start('fetched', sizes.scrapes);
  const maxAge = 3_600_000;
  await client.scrape(cached, { maxAge });
  // The cache is written after the response.
  await pause(CACHE_WRITTEN_MS);
  const hits: number[] = [];
  const fetches: number[] = [];
  for (let count = 0; count < sizes.scrapes; count++) {
    const hit = async () => {
      const { cacheState } = await client.scrape(cached, { maxAge });
      if (cacheState !== 'hit') throw new Error(`a cached page has cacheState ${String(cacheState)}`);
    };
    hits.push(await timed(hit));
    fetches.push(await timed(() => client.scrape(fetched)));
  }
  const figure = median(hits) / median(fetches);
  const note = `${spread(hits)} against ${spread(fetches)}`;
  return { what: 'page-cache hit over a fetch', figure, unit: '×', goal: { atMost: 1 / 3 }, note };
}

async function duringCrawl({ site, sizes, say }: CheckContext, { client }: RunningOurs): Promise<Finding> {
  const measure = async (name: string) => {
    const times: number[] = [];
    for (const url of site.pages(name, sizes.scrapes)) times.push(await timed(() => client.scrape(url)));
    return times;
  };
  say('scrapes of an idle service');
  const idle = await measure('idle');
  say('scrapes while a crawl runs');
  const id = await client.start('/v2/crawl', crawlBody(site.start('beside', CRAWL_PAGES), CRAWL_PAGES));
  // The first page has only a few links.
  await client.finishAtLeast(`/v2/crawl/${id}`, 100);
  const busy = await measure('busy');
  await client.send('DELETE', `/v2/crawl/${id}`);
  const figure = median(busy) / median(idle);
  const what = 'scrape p50 while a crawl runs, over idle';
  return { what, figure, unit: '×', goal: { atMost: 2 }, note: `${spread(busy)} against ${spread(idle)}` };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return performance.now() - fromMs;
}

function spread(times: readonly number[]): string {
  return `p50 ${median(times).toFixed(1)} p99 ${quantile(times, 0.99).toFixed(1)} ms`;
}
