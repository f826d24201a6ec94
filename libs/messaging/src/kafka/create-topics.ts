import { setTimeout as sleep } from 'node:timers/promises';
import { allTopics, namesOf, type Topic, type TopicId, topics } from '@orbweaver/contracts';
import { type Admin, ConfigResourceTypes, ConfigSource, Kafka, KafkaJSProtocolError } from 'kafkajs';
import { silentLog, type TransportLog } from '../delivery/transport-options';
import { type KafkaAccess, kafkaConfig } from './kafka-options';

export interface CreateTopicsOptions extends KafkaAccess {
  /** Default -1: what the brokers say. An existing topic keeps its own. */
  replicationFactor?: number;
  /** With their ephemeral siblings. Default: all. */
  only?: readonly TopicId[];
  /** Topics, by name without the prefix, whose settings become those of the table whatever they are. Default: none. */
  reset?: 'all' | readonly string[];
  log?: TransportLog;
}

/** What was done to a topic or left as it is; a run that finds the table's topics returns none. */
export type TopicChange =
  | { topic: string; change: 'created' }
  | { topic: string; change: 'partitions-raised'; partitions: { before: number; after: number } }
  /** `before` is null where the topic had the default of the brokers. */
  | { topic: string; change: 'configured'; settings: Record<string, { before: string | null; after: string }> }
  /**
   * A setting of the topic's own that is not the table's: an operator has changed it, or an earlier version had another,
   * which Kafka does not tell apart. `danger` is what that breaks; a matter of disk and time alone has none.
   */
  | { topic: string; change: 'kept'; setting: TopicSetting; value: string; ours: string; danger?: string };

type TopicSetting = 'retention.ms' | 'max.message.bytes' | 'segment.ms' | 'message.timestamp.type';

/** Keys, headers and the frame of a record come on top of what the table of topics allows for a value. */
const RECORD_OVERHEAD_BYTES = 128 * 1024;

/** Kafka deletes whole segments only: while one is still written to, its first message stays, however old. */
const EPHEMERAL_SEGMENT_MS = 60_000;

/** A broker that has just started, on a busy machine, takes up hundreds of partitions one by one. */
const METADATA_TIMEOUT_MS = 120_000;

/**
 * Makes the topics of the table that are missing, and gives those that exist the partitions and settings that they
 * lack: messages as large as the table allows among them, as Kafka would refuse them. Any other setting that a topic has
 * of its own stays. May be run at any time and by several at once.
 *
 * @throws Error when `reset` names a topic that is not in the table
 */
export async function createTopics(options: CreateTopicsOptions): Promise<TopicChange[]> {
  const admin = new Kafka(kafkaConfig(options, options.log ?? silentLog)).admin();
  const prefix = options.prefix ?? '';
  const only = options.only?.flatMap((id) => namesOf(topics[id]));
  const wanted = allTopics.filter(({ name }) => only?.includes(name) ?? true);
  const reset = options.reset === 'all' ? allTopics.map(({ name }) => name) : (options.reset ?? []);
  for (const name of reset) if (!allTopics.some((topic) => topic.name === name)) throw unknownTopic(name);
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = wanted.filter((topic) => !existing.has(prefix + topic.name));
    const present = wanted.filter((topic) => existing.has(prefix + topic.name));
    return [
      ...(await create(admin, missing, prefix, options.replicationFactor ?? -1)),
      ...(await raisePartitions(admin, present, prefix)),
      ...(await configure(admin, present, prefix, reset)),
    ];
  } finally {
    await admin.disconnect();
  }
}

const unknownTopic = (name: string) =>
  new Error(`There is no topic "${name}". There are ${allTopics.map((topic) => topic.name).join(', ')}.`);

function settingsOf(topic: Topic): Partial<Record<TopicSetting, string>> {
  return {
    'retention.ms': String(topic.retentionMs),
    'max.message.bytes': String(topic.maxMessageBytes + RECORD_OVERHEAD_BYTES),
    // Services compare their clocks with the brokers' clock and use it to measure how long a message has waited.
    'message.timestamp.type': 'LogAppendTime',
    ...(topic.isEphemeral ? { 'segment.ms': String(EPHEMERAL_SEGMENT_MS) } : {}),
  };
}

/** A limit below ours is no choice that can be kept: what a service publishes would be refused, and its work stop. */
const isTooSmall = (setting: TopicSetting, value: string, ours: string): boolean =>
  setting === 'max.message.bytes' && Number(value) < Number(ours);

