import { randomUUID } from 'node:crypto';
import { topics } from '@orbweaver/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { startJob } from '../../test/messages';
import { readConsumerGroups } from './consumer-groups';
import { createTopics } from './create-topics';
import { createKafkaTransport } from './kafka-transport';

const brokers = process.env.KAFKA_BROKERS!.split(',');
const access = { brokers, clientId: 'consumer-groups', prefix: `${randomUUID()}.` };
const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
const transport = createKafkaTransport(access);

beforeAll(() => createTopics({ ...access, only: ['jobCommands'] }));
afterAll(() => transport.close());

/** Joins a group, commits the first message of the topic and stays connected. */
async function join(groupId: string) {
  const consumer = kafka.consumer({ groupId });
  await consumer.connect();
  const topic = access.prefix + topics.jobCommands.name;
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const eachMessage = async ({ partition, message }: { partition: number; message: { offset: string } }) => {
      if (message.offset !== '0') return;
      await consumer.commitOffsets([{ topic, partition, offset: '1' }]);
      resolve();
    };
    consumer.run({ autoCommit: false, eachMessage }).catch(reject);
  });
  return consumer;
}

describe('readConsumerGroups', () => {
  it('returns the replicas and the lag of each service of the installation', async () => {
    for (let n = 0; n < 3; n += 1) await transport.publisher.publish('jobCommands', 'key', startJob());
    const group = `${access.prefix}orbweaver.frontier`;
    const own = await join(group);
    const foreign = await join(`other.${group}`);
    try {
      const found = { group, service: 'frontier', isShared: true, state: 'Stable', members: 1, lag: 2 };
      expect(await readConsumerGroups(access)).toEqual([found]);
      expect(await transport.brokerOperations!.readConsumerGroups()).toEqual([found]);
      await own.disconnect();
      expect(await readConsumerGroups(access)).toEqual([{ ...found, state: 'Empty', members: 0 }]);
    } finally {
      await foreign.disconnect();
    }
  });
});
