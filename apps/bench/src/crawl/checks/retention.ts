import { type Database, deleteJob, deleteOrphanedFrontier, keepPartitions, newJobId } from '@orbweaver/persistence';
import { startTestDatabase } from '@orbweaver/testing';
import { storeCrawl } from '../store-crawl';
import type { Check, CheckContext, Finding } from './check';

const DAY_MS = 86_400_000;
const PAGES = 100_000;
const LEFT_AT_MOST = 0.01;

/** Disk space of an expired large crawl, and writes of its deletion. */
export const retention: Check = { name: 'retention', run: measureRetention };

async function measureRetention({ say }: CheckContext): Promise<Finding[]> {
  const { database, close } = await startTestDatabase();
  try {
    const empty = await tableBytes(database);
    const jobId = newJobId();
    say(`storing a crawl of ${PAGES} pages`);
    await storeCrawl(database, jobId, { pages: PAGES, documentBytes: 8_000, links: 40 });
    const full = await tableBytes(database);
    say('deleting it');
    const [fromWal, fromMs] = [await walBytes(database), performance.now()];
    await deleteJob(database, jobId, new AbortController().signal);
    while (await deleteOrphanedFrontier(database, jobId));
    // Partitions of a day are dropped when it is over.
    await keepPartitions(database, new Date(Date.now() + DAY_MS));
    const [ms, wal] = [performance.now() - fromMs, (await walBytes(database)) - fromWal];
    return [
      {
        what: `disk space of an expired crawl of ${PAGES} pages`,
        figure: Math.max(0, (await tableBytes(database)) - empty) / (full - empty),
        unit: '×',
        goal: { atMost: LEFT_AT_MOST },
        note: `${mib(full - empty)} MiB stored; deleted in ${ms.toFixed(0)} ms with ${mib(wal)} MiB of WAL`,
      },
    ];
  } finally {
    await close();
  }
}

/** Tables with indexes and TOAST. */
async function tableBytes(database: Database): Promise<number> {
  const [row] = await database.$queryRaw<{ bytes: number }[]>`
    SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;
  return Number(row?.bytes);
}

async function walBytes(database: Database): Promise<number> {
  const [row] = await database.$queryRaw<{ bytes: number }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`;
  return Number(row?.bytes);
}

const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
