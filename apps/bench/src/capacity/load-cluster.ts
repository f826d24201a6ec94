import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase, startEmbeddedPostgres } from '@orbweaver/persistence';
import { startOwnBroker } from '../crawl/contenders/on-kafka';
import { SERVICE_ENV } from '../crawl/contenders/ours';
import { type RunningService, runAdminCommand, startService } from '../crawl/contenders/service-process';
import { COUNTING_SETTINGS, type CounterReader, openCounters } from '../crawl/database-counters';
import { BENCH_KEY, ServiceClient } from '../crawl/service-client';
import { readLogBytes } from './log-bytes';

interface StandIn {
  count: number;
  /** Concurrent pages of each renderer. */
  slots: number;
  /** Time per page. */
  delayMs: number;
}

/** Number of processes by role. */
export interface Setup {
  frontiers: number;
  results: number;
  renderers: StandIn;
}

interface Part {
  name: string;
  pid: number;
}

/** Real services on their own Kafka and Postgres, with stand-ins for renderers and sites. */
export class LoadCluster {
  private services: RunningService[] = [];
  private standIns: ChildProcess[] = [];
  private stops: (() => Promise<unknown>)[] = [];
  private env: Record<string, string> = {};
  private fixed: Part[] = [];
  private gateway: RunningService | undefined;
  private port = 0;
  private database!: Database;
  client!: ServiceClient;
  counters!: CounterReader;

  private constructor(private readonly folder: string) {}

  static async start(): Promise<LoadCluster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'orbweaver-capacity-'));
    const cluster = new LoadCluster(folder);
    cluster.stops.push(() => rm(folder, { recursive: true, force: true }));
    try {
      await cluster.open();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  private async open(): Promise<void> {
    // Every robots.txt is 404.
    const web = createServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => web.listen(0, '0.0.0.0', resolve));
    this.port = (web.address() as AddressInfo).port;
    this.stops.push(async () => web.close());
    const broker = await startOwnBroker(path.join(this.folder, 'kafka'));
    this.stops.push(broker.stop);
    const dir = path.join(this.folder, 'postgres');
    const postgres = await startEmbeddedPostgres({ dir, settings: { ...COUNTING_SETTINGS, max_connections: '300' } });
    this.stops.push(postgres.stop);
    this.env = {
      ...SERVICE_ENV,
      KAFKA_BROKERS: broker.brokers,
      DATABASE_URL: postgres.url,
      FRONTIER_MAX_LEASED: '2048',
    };
    await runAdminCommand(['migrate'], this.env);
    await runAdminCommand(['topics', 'create'], this.env);
    this.counters = await openCounters(postgres.url);
    this.stops.push(() => this.counters.close());
    this.database = openDatabase({ url: postgres.url, poolSize: 1 });
    this.stops.push(() => this.database.$disconnect());
    this.gateway = await startService('gateway', this.folder, { ...this.env, BOOTSTRAP_API_KEY: BENCH_KEY });
    this.stops.push(this.gateway.stop);
    this.client = new ServiceClient(this.gateway.url);
    this.stops.push(() => this.client.close());
    this.fixed = [
      { name: 'postgres', pid: postgres.pid },
      { name: 'kafka', pid: broker.pid },
    ];
  }

  /** Stops all processes and starts the given numbers. */
  async arrange({ frontiers, results, renderers }: Setup): Promise<void> {
    await this.clear();
    for (const [role, count] of [
      ['results', results],
      ['frontier', frontiers],
    ] as const) {
      for (let index = 0; index < count; index += 1) {
        const folder = path.join(this.folder, `${role}-${index}`);
        await mkdir(folder, { recursive: true });
        this.services.push(await startService(role, folder, this.env));
      }
    }
    for (let index = 0; index < renderers.count; index += 1) {
      const child = fork(path.join(__dirname, 'stand-in-renderer.js'), {
        env: {
          ...process.env,
          KAFKA_BROKERS: this.env.KAFKA_BROKERS ?? '',
          SLOTS: String(renderers.slots),
          DELAY_MS: String(renderers.delayMs),
        },
      });
      this.standIns.push(child);
      await once(child, 'message');
    }
  }

  /** Parts to measure, one per process. */
  parts(): Part[] {
    const named = this.services.map(({ role, pid }, index) => ({
      name: `${role} ${this.services.slice(0, index).filter((one) => one.role === role).length + 1}`,
      pid,
    }));
    return [
      ...named,
      { name: 'gateway', pid: this.gateway?.pid ?? 0 },
      ...this.fixed,
      ...this.standIns.map(({ pid }, index) => ({ name: `stand-in ${index + 1}`, pid: pid ?? 0 })),
    ];
  }

  /** The first page of a site of `count` pages on a separate host. */
  startUrl(name: string, host: number, count: number): string {
    return `http://127.0.${1 + Math.floor(host / 250)}.${1 + (host % 250)}:${this.port}/${name}/${count}/0`;
  }

  readLogBytes(): Map<string, number> {
    return readLogBytes(path.join(this.folder, 'kafka'));
  }

  async readDatabaseBytes(): Promise<number> {
    const [row] = await this.database.$queryRaw<{ bytes: bigint }[]>`
      SELECT pg_database_size(current_database()) AS bytes`;
    return Number(row?.bytes ?? 0);
  }

  /** Milliseconds of all statements, and of lease rounds, which are matched by their text. */
  async readStatementTimes(): Promise<{ all: number; leasing: number }> {
    const [row] = await this.database.$queryRaw<{ all: number; leasing: number }[]>`
      SELECT coalesce(sum(total_exec_time), 0) AS "all",
             coalesce(sum(total_exec_time) FILTER (WHERE query ~ 'WITH running AS|WITH busy AS|held AS MATERIALIZED|pg_try_advisory_xact_lock'), 0) AS "leasing"
      FROM pg_stat_statements`;
    return row ?? { all: 0, leasing: 0 };
  }

  private async clear(): Promise<void> {
    for (const child of this.standIns) {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    }
    for (const service of this.services) await service.stop();
    this.standIns = [];
    this.services = [];
  }

  async stop(): Promise<void> {
    await this.clear();
    for (const stop of this.stops.reverse()) await stop();
  }
}