function dangerOf(topic: Topic, setting: TopicSetting, value: string, ours: string): { danger?: string } {
  if (setting === 'message.timestamp.type') return { danger: 'skewed clocks of services are not detected' };
  // Below zero is without end.
  const isMore = Number(value) < 0 || Number(value) > Number(ours);
  return isMore && topic.isEphemeral && setting !== 'max.message.bytes'
    ? { danger: 'pages with zero data retention are kept for longer than callers are promised' }
    : {};
}

async function create(admin: Admin, missing: Topic[], prefix: string, replication: number): Promise<TopicChange[]> {
  if (missing.length === 0) return [];
  // False when another run has created one of them meanwhile: they exist all the same.
  await admin.createTopics({
    waitForLeaders: false,
    topics: missing.map((topic) => ({
      topic: prefix + topic.name,
      numPartitions: topic.partitions,
      replicationFactor: replication,
      configEntries: Object.entries(settingsOf(topic)).map(([name, value]) => ({ name, value })),
    })),
  });
  await waitForPartitions(admin, missing, prefix);
  return missing.map((topic) => ({ topic: prefix + topic.name, change: 'created' as const }));
}

/** Brokers learn of new partitions a moment after the controller has made them; kafkajs' own wait fails on that. */
async function waitForPartitions(admin: Admin, wanted: Topic[], prefix: string): Promise<void> {
  for (const until = Date.now() + METADATA_TIMEOUT_MS; ; ) {
    try {
      const { topics: found } = await admin.fetchTopicMetadata({ topics: wanted.map((topic) => prefix + topic.name) });
      const isReady = wanted.every((topic) => {
        const partitions = found.find(({ name }) => name === prefix + topic.name)?.partitions ?? [];
        return partitions.length >= topic.partitions && partitions.every(({ leader }) => leader >= 0);
      });
      if (isReady) {
        // A broker that is named as leader may not lead yet: then it refuses this request as it would refuse a message.
        for (const topic of wanted) await admin.fetchTopicOffsets(prefix + topic.name);
        return;
      }
      if (Date.now() > until) throw new Error('the new partitions have no leaders yet');
    } catch (error) {
      if (!(error instanceof KafkaJSProtocolError) || !error.retriable || Date.now() > until) throw error;
    }
    await sleep(100);
  }
}

async function raisePartitions(admin: Admin, present: Topic[], prefix: string): Promise<TopicChange[]> {
  if (present.length === 0) return [];
  const metadata = await admin.fetchTopicMetadata({ topics: present.map((topic) => prefix + topic.name) });
  const counts = new Map(metadata.topics.map(({ name, partitions }) => [name, partitions.length]));
  const few = present.filter((topic) => (counts.get(prefix + topic.name) ?? topic.partitions) < topic.partitions);
  if (few.length === 0) return [];
  await admin.createPartitions({
    topicPartitions: few.map((topic) => ({ topic: prefix + topic.name, count: topic.partitions })),
  });
  await waitForPartitions(admin, few, prefix);
  return few.map((topic) => ({
    topic: prefix + topic.name,
    change: 'partitions-raised' as const,
    partitions: { before: counts.get(prefix + topic.name)!, after: topic.partitions },
  }));
}

async function configure(
  admin: Admin,
  present: Topic[],
  prefix: string,
  reset: readonly string[],
): Promise<TopicChange[]> {
  if (present.length === 0) return [];
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: present.map((topic) => ({ type: ConfigResourceTypes.TOPIC, name: prefix + topic.name })),
  });
  const changes: TopicChange[] = [];
  for (const topic of present) {
    const name = prefix + topic.name;
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    // What is the brokers' default is nobody's choice for this topic.
    const own = new Map(
      entries
        .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
        .map((entry) => [entry.configName, entry.configValue]),
    );
    const settings: Record<string, { before: string | null; after: string }> = {};
    for (const [setting, ours] of Object.entries(settingsOf(topic)) as [TopicSetting, string][]) {
      const value = own.get(setting);
      if (value === ours) continue;
      if (value === undefined || isTooSmall(setting, value, ours) || reset.includes(topic.name)) {
        settings[setting] = { before: value ?? null, after: ours };
      } else {
        changes.push({ topic: name, change: 'kept', setting, value, ours, ...dangerOf(topic, setting, value, ours) });
      }
    }
    if (Object.keys(settings).length === 0) continue;
    // The request replaces all of a topic's own settings: those of the operator must be repeated.
    const all = new Map(own);
    for (const [setting, { after }] of Object.entries(settings)) all.set(setting, after);
    await admin.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: ConfigResourceTypes.TOPIC,
          name,
          configEntries: [...all].map(([key, value]) => ({ name: key, value })),
        },
      ],
    });
    changes.push({ topic: name, change: 'configured', settings });
  }
  return changes;
}
