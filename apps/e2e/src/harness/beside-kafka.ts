import { rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { findFreePort, type ServiceProcess } from './service-process';
import { commonEnv } from './settings';
import type { System } from './system';
import { makeDirectory } from './workspace';

export type Unstarted = Omit<ServiceProcess, 'pid'>;

/** Environment of processes on a new Postgres and the Kafka of KAFKA_BROKERS. */
export interface Surroundings {
  directory: string;
  /** For processes without database access. */
  kafkaEnv: Record<string, string>;
  /** For processes with database access. */
  storeEnv: Record<string, string>;
  /** Stopped after the processes and before Postgres. */
  between: { stop(): Promise<unknown> }[];
}

/** Returns the result of `start` with a `stop` that also stops Postgres. */
export async function startBesideKafka<T extends { system: System }>(
  start: (surroundings: Surroundings) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  const brokers = process.env.KAFKA_BROKERS;
  if (brokers === undefined) throw new Error('KAFKA_BROKERS must name a running Kafka');
  const postgresDirectory = makeDirectory();
  const postgres = await startEmbeddedPostgres({ dir: postgresDirectory });
  const between: Surroundings['between'] = [];
  const stopPostgres = async (): Promise<void> => {
    for (const one of between) await one.stop();
    await postgres.stop();
    rmSync(postgresDirectory, { recursive: true, force: true });
  };
  try {
    const kafkaEnv = { ...commonEnv, KAFKA_BROKERS: brokers };
    const storeEnv = { ...kafkaEnv, DATABASE_URL: postgres.url };
    const started = await start({ directory: makeDirectory(), kafkaEnv, storeEnv, between });
    const stop = async (): Promise<void> => {
      await started.system.stop();
      await stopPostgres();
    };
    return { ...started, stop };
  } catch (error) {
    await stopPostgres();
    throw error;
  }
}

/** Describes a process on a free port with its files in the directory. */
export async function describeProcess(
  { directory }: Surroundings,
  process: Pick<Unstarted, 'role' | 'index' | 'entry' | 'args' | 'env' | 'confined'>,
): Promise<Unstarted> {
  const port = await findFreePort();
  const name = `${process.role}-${process.index}`;
  return {
    ...process,
    env: { ...process.env, PORT: String(port) },
    url: `http://127.0.0.1:${port}`,
    logFile: path.join(directory, `${name}.log`),
  };
}
