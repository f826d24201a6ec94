import { createKafkaTransport } from '@orbweaver/messaging';
import { adminEnv } from './run-admin';
import type { System } from './system';

/** Publishes to `job.settled` a message that does not parse, which becomes a dead letter of results. */
export async function publishInvalidMessage(system: System, key: string): Promise<void> {
  const brokers = adminEnv(system).KAFKA_BROKERS!.split(',');
  const transport = createKafkaTransport({ brokers, clientId: 'e2e' });
  const invalid = { type: 'JobSettled', jobId: 'not an id' } as never;
  await transport.publisher.publish('jobSettled', key, invalid).finally(() => transport.close());
}
