import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { makeDirectory } from '../harness/workspace';
import { type Build, Cluster } from './cluster';
import { SteadyScrapes } from './steady-scrapes';
import { WatchedCrawl } from './watched-crawl';

type Roles = readonly Parameters<Cluster['start']>[1][];

/** The one in which the services of a page pass it on, and its reverse: neither may matter. */
const FORWARD: Roles = ['gateway', 'frontier', 'renderer', 'results'];
const REVERSE: Roles = [...FORWARD].reverse();

/** What is tried: from which build to which, and in which order. A rollback finds the newer schema. */
export const PASSES = {
  forward: { back: false, order: FORWARD },
  reverse: { back: false, order: REVERSE },
  rollback: { back: true, order: REVERSE },
} as const;

/** Two of each: while one is replaced, the other goes on. */
const OF_EACH = 2;

export interface UpgradeOptions {
  old: Build;
  next: Build;
  brokers: string;
  pages: number;
  say(text: string): void;
}

/**
 * Replaces every service of one build by that of another while a crawl and scrapes run.
 *
 * @throws AssertionError when a page is missing or there twice, or a scrape fails
 */
export async function rollingUpgrade(pass: keyof typeof PASSES, options: UpgradeOptions): Promise<void> {
  const { back, order } = PASSES[pass];
  const { old, next, brokers, pages, say } = options;
  const [from, to] = back ? [next, old] : [old, next];
  const directory = makeDirectory();
  const postgres = await startEmbeddedPostgres({ dir: directory });
  const cluster = new Cluster(brokers, postgres.url);
  try {
    await cluster.prepare(from);
    for (const role of REVERSE) for (let count = 0; count < OF_EACH; count += 1) await cluster.start(from, role);
    const crawl = await WatchedCrawl.start(cluster.api(), pages);
    const scrapes = new SteadyScrapes(() => cluster.api(), crawl.scrapeUrl);
    try {
      await crawl.waitForPart(() => cluster.api(), 0.05);
      // A rollback leaves the schema as it is: the newer one.
      if (!back) await cluster.prepare(to);
      for (const role of order) {
        await cluster.replace(role, to);
        say(`${pass}: ${role} is ${to.name}, ${await crawl.completed(cluster.api())} of ${pages} pages`);
      }
      assert.ok((await crawl.completed(cluster.api())) < pages, 'the crawl was over too soon: more --pages');
      const report = await crawl.expectEveryPageOnce(cluster.api());
      const { sent, failures, slowestMs } = await scrapes.stop();
      assert.deepEqual(failures, []);
      say(`${pass}: ${from.name} to ${to.name}: ${JSON.stringify({ ...report, scrapes: sent, slowestMs })}`);
    } finally {
      await scrapes.stop();
      await crawl.close();
    }
  } finally {
    await cluster.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
