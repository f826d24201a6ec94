import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { makeDirectory } from '../harness/workspace';
import { type Build, Cluster } from './cluster';
import { SteadyScrapes } from './steady-scrapes';
import { WatchedCrawl } from './watched-crawl';

type Roles = readonly Parameters<Cluster['start']>[1][];

/** The order of the services in a page's flow, and its reverse: both must work. */
const FORWARD: Roles = ['gateway', 'frontier', 'renderer', 'results'];
const REVERSE: Roles = [...FORWARD].reverse();

/** Passes by name: old build, new build, order. A rollback keeps the newer schema. */
export const PASSES = {
  forward: { back: false, order: FORWARD },
  reverse: { back: false, order: REVERSE },
  rollback: { back: true, order: REVERSE },
} as const;

/** Replicas: one keeps working while the other is replaced. */
const OF_EACH = 2;

export interface UpgradeOptions {
  old: Build;
  next: Build;
  brokers: string;
  pages: number;
  say(text: string): void;
}

/**
 * Replaces every process of one build by one of another during a crawl and scrapes.
 * @throws AssertionError when a page is missing or duplicated, or a scrape fails
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
      // A rollback keeps the newer schema.
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
