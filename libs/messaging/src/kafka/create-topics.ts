import { setTimeout as sleep } from 'node:timers/promises';
import { allTopics, namesOf, type Topic, type TopicId, topics } from '@orbweaver/contracts';
import { type Admin, ConfigResourceTypes, ConfigSource, Kafka, KafkaJSProtocolError } from 'kafkajs';
import { silentLog, type TransportLog } from '../delivery/transport-options';
import { type KafkaAccess, kafkaConfig } from './kafka-options';

export interface CreateTopicsOptions extends KafkaAccess {
  /** Default -1: the brokers' default. Existing topics are unchanged. */
  replicationFactor?: number;
  /** Includes their ephemeral siblings. Default: all. */
  only?: readonly TopicId[];
  /** Topics (without prefix) whose settings are all reset to the table's. Default: none. */
  reset?: 'all' | readonly string[];
  log?: TransportLog;
}

/** A change to a topic, or a difference that was kept. None if all topics match the table. */
export type TopicChange =
  | { topic: string; change: 'created' }
  | { topic: string; change: 'partitions-raised'; partitions: { before: number; after: number } }
  /** `before` is null if the topic had the brokers' default. */
  | { topic: string; change: 'configured'; settings: Record<string, { before: string | null; after: string }> }
  /**
   * A differing setting, changed by an operator or set by an earlier version; Kafka does not distinguish these.
   * `danger`: the consequence, absent if it only affects disk and time.
   */
  | { topic: string; change: 'kept'; setting: TopicSetting; value: string; ours: string; danger?: string };

type TopicSetting = 'retention.ms' | 'max.message.bytes' | 'segment.ms' | 'message.timestamp.type';

/** Keys, headers and record framing in addition to the maximum value size. */
const RECORD_OVERHEAD_BYTES = 128 * 1024;

/** Kafka deletes whole segments only, so an active segment would keep its first message. */
const EPHEMERAL_SEGMENT_MS = 60_000;

/** A starting broker on a busy machine loads hundreds of partitions one by one. */
const METADATA_TIMEOUT_MS = 120_000;

/**
 * Creates missing topics and adds missing partitions and settings to existing ones. Raises message size limits below
 * the table's; other existing settings are kept. Idempotent and safe to run concurrently.
 * @throws Error if `reset` contains an unknown topic
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
  new Error(`Unknown topic "${name}". Topics: ${allTopics.map((topic) => topic.name).join(', ')}.`);

function settingsOf(topic: Topic): Partial<Record<TopicSetting, string>> {
  return {
    'retention.ms': String(topic.retentionMs),
    'max.message.bytes': String(topic.maxMessageBytes + RECORD_OVERHEAD_BYTES),
    // Services compare their clocks with the brokers' and measure the age of messages by it.
    'message.timestamp.type': 'LogAppendTime',
    ...(topic.isEphemeral ? { 'segment.ms': String(EPHEMERAL_SEGMENT_MS) } : {}),
  };
}

/** A lower limit is never kept, because messages would be rejected. */
const isTooSmall = (setting: TopicSetting, value: string, ours: string): boolean =>
  setting === 'max.message.bytes' && Number(value) < Number(ours);

function dangerOf(topic: Topic, setting: TopicSetting, value: string, ours: string): { danger?: string } {
  if (setting === 'message.timestamp.type') return { danger: 'skewed clocks of services are not detected' };
  // Negative values mean no limit.
  const isMore = Number(value) < 0 || Number(value) > Number(ours);
  return isMore && topic.isEphemeral && setting !== 'max.message.bytes'
    ? { danger: 'pages with zero data retention are kept longer than promised' }
    : {};
}

async function create(admin: Admin, missing: Topic[], prefix: string, replication: number): Promise<TopicChange[]> {
  if (missing.length === 0) return [];
  // False if a concurrent run created a topic, which then exists as well.
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

/** Brokers learn of new partitions shortly after the controller; kafkajs's own wait fails until then. */
async function waitForPartitions(admin: Admin, wanted: Topic[], prefix: string): Promise<void> {
  for (const until = Date.now() + METADATA_TIMEOUT_MS; ; ) {
    try {
      const { topics: found } = await admin.fetchTopicMetadata({ topics: wanted.map((topic) => prefix + topic.name) });
      const isReady = wanted.every((topic) => {
        const partitions = found.find(({ name }) => name === prefix + topic.name)?.partitions ?? [];
        return partitions.length >= topic.partitions && partitions.every(({ leader }) => leader >= 0);
      });
      if (isReady) {
        // A new leader may still reject requests; this request fails like a publish would.
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
    // Ignores brokers' defaults, which are not set for the topic.
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
    // The request replaces all settings of the topic, so existing ones are repeated.
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
