import { isBroker, startBroker, stopBroker } from './broker.mjs';

/**
 * A broker for the time of a test run: the one that KAFKA_BROKERS names, or one of our own on a temporary folder.
 * @returns {Promise<{ brokers: string, stop(): Promise<void> }>}
 */
export async function ensureKafka(options = {}) {
  const named = process.env.KAFKA_BROKERS;
  if (named) return { brokers: named, stop: async () => undefined };
  const broker = await startBroker(options);
  // A caller that ends without stop() leaves no broker behind.
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
