import { newJobId, openDatabase } from '@orbweaver/persistence';
import { startOurs } from '../contenders/ours';
import { median } from '../statistics';
import { storeCrawl } from '../store-crawl';
import type { Check, CheckContext, Finding } from './check';

const FLAT_WITHIN = 1.25;

const OLDER_JOBS = 10;
const OLDER_PAGES = 100_000;

/** Constant speed: within a long crawl, over many crawls of one service, and with many stored pages. */
export const flat: Check = { name: 'flat', run: measureFlat };

async function measureFlat({ site, sizes, say }: CheckContext): Promise<Finding[]> {
  const service = await startOurs();
  try {
    const warmUp = Math.min(200, sizes.pagesPerRound);
    await service.crawl(site.start('flat-warm', warmUp), warmUp);
    const rates: number[] = [];
    for (let crawl = 0; crawl < sizes.crawls; crawl++) {
      say(`crawl ${crawl + 1} of ${sizes.crawls}`);
      const fromMs = performance.now();
      const pages = await service.crawl(site.start(`flat-${crawl}`, sizes.pagesPerRound), sizes.pagesPerRound);
      rates.push((1000 * pages) / (performance.now() - fromMs));
    }
    say(`one crawl of ${sizes.longCrawlPages} pages`);
    const start = site.start('flat-long', sizes.longCrawlPages);
    const seen: Progressed[] = [{ pages: 0, ms: performance.now() }];
    await service.client.crawl(start, sizes.longCrawlPages, (pages) => seen.push({ pages, ms: performance.now() }));
    const stretch = Math.min(1000, Math.floor(sizes.longCrawlPages / 4));
    // The first pages wait for links: the start page is the only one.
    const first = rateBetween(seen, stretch / 2, stretch * 1.5);
    const last = rateBetween(seen, sizes.longCrawlPages - stretch, sizes.longCrawlPages);
    say(`with ${OLDER_JOBS * OLDER_PAGES} stored pages`);
    const crawlAgain = async (name: string) => {
      const fromMs = performance.now();
      const pages = await service.crawl(site.start(name, sizes.pagesPerRound), sizes.pagesPerRound);
      return (1000 * pages) / (performance.now() - fromMs);
    };
    const crawlThrice = async (name: string) => [
      await crawlAgain(`${name}-1`),
      await crawlAgain(`${name}-2`),
      await crawlAgain(`${name}-3`),
    ];
    const before = await crawlThrice('flat-before');
    await storeOlderJobs(service.databaseUrl);
    // During the first crawl Postgres vacuums and analyses the stored rows.
    const beside = await crawlThrice('flat-beside');
    return [
      {
        what: `crawl on an empty service over one with ${OLDER_JOBS * OLDER_PAGES} stored pages`,
        figure: median(before) / median(beside),
        unit: '×',
        goal: { atMost: FLAT_WITHIN },
        note: `${[before, beside].map((rates) => rates.map((rate) => rate.toFixed(1)).join(', ')).join(' and ')} pages per second`,
      },
      {
        what: `first ${stretch} pages over the last of a crawl of ${sizes.longCrawlPages}`,
        figure: first / last,
        unit: '×',
        goal: { atMost: FLAT_WITHIN },
        note: `${first.toFixed(1)} and ${last.toFixed(1)} pages per second`,
      },
      {
        what: `first crawl over crawl ${sizes.crawls} of a service`,
        figure: (rates[0] ?? Number.NaN) / (rates.at(-1) ?? Number.NaN),
        unit: '×',
        goal: { atMost: FLAT_WITHIN },
        note: `${rates.map((rate) => rate.toFixed(1)).join(', ')} pages per second`,
      },
    ];
  } finally {
    await service.stop();
  }
}

async function storeOlderJobs(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1 });
  for (let job = 0; job < OLDER_JOBS; job++) {
    await storeCrawl(database, newJobId(), { pages: OLDER_PAGES, documentBytes: 100, links: 2 });
  }
  await database.$disconnect();
}

export interface Progressed {
  pages: number;
  ms: number;
}

/** Pages per second between the samples nearest to these counts; NaN without two. */
export function rateBetween(seen: readonly Progressed[], from: number, to: number): number {
  const nearest = (count: number) =>
    seen.reduce((best, one) => (Math.abs(one.pages - count) < Math.abs(best.pages - count) ? one : best));
  const [one, other] = [nearest(from), nearest(to)];
  return (1000 * (other.pages - one.pages)) / (other.ms - one.ms);
}

/** The first crawl after a start over the third: what starting costs callers. */
export const firstCrawl: Check = { name: 'first-crawl', run: measureFirstCrawl };

async function measureFirstCrawl({ site, sizes, say }: CheckContext): Promise<Finding[]> {
  const service = await startOurs();
  try {
    const seconds: number[] = [];
    for (let crawl = 1; crawl <= 3; crawl++) {
      say(`crawl ${crawl} after the start`);
      const fromMs = performance.now();
      await service.crawl(site.start(`first-${crawl}`, sizes.pagesPerRound), sizes.pagesPerRound);
      seconds.push((performance.now() - fromMs) / 1000);
    }
    return [
      {
        what: `first crawl of ${sizes.pagesPerRound} pages after a start over the third`,
        figure: (seconds[0] ?? Number.NaN) / (seconds[2] ?? Number.NaN),
        unit: '×',
        goal: { atMost: 1.15 },
        note: `${seconds.map((each) => each.toFixed(1)).join(', ')} s`,
      },
    ];
  } finally {
    await service.stop();
  }
}
