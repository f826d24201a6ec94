import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { PgBouncer } from './pg-bouncer';
import { runCommand } from './run-admin';
import { findFreePort, type Role, type ServiceProcess } from './service-process';
import { commonEnv, egressEnv, frontierEnv, resultsEnv } from './settings';
import { BOOTSTRAP_KEY, System } from './system';
import { entryOf, makeDirectory } from './workspace';

/** What `orbweaver topics create` printed when the cluster was made; a broker may have had some before. */
export const TOPICS_MADE = 'topics-made.txt';

/** Connections to Postgres for all processes, where a pooler stands between. */
const POOL_SIZE = 10;

export interface RunningCluster {
  system: System;
  stop(): Promise<void>;
}

/**
 * Every service in its own processes over the Kafka of KAFKA_BROKERS: two of each service that is meant to be
 * replicated. With ORBWEAVER_E2E_POOLER, the program, a PgBouncer stands between them and Postgres.
 */
export async function startKafkaCluster(): Promise<RunningCluster> {
  const brokers = process.env.KAFKA_BROKERS;
  if (brokers === undefined) throw new Error('KAFKA_BROKERS must name a running Kafka');
  const directory = makeDirectory();
  const postgresDirectory = makeDirectory();
  const postgres = await startEmbeddedPostgres({ dir: postgresDirectory });
  let pooler: PgBouncer | undefined;
  const stopPostgres = async (): Promise<void> => {
    await pooler?.stop();
    await postgres.stop();
    rmSync(postgresDirectory, { recursive: true, force: true });
  };
  try {
    const kafkaEnv = { ...commonEnv, KAFKA_BROKERS: brokers };
    const ownEnv = { ...kafkaEnv, DATABASE_URL: postgres.url };
    await runCommand(['migrate'], ownEnv);
    writeFileSync(path.join(directory, TOPICS_MADE), await runCommand(['topics', 'create'], ownEnv));
    const program = process.env.ORBWEAVER_E2E_POOLER;
    const poolerDirectory = path.join(directory, 'pgbouncer');
    pooler =
      program === undefined
        ? undefined
        : await PgBouncer.start({ program, target: postgres.url, poolSize: POOL_SIZE, directory: poolerDirectory });
    const storeEnv = pooler === undefined ? ownEnv : { ...ownEnv, DATABASE_URL: pooler.url, DATABASE_POOLER: 'true' };

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
