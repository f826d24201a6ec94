import { cpus } from 'node:os';
import { startOurs } from '../contenders/ours';
import { readCpu } from '../cpu-parts';
import { batchBody } from '../service-client';
import { median } from '../statistics';
import type { Check, CheckContext, Finding } from './check';
import { timed } from './latency';

const BATCH_URLS = 10_000;
const STATUS_DOCUMENTS = 100;
const STATUS_ROUNDS = 20;
const POLLERS = 16;
const POLL_FOR_MS = 5000;

/** Time to accept a large batch and to read a status page, and status polls per second. */
export const jobLoad: Check = { name: 'job-load', run: measureLoad };

async function measureLoad({ site, say }: CheckContext): Promise<Finding[]> {
  const service = await startOurs();
  const { client } = service;
  try {
    say('status page');
    const id = await client.start('/v2/batch/scrape', batchBody(site.pages('status', STATUS_DOCUMENTS)));
    await client.finish(`/v2/batch/scrape/${id}`, STATUS_DOCUMENTS);
    const page = `/v2/batch/scrape/${id}?limit=${STATUS_DOCUMENTS}`;
    const pageTimes: number[] = [];
    for (let round = 0; round < STATUS_ROUNDS; round++) pageTimes.push(await timed(() => client.send('GET', page)));

    say('status polls');
    const poll = `/v2/batch/scrape/${id}?limit=1&skip=${STATUS_DOCUMENTS}`;
    const before = readCpu(service.roots);
    const fromMs = performance.now();
    let polls = 0;
    const poller = async () => {
      while (performance.now() - fromMs < POLL_FOR_MS) {
        await client.send('GET', poll);
        polls += 1;
      }
    };
    await Promise.all(Array.from({ length: POLLERS }, poller));
    const seconds = (performance.now() - fromMs) / 1000;
    const [mainPid] = service.roots.map(({ pid }) => pid);
    const used = mainMs(readCpu(service.roots), mainPid) - mainMs(before, mainPid);

    say('a large batch');
    const urls = site.pages('batch', BATCH_URLS);
    const acknowledgedMs = await timed(async () => {
      const batch = await client.start('/v2/batch/scrape', batchBody(urls));
      void client.send('DELETE', `/v2/batch/scrape/${batch}`);
    });
    return [
      {
        what: `batch of ${BATCH_URLS} URLs accepted`,
        figure: acknowledgedMs,
        unit: 'ms',
        goal: { atMost: 1500 },
      },
      {
        what: `status page of ${STATUS_DOCUMENTS} documents, p50`,
        figure: median(pageTimes),
        unit: 'ms',
        goal: { atMost: 40 },
      },
      {
        what: 'status polls per CPU second of the gateway',
        // The client shares the machine, so the service's CPU time counts.
        figure: (1000 * polls) / used,
        unit: '/s',
        goal: { atLeast: 500 },
        note: `${(polls / seconds).toFixed(0)} per second of wall-clock time, on ${cpus().length} cores shared with client and Postgres`,
      },
    ];
  } finally {
    await service.stop();
  }
}

function mainMs({ threads }: ReturnType<typeof readCpu>, pid: number | undefined): number {
  return threads.find((thread) => thread.tid === pid)?.ms ?? Number.NaN;
}
