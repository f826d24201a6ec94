import { randomUUID } from 'node:crypto';
import { allTopics, type DeadLetter, services, topics } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { type Admin, type IHeaders, Kafka, type KafkaMessage, Partitioners } from 'kafkajs';
import { silentLog } from '../delivery/transport-options';
import type { ReplayedDeadLetters, StoredDeadLetter } from '../transport';
import { decodeMessage, splitValue } from '../wire/decode-message';
import { ADMIN_GROUP_PREFIX, groupOf, type KafkaAccess, kafkaConfig } from './kafka-options';

/** One message may have 65 MiB. */
const SILENCE_MS = 60_000;

const replayable = allTopics.filter(({ isEphemeral }) => !isEphemeral);
const ephemeral = new Set(allTopics.filter(({ isEphemeral }) => isEphemeral).map(({ name }) => name));

/** Kafka does not record producers, so untrusted ones have a separate topic of dead letters. */
const SOURCES = [
  { topic: topics.deadLetters, label: '' },
  { topic: topics.rendererDeadLetters, label: 'renderer:' },
] as const;

/**
 * Visits the dead letters that exist now, one at a time, by topic, oldest first. They are kept until retention ends,
 * even after a replay. Returns the number of unreadable ones.
 */
export async function readDeadLetters(
  access: KafkaAccess,
  visit: (stored: StoredDeadLetter) => Promise<void> | void,
): Promise<number> {
  const kafka = new Kafka(kafkaConfig(access, silentLog));
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = await admin.listTopics();
    let unreadable = 0;
    for (const { topic, label } of SOURCES) {
      const name = (access.prefix ?? '') + topic.name;
      // An earlier release created only one of them.
      if (!existing.includes(name) && topic !== topics.deadLetters) continue;
      unreadable += await readTopic({ kafka, admin, name, prefix: access.prefix ?? '' }, (stored) =>
        visit({ ...stored, offset: label + stored.offset, writers: topic.publishers }),
      );
    }
    return unreadable;
  } finally {
    await admin.disconnect();
  }
}

type ReadLetter = Pick<StoredDeadLetter, 'offset' | 'letter'>;

async function readTopic(
  { kafka, admin, name, prefix }: { kafka: Kafka; admin: Admin; name: string; prefix: string },
  visit: (stored: ReadLetter) => Promise<void> | void,
): Promise<number> {
  const offsets = await admin.fetchTopicOffsets(name);
  const open = new Map(
    offsets
      .filter(({ low, high }) => BigInt(low) < BigInt(high))
      .map(({ partition, high }) => [partition, BigInt(high)]),
  );
  if (open.size === 0) return 0;
  // A separate group per call, so that concurrent readers do not share offsets.
  const groupId = `${prefix}${ADMIN_GROUP_PREFIX}${randomUUID()}`;
  const unreadable = await consume(kafka, { groupId, topic: name, open }, visit).catch(async (error: unknown) => {
    await admin.deleteGroups([groupId]).catch(() => undefined);
    throw error;
  });
  await admin.deleteGroups([groupId]);
  return unreadable;
}

/**
 * Republishes the `wanted` letters to their original topics. All handlers receive them again and must be idempotent.
 * Skips letters whose group does not subscribe to the topic or whose writer is not the service.
 */
export async function replayDeadLetters(
  access: KafkaAccess,
  wanted: (stored: StoredDeadLetter) => boolean,
): Promise<ReplayedDeadLetters> {
  const producer = new Kafka(kafkaConfig(access, silentLog)).producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const prefix = access.prefix ?? '';
  const { replayed, refused }: ReplayedDeadLetters = { replayed: [], refused: [] };
  await producer.connect();
  try {
    await readDeadLetters(access, async (stored) => {
      const { topic, key, headers, value, group } = stored.letter;
      if (ephemeral.has(topic) || !wanted(stored)) return;
      if (!mayReplay(stored, prefix)) {
        refused.push({ offset: stored.offset, topic, group });
        return;
      }
      const messages = [{ key, headers, value: Buffer.from(value) }];
      await producer.send({ topic: prefix + topic, messages, acks: -1 });
      replayed.push({ offset: stored.offset, topic });
    });
  } finally {
    await producer.disconnect();
  }
  return { replayed, refused };
}

/** A compromised renderer must not choose the target topic of its letters. */
function mayReplay({ letter, writers }: StoredDeadLetter, prefix: string): boolean {
  const service = services.find((name) => {
    const group = prefix + groupOf(name);
    return letter.group === group || letter.group.startsWith(`${group}.`);
  });
  if (service === undefined || !writers.includes(service)) return false;
  return replayable.some(({ name, handlers }) => name === letter.topic && handlers.includes(service));
}

async function consume(
  kafka: Kafka,
  { groupId, topic, open }: { groupId: string; topic: string; open: Map<number, bigint> },
  visit: (stored: ReadLetter) => Promise<void> | void,
): Promise<number> {
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false });
  await consumer.connect();
  let silence: NodeJS.Timeout | undefined;
  let unreadable = 0;
  try {
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      const expectNews = () => {
        clearTimeout(silence);
        silence = setTimeout(() => reject(new Error(`no message of ${topic} within ${SILENCE_MS} ms`)), SILENCE_MS);
      };
      expectNews();
      let hasBegun = false;
      consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
        // kafkajs retries a coordinator that is still loading. After the first letter, a restart would visit letters
        // twice.
        if (!restart || hasBegun) reject(error);
      });
      const eachMessage = async ({ partition, message }: { partition: number; message: KafkaMessage }) => {
        hasBegun = true;
        const high = open.get(partition);
        if (high === undefined) return;
        expectNews();
        try {
          const stored = BigInt(message.offset) < high ? await decode(message) : undefined;
          if (stored === 'unreadable') unreadable += 1;
          else if (stored !== undefined) await visit(stored);
        } catch (error) {
          reject(error);
          return;
        }
        if (BigInt(message.offset) + 1n >= high) open.delete(partition);
        if (open.size === 0) resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
    return unreadable;
  } finally {
    clearTimeout(silence);
    await consumer.disconnect();
  }
}

async function decode({ offset, headers, value }: KafkaMessage): Promise<ReadLetter | 'unreadable'> {
  try {
    const wire = splitValue(asText(headers), value ?? Buffer.alloc(0));
    return { offset, letter: (await decodeMessage(topics.deadLetters, wire)) as DeadLetter };
  } catch (error) {
    if (error instanceof PoisonedInputError) return 'unreadable';
    throw error;
  }
}

function asText(headers: IHeaders = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));
}
