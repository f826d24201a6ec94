import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { COUNTING_SETTINGS, openCounters } from '../database-counters';
import { BENCH_KEY, ServiceClient } from '../service-client';
import type { RunningContender } from './contender';
import { runAdminCommand, startService } from './service-process';

/** Allows the loopback network, where the sites are. */
export const SERVICE_ENV: Record<string, string> = { EGRESS_ALLOW: '127.0.0.0/8' };

export interface RunningOurs extends RunningContender {
  client: ServiceClient;
  databaseUrl: string;
  logFile: string;
}

/** One process, and a Postgres that counts statements. */
export async function startOurs(env: Record<string, string> = {}): Promise<RunningOurs> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orbweaver-bench-'));
  const postgres = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres'), settings: COUNTING_SETTINGS });
  const removeAll = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await runAdminCommand(['migrate'], { DATABASE_URL: postgres.url });
    const counters = await openCounters(postgres.url);
    const service = await startService('standalone', folder, {
      ...SERVICE_ENV,
      DATABASE_URL: postgres.url,
      BOOTSTRAP_API_KEY: BENCH_KEY,
      ...env,
    });
    const client = new ServiceClient(service.url);
    return {
      client,
      databaseUrl: postgres.url,
      logFile: service.logFile,
      roots: [
        { part: 'service', pid: service.pid, isNode: true },
        { part: 'postgres', pid: postgres.pid, isNode: false },
      ],
      crawl: (start, count) => client.crawl(start, count),
      readCounters: () => counters.read(),
      stop: async () => {
        await client.close();
        await service.stop();
        await counters.close();
        await removeAll();
      },
    };
  } catch (error) {
    await removeAll();
    throw error;
  }
}
