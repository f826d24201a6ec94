import { randomUUID } from 'node:crypto';
import { allTopics } from '@orbweaver/contracts';
import { ConfigResourceTypes, ConfigSource, Kafka, logLevel } from 'kafkajs';
import { createTopics } from './create-topics';

const brokers = process.env.KAFKA_BROKERS!.split(',');

const BROKER_TIME = { 'message.timestamp.type': 'LogAppendTime' };

describe('createTopics', () => {
  const access = { brokers, clientId: 'create-topics', prefix: `${randomUUID()}.` };
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();

  beforeAll(() => admin.connect());
  afterAll(() => admin.disconnect());

  it('creates missing topics and changes nothing when run again', async () => {
    const changes = await createTopics(access);
    expect(changes).toHaveLength(allTopics.length);
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['created']));
    expect(await createTopics(access)).toEqual([]);
  });

  it('deletes messages with zero data retention after minutes, even from the active segment', async () => {
    const ephemeral = allTopics.filter(({ isEphemeral }) => isEphemeral);
    expect(ephemeral).toHaveLength(8);
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

  it('creates each topic once in two concurrent runs', async () => {
    const twice = { ...access, prefix: `${randomUUID()}.`, only: ['jobCommands', 'jobChanged'] as const };
    await Promise.all([createTopics(twice), createTopics(twice)]);
    expect(await createTopics(twice)).toEqual([]);
  });

  it('adds partitions, sets missing settings, keeps those of an operator and reports each change', async () => {
    const { topic, own, run } = await makeTopic('job.commands', {
      'retention.ms': '1000',
      'compression.type': 'gzip',
    });
    const kept = { topic, change: 'kept', setting: 'retention.ms', value: '1000', ours: '86400000' };
    expect(await run()).toEqual([
      { topic, change: 'partitions-raised', partitions: { before: 1, after: 12 } },
      kept,
      {
        topic,
        change: 'configured',
        settings: {
          'max.message.bytes': { before: null, after: '1179648' },
          'message.timestamp.type': { before: null, after: 'LogAppendTime' },
        },
      },
    ]);
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    expect(topics[0]!.partitions).toHaveLength(12);
    expect(await own()).toEqual({
      'retention.ms': '1000',
      'compression.type': 'gzip',
      'max.message.bytes': '1179648',
      ...BROKER_TIME,
    });
    expect(await run()).toEqual([kept]);
  });

  it.each([
    ['job.commands', 'retention.ms', '1000', undefined],
    ['job.commands', 'max.message.bytes', '2000000', undefined],
    ['direct.reply', 'retention.ms', '1000', undefined],
    ['direct.reply', 'retention.ms', '-1', 'pages with zero data retention are kept longer than promised'],
    ['job.commands', 'message.timestamp.type', 'CreateTime', 'skewed clocks of services are not detected'],
    ['direct.reply', 'segment.ms', '3600000', 'pages with zero data retention are kept longer than promised'],
  ] as const)(`explains for %s what keeping %s=%s breaks`, async (name, setting, value, danger) => {
    const { run } = await makeTopic(name, { [setting]: value });
    const kept = (await run()).filter(({ change }) => change === 'kept');
    expect(kept).toHaveLength(1);
    const text = danger === undefined ? {} : { danger: expect.stringContaining(danger) };
    expect(kept[0]).toEqual({ ...kept[0], setting, value, ...text });
    expect('danger' in kept[0]!).toBe(danger !== undefined);
  });

  it('raises a message size limit of an earlier version, which would reject current messages', async () => {
    const { topic, own, run } = await makeTopic('job.commands', {
      'retention.ms': '86400000',
      'max.message.bytes': '655360',
      ...BROKER_TIME,
    });
    const settings = { 'max.message.bytes': { before: '655360', after: '1179648' } };
    expect(await run()).toContainEqual({ topic, change: 'configured', settings });
    expect(await own()).toEqual({ 'retention.ms': '86400000', 'max.message.bytes': '1179648', ...BROKER_TIME });
    expect(await run()).toEqual([]);
  });

  it('rejects an unknown topic to reset', async () => {
    await expect(createTopics({ ...access, reset: ['render.bluk'] })).rejects.toThrow(
      'Unknown topic "render.bluk". Topics: job.commands, ',
    );
  });

  it('resets the settings of the named topic only', async () => {
    const { topic, own, run } = await makeTopic('dead.letters', {
      'retention.ms': '1000',
      'compression.type': 'gzip',
      'max.message.bytes': '99000000',
      ...BROKER_TIME,
    });
    expect((await run({ reset: ['job.commands'] })).map(({ change }) => change)).toEqual(['kept', 'kept']);
    const settings = { 'retention.ms': '1209600000', 'max.message.bytes': '68288512' };
    expect(await run({ reset: ['dead.letters'] })).toEqual([
      {
        topic,
        change: 'configured',
        settings: {
          'retention.ms': { before: '1000', after: settings['retention.ms'] },
          'max.message.bytes': { before: '99000000', after: settings['max.message.bytes'] },
        },
      },
    ]);
    expect(await own()).toEqual({ ...settings, 'compression.type': 'gzip', ...BROKER_TIME });
    expect(await run()).toEqual([]);
  });

  const ids = { 'job.commands': 'jobCommands', 'dead.letters': 'deadLetters', 'direct.reply': 'directReply' } as const;

  async function makeTopic(name: keyof typeof ids, settings: Record<string, string>) {
    const prefix = `${randomUUID()}.`;
    const topic = prefix + name;
    const configEntries = Object.entries(settings).map(([key, value]) => ({ name: key, value }));
    await admin.createTopics({ waitForLeaders: false, topics: [{ topic, numPartitions: 1, configEntries }] });
    while (!(await admin.listTopics()).includes(topic)) await new Promise(setImmediate);
    return {
      topic,
      run: (options: { reset?: string[] } = {}) => createTopics({ ...access, prefix, only: [ids[name]], ...options }),
      own: async () => {
        const { resources } = await admin.describeConfigs({
          includeSynonyms: false,
          resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
        });
        return Object.fromEntries(
          resources[0]!.configEntries
            .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
            .map(({ configName, configValue }) => [configName, configValue]),
        );
      },
    };
  }
});
