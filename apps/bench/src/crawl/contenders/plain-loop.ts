import { type ChildProcess, fork } from 'node:child_process';
import { load } from 'cheerio';
import TurndownService from 'turndown';
import { request } from 'undici';
import { type CrawlOrder, contenderProcess } from './contender-process';

// A minimal crawler: a set of known URLs, and two processes that fetch, collect links and convert.

const PROCESSES = 2;
const IN_FLIGHT = 8;
const WORKER = 'worker';

function crawlWith(workers: readonly ChildProcess[]): (order: CrawlOrder) => Promise<number> {
  return ({ start, count }) =>
    new Promise((resolve) => {
      const known = new Set([start]);
      const queue = [start];
      const inFlight = new Map(workers.map((worker) => [worker, 0]));
      let done = 0;
      const feed = () => {
        for (const worker of workers) {
          while ((inFlight.get(worker) ?? 0) < IN_FLIGHT && queue.length > 0) {
            inFlight.set(worker, (inFlight.get(worker) ?? 0) + 1);
            worker.send(queue.shift() as string);
          }
        }
      };
      for (const worker of workers) {
        worker.removeAllListeners('message').on('message', (links: string[]) => {
          done += 1;
          inFlight.set(worker, (inFlight.get(worker) ?? 0) - 1);
          for (const link of links) {
            if (known.size >= count || known.has(link)) continue;
            known.add(link);
            queue.push(link);
          }
          if (done === known.size) resolve(done);
          else feed();
        });
      }
      feed();
    });
}

function work(): void {
  const turndown = new TurndownService();
  process.on('disconnect', () => process.exit());
  process.on('message', async (url: string) => {
    const { host } = new URL(url);
    const { body } = await request(url);
    const $ = load(await body.text());
    const links = $('a[href]')
      .toArray()
      .map((link) => new URL($(link).attr('href') ?? '', url))
      .filter((link) => link.host === host);
    $('script, style, noscript').remove();
    turndown.turndown($.html());
    process.send?.(links.map(({ href }) => href));
  });
}

if (process.argv[2] === WORKER) work();
else contenderProcess(crawlWith(Array.from({ length: PROCESSES }, () => fork(__filename, [WORKER]))));
