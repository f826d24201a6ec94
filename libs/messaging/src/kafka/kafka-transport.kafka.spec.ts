import { randomUUID } from 'node:crypto';
import { describeTransport } from '../../test/contract/describe-transport';
import type { Transport } from '../transport';
import { createTopics } from './create-topics';
import { createKafkaTransport } from './kafka-transport';

const brokers = process.env.KAFKA_BROKERS!.split(',');

describeTransport('Kafka', async (only, options) => {
  const access = { brokers, clientId: 'contract', prefix: `${randomUUID()}.` };
  await createTopics({ ...access, only });
  const transports: Transport[] = [];
  return {
    connect: () => {
      const transport = createKafkaTransport({ ...access, ...options });
      transports.push(transport);
      return transport;
    },
    close: async () => {
      await Promise.all(transports.map((transport) => transport.close()));
    },
  };
});
