import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { runCommand } from './run-admin';
import { findFreePort, type Role, type ServiceProcess } from './service-process';
import { commonEnv, egressEnv, frontierEnv, resultsEnv } from './settings';
import { BOOTSTRAP_KEY, System } from './system';
import { entryOf, makeDirectory } from './workspace';

/** What `orbweaver topics create` printed when the cluster was made; a broker may have had some before. */
export const TOPICS_MADE = 'topics-made.txt';

export interface RunningCluster {
  system: System;
  stop(): Promise<void>;
}

/**
 * Every service in its own processes over the Kafka of KAFKA_BROKERS: two of each service that is meant to be
 * replicated.
 */
export async function startKafkaCluster(): Promise<RunningCluster> {
  const brokers = process.env.KAFKA_BROKERS;
  if (brokers === undefined) throw new Error('KAFKA_BROKERS must name a running Kafka');
  const directory = makeDirectory();
  const postgresDirectory = makeDirectory();
  const postgres = await startEmbeddedPostgres({ dir: postgresDirectory });
  const stopPostgres = async (): Promise<void> => {
    await postgres.stop();
    rmSync(postgresDirectory, { recursive: true, force: true });
  };
  try {
    const kafkaEnv = { ...commonEnv, KAFKA_BROKERS: brokers };
    const storeEnv = { ...kafkaEnv, DATABASE_URL: postgres.url };
    await runCommand(['migrate'], storeEnv);
    writeFileSync(path.join(directory, TOPICS_MADE), await runCommand(['topics', 'create'], storeEnv));

    const service = async (role: Role, index: number, env: Record<string, string>): Promise<Unstarted> => {
      const port = await findFreePort();
      return {
        role,
        index,
        entry: entryOf(role),
        env: { ...env, PORT: String(port), DATA_DIR: path.join(directory, `${role}-${index}`) },
        url: `http://127.0.0.1:${port}`,
        logFile: path.join(directory, `${role}-${index}.log`),
      };
    };
    const gatewayEnv = { ...storeEnv, ...egressEnv, BOOTSTRAP_API_KEY: BOOTSTRAP_KEY };
    const system = await System.start('kafka', directory, [
      [
        await service('results', 0, { ...storeEnv, ...egressEnv, ...resultsEnv }),
        await service('renderer', 0, { ...kafkaEnv, ...egressEnv }),
        await service('renderer', 1, { ...kafkaEnv, ...egressEnv }),
        await service('frontier', 0, { ...storeEnv, ...egressEnv, ...frontierEnv }),
        await service('frontier', 1, { ...storeEnv, ...egressEnv, ...frontierEnv }),
        await service('gateway', 0, gatewayEnv),
        await service('gateway', 1, gatewayEnv),
      ],
    ]);
    return {
      system,
      stop: async () => {
        await system.stop();
        await stopPostgres();
      },
    };
  } catch (error) {
    await stopPostgres();
    throw error;
  }
}

type Unstarted = Omit<ServiceProcess, 'pid'>;
