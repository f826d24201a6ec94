import { randomUUID } from 'node:crypto';
import { allTopics } from '@orbweaver/contracts';
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { createTopics } from './create-topics';

const brokers = process.env.KAFKA_BROKERS!.split(',');

describe('createTopics', () => {
  const access = { brokers, clientId: 'create-topics', prefix: `${randomUUID()}.` };
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();

  beforeAll(() => admin.connect());
  afterAll(() => admin.disconnect());

  it('creates what is missing and changes nothing when run again', async () => {
    const changes = await createTopics(access);
    expect(changes).toHaveLength(allTopics.length);
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['created']));
    expect(await createTopics(access)).toEqual([]);
  });

  it('lets Kafka keep pages with zeroDataRetention for minutes, though their topic is written to', async () => {
    const ephemeral = allTopics.filter(({ isEphemeral }) => isEphemeral);
    expect(ephemeral).toHaveLength(6);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: ephemeral.map(({ name }) => ({
        type: ConfigResourceTypes.TOPIC,
        name: access.prefix + name,
        configNames: ['retention.ms', 'segment.ms', 'cleanup.policy'],
      })),
    });
    for (const { configEntries } of resources) {
      const settings = Object.fromEntries(
        configEntries.map(({ configName, configValue }) => [configName, configValue]),
      );
      expect(settings).toEqual({ 'retention.ms': '600000', 'segment.ms': '60000', 'cleanup.policy': 'delete' });
    }
  });

  it('lets two runs at once create each topic once', async () => {
    const twice = { ...access, prefix: `${randomUUID()}.`, only: ['jobCommands', 'jobChanged'] as const };
    await Promise.all([createTopics(twice), createTopics(twice)]);
    expect(await createTopics(twice)).toEqual([]);
  });

  it('raises partitions, corrects its settings and keeps those of the operator', async () => {
    const prefix = `${randomUUID()}.`;
    const topic = `${prefix}job.commands`;
    const own = { name: 'compression.type', value: 'gzip' };
    await admin.createTopics({
      waitForLeaders: false,
      topics: [{ topic, numPartitions: 1, configEntries: [{ name: 'retention.ms', value: '1000' }, own] }],
    });
    while (!(await admin.listTopics()).includes(topic)) await new Promise(setImmediate);
    expect(await createTopics({ ...access, prefix, only: ['jobCommands'] })).toEqual([
      { topic, change: 'partitions-raised' },
      { topic, change: 'configured', settings: { 'retention.ms': '86400000', 'max.message.bytes': '1179648' } },
    ]);
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    expect(topics[0]!.partitions).toHaveLength(12);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: topic, configNames: [own.name] }],
    });
    expect(resources[0]!.configEntries[0]!.configValue).toBe(own.value);
  });
});
