import assert from 'node:assert/strict';
import path from 'node:path';
import { openDatabase } from '@orbweaver/persistence';
import { runCommand } from '../harness/run-admin';
import { repositoryRoot } from '../harness/workspace';
import { Cluster } from './cluster';
import { OwnPostgres } from './own-postgres';
import { WatchedCrawl } from './watched-crawl';

const admin = (args: string[], DATABASE_URL: string) => runCommand(args, { DATABASE_URL });

/** Kinds of backup: each writes a folder while the server runs, and makes a new server from it. */
export const WAYS = {
  dump: {
    save: (from: OwnPostgres, folder: string) =>
      from.run('pg_dump', ['-Fc', '-d', from.url, '-f', path.join(folder, 'orbweaver.dump')]),
    restore: async (programs: string, folder: string) => {
      const postgres = await OwnPostgres.create(programs);
      await postgres.run('pg_restore', [
        '--exit-on-error',
        '--no-owner',
        '-d',
        postgres.url,
        path.join(folder, 'orbweaver.dump'),
      ]);
      return postgres;
    },
  },
  base: {
    save: (from: OwnPostgres, folder: string) =>
      from.run('pg_basebackup', ['-d', from.url, '-D', path.join(folder, 'data'), '-X', 'stream', '-c', 'fast']),
    restore: (programs: string, folder: string) => OwnPostgres.start(programs, folder),
  },
  orbweaver: {
    save: async (from: OwnPostgres, folder: string) => {
      await admin(['backup', path.join(folder, 'backup')], from.url);
    },
    restore: async (programs: string, folder: string) => {
      const postgres = await OwnPostgres.create(programs);
      await admin(['restore', path.join(folder, 'backup')], postgres.url);
      return postgres;
    },
  },
} as const;

export interface RestoreOptions {
  programs: string;
  /** Kafka before the loss, and the empty Kafka after it. */
  brokers: [lost: string, empty: string];
  pages: number;
  say(text: string): void;
}

const SERVICES = ['results', 'renderer', 'frontier', 'gateway'] as const;
const build = { name: 'this build', root: repositoryRoot };

/**
 * Takes a backup at a third of a crawl, kills everything at two thirds, and continues from the backup.
 * @throws AssertionError when a page is missing or duplicated, or the schema differs
 */
export async function restoreDrill(way: keyof typeof WAYS, options: RestoreOptions): Promise<void> {
  const { programs, brokers, pages, say } = options;
  let postgres = await OwnPostgres.create(programs);
  let cluster = new Cluster(brokers[0], postgres.url);
  const folder = OwnPostgres.makeFolder();
  try {
    await cluster.prepare(build);
    for (const role of SERVICES) await cluster.start(build, role);
    const crawl = await WatchedCrawl.start(cluster.api(), pages);
    try {
      await crawl.waitForPart(() => cluster.api(), 1 / 3);
      const from = performance.now();
      await WAYS[way].save(postgres, folder);
      const saved = { pages: await crawl.completed(cluster.api()), ms: Math.round(performance.now() - from) };
      await crawl.waitForPart(() => cluster.api(), 2 / 3);
      const lost = await crawl.completed(cluster.api());
      const shape = await describeTables(postgres.url);
      await cluster.stop();
      await postgres.destroy();

      const lostAt = performance.now();
      postgres = await WAYS[way].restore(programs, folder);
      const restoreMs = Math.round(performance.now() - lostAt);
      assert.deepEqual(await describeTables(postgres.url), shape);
      cluster = new Cluster(brokers[1], postgres.url);
      await cluster.prepare(build);
      for (const role of SERVICES) await cluster.start(build, role);
      const readyMs = Math.round(performance.now() - lostAt);
      const restored = await crawl.completed(cluster.api());
      const report = await crawl.expectEveryPageOnce(cluster.api());
      const inDays = await countInDays(postgres.url);
      assert.ok(inDays >= pages, `${inDays} pages lie in partitions of days`);
      say(
        `${way}: ${JSON.stringify({ saved, storedAtTheEnd: lost, storedAfterRestore: restored, restoreMs, readyMs, ...report })}`,
      );
    } finally {
      await crawl.close();
    }
  } finally {
    await cluster.stop();
    await postgres.destroy();
  }
}

/** Tables with partitions, bounds, settings and indexes, sorted. */
async function describeTables(url: string): Promise<unknown> {
  const database = openDatabase({ url, poolSize: 1 });
  const rows = await database.$queryRaw`
    SELECT c.relname AS name, c.relkind AS kind, c.relpersistence AS persistence, c.reloptions AS settings,
           pg_get_expr(c.relpartbound, c.oid) AS bound,
           (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = c.oid) AS parent,
           (SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY pg_get_indexdef(indexrelid)) FROM pg_index WHERE indrelid = c.oid) AS indexes,
           (SELECT array_agg(attname || ' ' || atttypid::regtype || ' ' || attstorage::text ORDER BY attnum)
            FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S') ORDER BY 1`;
  await database.$disconnect();
  return rows;
}

async function countInDays(url: string): Promise<number> {
  const database = openDatabase({ url, poolSize: 1 });
  const [row] = await database.$queryRaw<{ pages: number }[]>`
    SELECT count(*)::int AS pages FROM pages WHERE tableoid <> 'pages_default'::regclass`;
  await database.$disconnect();
  return row?.pages ?? 0;
}
