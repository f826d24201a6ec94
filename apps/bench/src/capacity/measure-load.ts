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

/** What a page has cost under a load. */
export interface LoadResult {
  pages: number;
  seconds: number;
  pagesPerSecond: number;
  /** By process: CPU milliseconds a page. */
  cpuMs: Map<string, number>;
  /** By process: the part of one core that its busiest thread took. Of Postgres and Kafka: of all their threads. */
  busy: Map<string, number>;
  counters: CrawlCounters;
  /** Growth of tables and indexes, a page. */
  databaseBytes: number;
  /** Writes of Postgres' processes, a page: to the system, which may join them on their way to the disk. */
  databaseWrites: number;
  /** What statements took, a page: waiting for locks and the disk included. */
  statementsMs: number;
  /** Those of them that one frontier sends at a time, as leases are counted over all jobs. */
  leasingMs: number;
  /** By topic, a page; topics that a page does not go through left out. */
  logBytes: Map<string, number>;
}

/** Runs that many crawls at once, each of a host of its own, to their ends. */
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
  if (pages !== jobs * pagesPerJob) throw new Error(`${pages} of ${jobs * pagesPerJob} pages came`);

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
  /** By part, what each thread has used; of a program of many processes, all of it as one. */
  threads: Map<string, Map<number, number>>;
  counters: CrawlCounters;
  databaseBytes: number;
  statementTimes: { all: number; leasing: number };
  writes: number;
  log: Map<string, number>;
}

/** Of a page. What comes once a job is no part of it. */
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
    // It has ended meanwhile.
    return 0;
  }
}
