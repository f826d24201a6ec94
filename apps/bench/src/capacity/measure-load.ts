import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { COUNTERS_LAG_MS, type CrawlCounters, countersPerPage } from '../crawl/database-counters';
import { processTree, threadTimes, totalMs } from '../crawl/process-cpu';
import { crawlBody } from '../crawl/service-client';
import type { LoadCluster } from './load-cluster';

export interface Load {
  name: string;
  jobs: number;
  pagesPerJob: number;
}

/** Cost per page under a load. */
export interface LoadResult {
  pages: number;
  seconds: number;
  pagesPerSecond: number;
  /** CPU milliseconds per page by process. */
  cpuMs: Map<string, number>;
  /** Share of a core used by the busiest thread, by process; for Postgres and Kafka by all threads. */
  busy: Map<string, number>;
  counters: CrawlCounters;
  /** Growth of tables and indexes per page. */
  databaseBytes: number;
  /** write() bytes of Postgres per page; the system may merge them before the disk. */
  databaseWrites: number;
  /** Time of statements per page, including waits for locks and disk. */
  statementsMs: number;
  /** Of these, lease rounds, which only one frontier runs at a time. */
  leasingMs: number;
  /** Bytes per page by topic, without unused topics. */
  logBytes: Map<string, number>;
}

/** Runs concurrent crawls of separate hosts until they finish. */
export async function measureLoad(cluster: LoadCluster, { name, jobs, pagesPerJob }: Load): Promise<LoadResult> {
  await pause(COUNTERS_LAG_MS);
  const before = await readAll(cluster);
  const fromMs = performance.now();
  const found = await Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      const body = crawlBody(cluster.startUrl(`${name}-${job}`, job, pagesPerJob), pagesPerJob);
      return cluster.client.finish(`/v2/crawl/${await cluster.client.start('/v2/crawl', body)}`, pagesPerJob);
    }),
  );
  const seconds = (performance.now() - fromMs) / 1000;
  await pause(COUNTERS_LAG_MS);
  const after = await readAll(cluster);
  const pages = found.reduce((sum, count) => sum + count, 0);
  if (pages !== jobs * pagesPerJob) throw new Error(`${pages} of ${jobs * pagesPerJob} pages were crawled`);

  const perPart = (read: (reading: Reading, part: string) => number) =>
    new Map([...before.cpu.keys()].map((part) => [part, read(after, part) - read(before, part)]));
  const topics = [...after.log].map(([topic, bytes]): [string, number] => [
    topic,
    bytes - (before.log.get(topic) ?? 0),
  ]);
  return {
    pages,
    seconds,
    pagesPerSecond: pages / seconds,
    cpuMs: new Map([...perPart(({ cpu }, part) => cpu.get(part) ?? 0)].map(([part, ms]) => [part, ms / pages])),
    busy: new Map(
      [...before.threads].map(([part, threads]) => [part, busiest(threads, after.threads.get(part)) / seconds / 1000]),
    ),
    counters: countersPerPage(before.counters, after.counters, pages),
    databaseBytes: (after.databaseBytes - before.databaseBytes) / pages,
    databaseWrites: (after.writes - before.writes) / pages,
    statementsMs: (after.statementTimes.all - before.statementTimes.all) / pages,
    leasingMs: (after.statementTimes.leasing - before.statementTimes.leasing) / pages,
    logBytes: new Map(
      topics.flatMap(([topic, bytes]) => (bytes >= TRACE_BYTES * pages ? [[topic, bytes / pages]] : [])),
    ),
  };
}

interface Reading {
  cpu: Map<string, number>;
  /** CPU by part and thread; programs of many processes count as one. */
  threads: Map<string, Map<number, number>>;
  counters: CrawlCounters;
  databaseBytes: number;
  statementTimes: { all: number; leasing: number };
  writes: number;
  log: Map<string, number>;
}

/** Per page; events per job are excluded. */
const TRACE_BYTES = 16;

const MANY_THREADS = new Set(['postgres', 'kafka']);

async function readAll(cluster: LoadCluster): Promise<Reading> {
  const parts = cluster.parts();
  const trees = new Map(parts.map(({ name, pid }) => [name, processTree(pid)]));
  const cpu = new Map([...trees].map(([name, pids]) => [name, totalMs(pids)]));
  return {
    cpu,
    threads: new Map(
      [...trees].map(([name, pids]) => [
        name,
        MANY_THREADS.has(name)
          ? new Map([[0, cpu.get(name) ?? 0]])
          : new Map(threadTimes(pids).map(({ tid, ms }) => [tid, ms])),
      ]),
    ),
    counters: await cluster.counters.read(),
    databaseBytes: await cluster.readDatabaseBytes(),
    statementTimes: await cluster.readStatementTimes(),
    writes: (trees.get('postgres') ?? []).reduce((sum, pid) => sum + writesOf(pid), 0),
    log: cluster.readLogBytes(),
  };
}

const busiest = (before: Map<number, number>, after: Map<number, number> = new Map()): number =>
  Math.max(0, ...[...after].map(([tid, ms]) => ms - (before.get(tid) ?? 0)));

function writesOf(pid: number): number {
  try {
    return Number(/^syscw: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    // Exited meanwhile.
    return 0;
  }
}
