import { setTimeout as pause } from 'node:timers/promises';
import { contenderProcess, missingProcess } from './contender-process';

const LAST_PAGES_MS = 3000;

// An optional dependency: some platforms have no binary.

interface Website {
  withBudget(budget: Record<string, number>): Website;
  crawl(onPage: (error: unknown, page: { url: string; content: string } | undefined) => void): Promise<void>;
}

function load(): (new (url: string) => Website) | undefined {
  try {
    return require('@spider-rs/spider-rs').Website;
  } catch {
    return undefined;
  }
}

const WebsiteOf = load();
if (WebsiteOf === undefined) missingProcess('the binary of @spider-rs/spider-rs is not installed for this platform');
else
  contenderProcess(async ({ start, count }) => {
    let pages = 0;
    const website = new WebsiteOf(start).withBudget({ '*': count });
    await website.crawl((error, page) => {
      if (!error && page !== undefined && page.content.length > 0) pages += 1;
    });
    // The last pages arrive after crawl() resolves.
    for (const untilMs = Date.now() + LAST_PAGES_MS; pages < count && Date.now() < untilMs; ) await pause(5);
    return pages;
  });
