import { startKafkaCluster } from './start-kafka-cluster';
import { startStandalone } from './start-standalone';

/** One system for all suites of a run, which run in sequence (maxWorkers 1). */
export default async function globalSetup(): Promise<void> {
  const kind = process.env.ORBWEAVER_E2E;
  // Its suites start their own systems.
  if (kind === 'images') return;
  if (kind !== 'standalone' && kind !== 'kafka') {
    throw new Error('ORBWEAVER_E2E must be standalone, kafka or images');
  }
  const running = kind === 'kafka' ? await startKafkaCluster() : await startOne();
  running.system.share();
  Object.assign(globalThis, { stopSystemUnderTest: running.stop });
}

async function startOne() {
  const system = await startStandalone();
  return { system, stop: () => system.stop() };
}
