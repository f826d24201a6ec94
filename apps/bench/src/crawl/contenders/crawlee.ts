import { CheerioCrawler, Configuration, RequestQueue } from '@crawlee/cheerio';
import TurndownService from 'turndown';
import { type CrawlOrder, contenderProcess } from './contender-process';

// Crawlee as in its guide, with in-memory storage.

async function crawl({ start, count }: CrawlOrder): Promise<number> {
  const turndown = new TurndownService();
  const configuration = new Configuration({
    persistStorage: false,
    // Otherwise it throttles on the machine's total memory.
    availableMemoryRatio: 0.5,
  });
  // A queue per crawl: the default one would be finished after the first crawl.
  const requestQueue = await RequestQueue.open(`q-${process.hrtime.bigint()}`, { config: configuration });
  const { host } = new URL(start);
  const known = new Set([start]);
  let pages = 0;
  const crawler = new CheerioCrawler(
    {
      requestQueue,
      maxRequestsPerCrawl: count,
      // The default starts with one page and reaches full speed after a short crawl.
      minConcurrency: 8,
      requestHandler: async ({ $, request, crawler: own }) => {
        const links = $('a[href]')
          .toArray()
          .map((link) => new URL($(link).attr('href') ?? '', request.url))
          .filter((link) => link.host === host && !known.has(link.href))
          .map(({ href }) => href);
        const admitted = [...new Set(links)].slice(0, count - known.size);
        for (const link of admitted) known.add(link);
        // enqueueLinks took seconds per page; this takes two milliseconds.
        await own.addRequests(admitted);
        $('script, style, noscript').remove();
        turndown.turndown($.html());
        pages += 1;
      },
    },
    configuration,
  );
  await crawler.run([start]);
  return pages;
}

process.env.CRAWLEE_LOG_LEVEL = 'ERROR';
contenderProcess(crawl);
