import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { COUNTING_SETTINGS, openCounters } from '../database-counters';
import { ROOT } from '../root';
import { BENCH_KEY, ServiceClient } from '../service-client';
import { type RunningContender, UnavailableContenderError } from './contender';
import { SERVICE_ENV } from './ours';
import { type RunningService, runAdminCommand, startService } from './service-process';

/** Exit status of kafka.mjs without Java or Maven. */
const EXIT_MISSING_TOOL = 3;

export interface RunningOnKafka extends RunningContender {
  client: ServiceClient;
}

/** One process per service, with a separate broker and Postgres. */
export async function startOnKafka(): Promise<RunningOnKafka> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orbweaver-bench-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    const broker = await startOwnBroker(path.join(folder, 'kafka'));
    stops.push(broker.stop);
    const postgres = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres'), settings: COUNTING_SETTINGS });
    stops.push(postgres.stop);
    const kafkaEnv = { ...SERVICE_ENV, KAFKA_BROKERS: broker.brokers };
    const storeEnv = { ...kafkaEnv, DATABASE_URL: postgres.url };
    await runAdminCommand(['migrate'], storeEnv);
    await runAdminCommand(['topics', 'create'], storeEnv);
    const counters = await openCounters(postgres.url);
    stops.push(counters.close);
    const services: RunningService[] = [];
    for (const role of ['results', 'renderer', 'frontier', 'gateway']) {
      const env = role === 'renderer' ? kafkaEnv : { ...storeEnv, BOOTSTRAP_API_KEY: BENCH_KEY };
      const service = await startService(role, folder, env);
      services.push(service);
      stops.push(service.stop);
    }
    const client = new ServiceClient(services.at(-1)?.url ?? '');
    stops.push(() => client.close());
    return {
      client,
      roots: [
        ...services.map(({ role, pid }) => ({ part: role, pid, isNode: true })),
        { part: 'postgres', pid: postgres.pid, isNode: false },
      ],
      crawl: (start, count) => client.crawl(start, count),
      readCounters: () => counters.read(),
      stop: stopAll,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Starts a separate broker regardless of KAFKA_BROKERS, because the benchmark fills topics. */
export async function startOwnBroker(folder: string): Promise<{ brokers: string; pid: number; stop(): Promise<void> }> {
  const script = path.join(ROOT, 'libs/tooling/kafka/kafka.mjs');
  const child = spawn(process.execPath, [script, 'run', '--dir', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGTERM'));
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  const brokers = await Promise.race([
    once(child.stdout, 'data').then(([line]) => String(line).trim()),
    once(child, 'exit').then(([code]) => {
      const reason = complaint.trim() || `kafka.mjs ended with ${code}`;
      throw code === EXIT_MISSING_TOOL ? new UnavailableContenderError(reason) : new Error(reason);
    }),
  ]);
  return { brokers, pid: child.pid ?? 0, stop: () => stopBroker(child) };
}

async function stopBroker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
