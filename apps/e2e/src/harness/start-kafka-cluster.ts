import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeProcess, type KafkaEnvironment, type ProcessDescription, startWithKafka } from './kafka-environment';
import { PgBouncer } from './pg-bouncer';
import { runCommand } from './run-admin';
import type { Role } from './service-process';
import { egressEnv, frontierEnv, gatewayEnv, resultsEnv } from './settings';
import { System } from './system';
import { entryOf } from './workspace';

/** Output of `orbweaver topics create`; a broker may have had some topics before. */
export const TOPICS_MADE = 'topics-made.txt';

/** Connections of PgBouncer to Postgres. */
const POOL_SIZE = 10;

export interface RunningCluster {
  system: System;
  stop(): Promise<void>;
}

/**
 * Starts every service in separate processes, replicated ones twice. With ORBWEAVER_E2E_POOLER (a path) they use
 * PgBouncer.
 */
export function startKafkaCluster(): Promise<RunningCluster> {
  return startWithKafka(async (environment) => {
    const { directory, kafkaEnv } = environment;
    await runCommand(['migrate'], environment.storeEnv);
    writeFileSync(path.join(directory, TOPICS_MADE), await runCommand(['topics', 'create'], environment.storeEnv));
    const storeEnv = await storeEnvOf(environment);
    const service = (role: Role, index: number, env: Record<string, string>): Promise<ProcessDescription> =>
      describeProcess(environment, {
        role,
        index,
        entry: entryOf(role),
        env: { ...env, ...egressEnv, DATA_DIR: path.join(directory, `${role}-${index}`) },
      });
    const system = await System.start('kafka', directory, [
      [
        await service('results', 0, { ...storeEnv, ...resultsEnv }),
        await service('renderer', 0, kafkaEnv),
        await service('renderer', 1, kafkaEnv),
        await service('frontier', 0, { ...storeEnv, ...frontierEnv }),
        await service('frontier', 1, { ...storeEnv, ...frontierEnv }),
        await service('gateway', 0, { ...storeEnv, ...gatewayEnv }),
        await service('gateway', 1, { ...storeEnv, ...gatewayEnv }),
      ],
    ]);
    return { system };
  });
}

async function storeEnvOf({ directory, storeEnv, intermediaries }: KafkaEnvironment): Promise<Record<string, string>> {
  const program = process.env.ORBWEAVER_E2E_POOLER;
  if (program === undefined) return storeEnv;
  const pooler = await PgBouncer.start({
    program,
    target: storeEnv.DATABASE_URL!,
    poolSize: POOL_SIZE,
    directory: path.join(directory, 'pgbouncer'),
  });
  intermediaries.push(pooler);
  return { ...storeEnv, DATABASE_URL: pooler.url, DATABASE_POOLER: 'true' };
}
