import { CheerioCrawler, Configuration, RequestQueue } from '@crawlee/cheerio';
import TurndownService from 'turndown';
import { type CrawlOrder, contenderProcess } from './contender-process';

// Crawlee as its own guide shows it, with its storage in memory only.

async function crawl({ start, count }: CrawlOrder): Promise<number> {
  const turndown = new TurndownService();
  const configuration = new Configuration({
    persistStorage: false,
    // Otherwise it slows down by what else the machine does.
    availableMemoryRatio: 0.5,
  });
  // A queue of its own: the default one would take the second crawl for the first, which is done.
  const requestQueue = await RequestQueue.open(`q-${process.hrtime.bigint()}`, { config: configuration });
  const { host } = new URL(start);
  const known = new Set([start]);
  let pages = 0;
  const crawler = new CheerioCrawler(
    {
      requestQueue,
      maxRequestsPerCrawl: count,
      // It would start with one page at a time, and be at full speed when a short crawl is over.
      minConcurrency: 8,
      requestHandler: async ({ $, request, crawler: own }) => {
        const links = $('a[href]')
          .toArray()
          .map((link) => new URL($(link).attr('href') ?? '', request.url))
          .filter((link) => link.host === host && !known.has(link.href))
          .map(({ href }) => href);
        const admitted = [...new Set(links)].slice(0, count - known.size);
        for (const link of admitted) known.add(link);
        // enqueueLinks took seconds a page here, for what this does in two milliseconds.
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
