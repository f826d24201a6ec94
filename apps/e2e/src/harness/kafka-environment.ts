import { rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { findFreePort, type ServiceProcess } from './service-process';
import { commonEnv } from './settings';
import type { System } from './system';
import { makeDirectory } from './workspace';

export type ProcessDescription = Omit<ServiceProcess, 'pid'>;

/** Environment of processes on a new Postgres and the Kafka of KAFKA_BROKERS. */
export interface KafkaEnvironment {
  directory: string;
  /** For processes without database access. */
  kafkaEnv: Record<string, string>;
  /** For processes with database access. */
  storeEnv: Record<string, string>;
  /** Stopped after the processes and before Postgres. */
  intermediaries: { stop(): Promise<unknown> }[];
}

/** Returns the result of `start` with a `stop` that also stops Postgres. */
export async function startWithKafka<T extends { system: System }>(
  start: (environment: KafkaEnvironment) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  const brokers = process.env.KAFKA_BROKERS;
  if (brokers === undefined) throw new Error('KAFKA_BROKERS must name a running Kafka');
  const postgresDirectory = makeDirectory();
  const postgres = await startEmbeddedPostgres({ dir: postgresDirectory });
  const intermediaries: KafkaEnvironment['intermediaries'] = [];
  const stopPostgres = async (): Promise<void> => {
    for (const one of intermediaries) await one.stop();
    await postgres.stop();
    rmSync(postgresDirectory, { recursive: true, force: true });
  };
  try {
    const kafkaEnv = { ...commonEnv, KAFKA_BROKERS: brokers };
    const storeEnv = { ...kafkaEnv, DATABASE_URL: postgres.url };
    const started = await start({ directory: makeDirectory(), kafkaEnv, storeEnv, intermediaries });
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
  { directory }: KafkaEnvironment,
  process: Pick<ProcessDescription, 'role' | 'index' | 'entry' | 'args' | 'env' | 'confined'>,
): Promise<ProcessDescription> {
  const port = await findFreePort();
  const name = `${process.role}-${process.index}`;
  return {
    ...process,
    env: { ...process.env, PORT: String(port) },
    url: `http://127.0.0.1:${port}`,
    logFile: path.join(directory, `${name}.log`),
  };
}
