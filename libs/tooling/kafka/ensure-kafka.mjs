import { isBroker, startBroker, stopBroker } from './broker.mjs';

/**
 * A broker for a test run: that of KAFKA_BROKERS, otherwise a new one in a temporary folder.
 * @returns {Promise<{ brokers: string, stop(): Promise<void> }>}
 */
export async function ensureKafka(options = {}) {
  const named = process.env.KAFKA_BROKERS;
  if (named) return { brokers: named, stop: async () => undefined };
  const broker = await startBroker(options);
  // Also when the caller exits without stop().
  const kill = () => isBroker(broker.pid) && process.kill(broker.pid, 'SIGKILL');
  process.once('exit', kill);
  return {
    brokers: broker.brokers,
    stop: async () => {
      process.removeListener('exit', kill);
      await stopBroker(broker);
    },
  };
}
