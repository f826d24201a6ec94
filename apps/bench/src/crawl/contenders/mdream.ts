import { request } from 'undici';
import { type CrawlOrder, contenderProcess } from './contender-process';

// A fetch loop in one process with mdream's JavaScript engine, which returns markdown with absolute links.

const IN_FLIGHT = 16;
const LINK = /\]\((http[^)\s]+)/g;

async function crawl({ start, count }: CrawlOrder): Promise<number> {
  // An ES module.
  const { htmlToMarkdown } = await import('@mdream/js');
  const { origin } = new URL(start);
  const known = new Set([start]);
  const queue = [start];
  let pages = 0;
  const visit = async (url: string) => {
    const { body } = await request(url);
    const markdown = htmlToMarkdown(await body.text(), { origin });
    if (markdown.length > 0) pages += 1;
    for (const [, link = ''] of markdown.matchAll(LINK)) {
      if (known.size >= count || known.has(link) || !link.startsWith(`${origin}/`)) continue;
      known.add(link);
      queue.push(link);
    }
  };
  const running = new Set<Promise<void>>();
  while (queue.length > 0 || running.size > 0) {
    while (running.size < IN_FLIGHT && queue.length > 0) {
      const visiting = visit(queue.shift() as string).finally(() => running.delete(visiting));
      running.add(visiting);
    }
    await Promise.race(running);
  }
  return pages;
}

contenderProcess(crawl);
