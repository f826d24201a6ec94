import path from 'node:path';
import { describeProcess, startBesideKafka, type Unstarted } from './beside-kafka';
import { runCommand } from './run-admin';
import type { Role } from './service-process';
import { egressEnv, frontierEnv, resultsEnv } from './settings';
import { BOOTSTRAP_KEY, System } from './system';
import { entryOf } from './workspace';

export interface RunningCluster {
  system: System;
  stop(): Promise<void>;
}

/** Every service in its own processes: two of each service that is meant to be replicated. */
export function startKafkaCluster(): Promise<RunningCluster> {
  return startBesideKafka(async (surroundings) => {
    const { directory, kafkaEnv, storeEnv } = surroundings;
    await runCommand(['migrate'], storeEnv);
    await runCommand(['topics', 'create'], storeEnv);
    const service = (role: Role, index: number, env: Record<string, string>): Promise<Unstarted> =>
      describeProcess(surroundings, {
        role,
        index,
        entry: entryOf(role),
        env: { ...env, ...egressEnv, DATA_DIR: path.join(directory, `${role}-${index}`) },
      });
    const gatewayEnv = { ...storeEnv, BOOTSTRAP_API_KEY: BOOTSTRAP_KEY };
    const system = await System.start('kafka', directory, [
      [
        await service('results', 0, { ...storeEnv, ...resultsEnv }),
        await service('renderer', 0, kafkaEnv),
        await service('renderer', 1, kafkaEnv),
        await service('frontier', 0, { ...storeEnv, ...frontierEnv }),
        await service('frontier', 1, { ...storeEnv, ...frontierEnv }),
        await service('gateway', 0, gatewayEnv),
        await service('gateway', 1, gatewayEnv),
      ],
    ]);
    return { system };
  });
}
