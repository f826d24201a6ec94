import { setTimeout as pause } from 'node:timers/promises';
import { startOurs } from '../contenders/ours';
import { pidsOf } from '../cpu-parts';
import { memoryMb } from '../process-cpu';
import { BENCH_KEY, batchBody, type ServiceClient } from '../service-client';
import type { RunningSite } from '../start-site';
import type { Check, CheckContext, Finding } from './check';

const JOB_PAGES = 60;
/** Callers disconnect before the response. */
const HANGS_UP_MS = 20;
const FORMATS = [['markdown'], ['html', 'links'], ['rawHtml'], ['markdown', 'images']];

/**
 * Memory after mixed work of some minutes, which shows growth that a few crawls do not. Without rendered pages, whose
 * browser stays open.
 */
export const mixedLoad: Check = { name: 'mixed-load', run: measureMixedLoad };

async function measureMixedLoad({ site, sizes, say }: CheckContext): Promise<Finding[]> {
  const service = await startOurs();
  const look = () => memoryMb(pidsOf(service.roots));
  try {
    say('idle');
    await pause(sizes.restMs);
    const idleMb = look();
    say('mixed load');
    await loadFor(sizes.mixedLoadMs, site, service.client);
    const busyMb = look();
    say('rest after the load');
    await pause(sizes.restMs);
    return [
      {
        what: 'memory after mixed load over idle',
        figure: look() / idleMb,
        unit: '×',
        goal: { atMost: 1.3 },
        note: `${look().toFixed(0)} MB after ${sizes.mixedLoadMs / 1000} s and ${sizes.restMs / 1000} s of rest, ${busyMb.toFixed(0)} before it`,
      },
    ];
  } finally {
    await service.stop();
  }
}

/** Sequential work per lane; rejections under load are ignored. */
async function loadFor(ms: number, site: RunningSite, client: ServiceClient): Promise<void> {
  const until = performance.now() + ms;
  const lane = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; performance.now() < until; turn++) await work(turn);
  };
  const scrape = (url: string, options: object) => client.send('POST', '/v2/scrape', { url, ...options });
  const fresh = (name: string, turn: number) => site.start(`${name}-${turn}`, JOB_PAGES);
  await Promise.all([
    lane((turn) => scrape(fresh('scraped', turn), { formats: FORMATS[turn % FORMATS.length], maxAge: 0 })),
    lane((turn) => scrape(fresh('again', turn % 50), { formats: ['markdown'], onlyMainContent: turn % 2 === 0 })),
    lane((turn) => client.crawl(fresh('crawled', turn), JOB_PAGES)),
    lane(async (turn) => {
      const path = '/v2/batch/scrape';
      const id = await client.start(path, batchBody(site.pages(`batch-${turn}`, JOB_PAGES)));
      if (turn % 3 === 0) await client.send('DELETE', `${path}/${id}`);
      else await client.finish(`${path}/${id}`, JOB_PAGES);
    }),
    lane(async (turn) => {
      await hangUp(client.url, fresh('left', turn));
      await pause(1000);
    }),
  ]);
}

async function hangUp(service: string, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(HANGS_UP_MS);
  const body = JSON.stringify({ url, maxAge: 0 });
  await fetch(`${service}/v2/scrape`, { method: 'POST', headers, body, signal }).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  );
}
