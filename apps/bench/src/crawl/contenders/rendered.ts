import { readFileSync } from 'node:fs';
import { type Contender, type RunningContender, UnavailableContenderError } from './contender';
import { startForked } from './forked';
import { startOurs } from './ours';
import { siteUrls } from './site-urls';

export const BARE_CLUSTER = 'puppeteer-cluster';
export const OURS_RENDERED = 'ours, rendered';

const ENOUGH = 0.95;
/** Requires a browser without a noticeable wait. */
const IN_BROWSER = { waitFor: 1 };

/** Ours first: it finds the browser for both. */
export function renderedContenders(concurrency: number): Contender[] {
  let chromium = process.env.CHROMIUM_PATH;
  return [
    {
      name: OURS_RENDERED,
      enough: ENOUGH,
      does: `${concurrency} concurrent scrapes in separate contexts, with egress proxy and blocking; main content, markdown and links, stored`,
      leavesOut: 'nothing',
      start: async () => {
        const running = await startOurs({ RENDERER_BROWSER_SLOTS: String(concurrency) });
        return {
          ...running,
          crawl: async (start, count) => {
            const pages = await scrapeAll(running.client, siteUrls({ start, count }), concurrency);
            chromium ??= browserOf(running.logFile);
            return pages;
          },
        } satisfies RunningContender;
      },
    },
    {
      name: BARE_CLUSTER,
      enough: ENOUGH,
      does: `puppeteer-cluster, ${concurrency} concurrent pages in separate contexts; waits for load, reads the HTML`,
      leavesOut: 'markdown, storage, egress guard, blocking, waiting for content of scripts',
      start: () => {
        if (chromium === undefined) throw new UnavailableContenderError(`no Chromium was found by ${OURS_RENDERED}`);
        return startForked('bare-cluster', { BENCH_CHROMIUM: chromium, BENCH_CONCURRENCY: String(concurrency) });
      },
    },
  ];
}

/** Resolves with the number of scraped pages. Rejects with the last failure when too few succeeded. */
async function scrapeAll(
  client: { scrape(url: string, options: Record<string, unknown>): Promise<unknown> },
  urls: string[],
  concurrency: number,
): Promise<number> {
  const wanted = urls.length;
  let pages = 0;
  let lastError: unknown;
  const lane = async () => {
    for (let url = urls.pop(); url !== undefined; url = urls.pop()) {
      try {
        await client.scrape(url, IN_BROWSER);
        pages += 1;
      } catch (error) {
        lastError = error;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (pages < ENOUGH * wanted) throw lastError;
  return pages;
}

/** The browser in a service's log. */
function browserOf(logFile: string): string | undefined {
  const line = readFileSync(logFile, 'utf8')
    .split('\n')
    .find((text) => text.includes('"browser-found"'));
  return line === undefined ? undefined : /"executablePath":"([^"]+)"/.exec(line)?.[1];
}
