import { randomUUID } from 'node:crypto';
import type { Transport } from '../transport';
import { describeTransport } from '../transport-contract.spec-suite';
import { createTopics } from './create-topics';
import { createKafkaTransport } from './kafka-transport';

const brokers = process.env.KAFKA_BROKERS!.split(',');

describeTransport('Kafka', async (only, options) => {
  const access = { brokers, clientId: 'contract', prefix: `${randomUUID()}.` };
  await createTopics({ ...access, only });
  const transports: Transport[] = [];
  return {
    connect: () => {
      const transport = createKafkaTransport({
        ...access,
        ...options,
        log: (l, e, f) =>
          require('node:fs').appendFileSync(
            '/tmp/klog.txt',
            new Date().toISOString() +
              ' ' +
              l +
              ' ' +
              e +
              ' ' +
              JSON.stringify(f, (k, v) => (v instanceof Error ? v.message + ' / ' + v.cause : v)) +
              '\n',
          ),
      });
      transports.push(transport);
      return transport;
    },
    close: async () => {
      await Promise.all(transports.map((transport) => transport.close()));
    },
  };
});
