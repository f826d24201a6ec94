import { randomUUID } from 'node:crypto';
import { allTopics, type DeadLetter, topics } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { type IHeaders, Kafka, type KafkaMessage, Partitioners } from 'kafkajs';
import { silentLog } from '../delivery/transport-options';
import { decodeMessage, splitValue } from '../wire/decode-message';
import { type KafkaAccess, kafkaConfig } from './kafka-options';

export interface StoredDeadLetter {
  /** Its place in the topic, by which an operator names it. */
  offset: string;
  letter: DeadLetter;
}

/** A broker that sends nothing for this long has failed; one message may be 65 MiB. */
const SILENCE_MS = 60_000;

/** Dead letters of ephemeral topics hold no message that could be sent. */
const replayable = new Set(allTopics.filter(({ isEphemeral }) => !isEphemeral).map(({ name }) => name));

/**
 * Visits the dead letters that lie in Kafka when it is called, oldest first and one at a time. They stay there until
 * the topic forgets them, also those that were replayed. Returns how many could not be read.
 */
export async function readDeadLetters(
  access: KafkaAccess,
  visit: (stored: StoredDeadLetter) => Promise<void> | void,
): Promise<number> {
  const kafka = new Kafka(kafkaConfig(access, silentLog));
  const topic = (access.prefix ?? '') + topics.deadLetters.name;
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(topic);
    const open = new Map(
      offsets
        .filter(({ low, high }) => BigInt(low) < BigInt(high))
        .map(({ partition, high }) => [partition, BigInt(high)]),
    );
    if (open.size === 0) return 0;
    // A group of its own: two operators may look at the same time, and neither moves what the other reads.
    const groupId = `${access.prefix ?? ''}orbweaver-admin-${randomUUID()}`;
    const unreadable = await consume(kafka, { groupId, topic, open }, visit).catch(async (error: unknown) => {
      // What failed first is to be told, whatever becomes of the group; it may never have been made.
      await admin.deleteGroups([groupId]).catch(() => undefined);
      throw error;
    });
    await admin.deleteGroups([groupId]);
    return unreadable;
  } finally {
    await admin.disconnect();
  }
}

/**
 * Sends those that are `wanted` to the topics they came from, unchanged. Every service of the topic gets them again,
 * also one that has handled them: handlers are idempotent. Returns what was sent.
 */
export async function replayDeadLetters(
  access: KafkaAccess,
  wanted: (stored: StoredDeadLetter) => boolean,
): Promise<{ offset: string; topic: string }[]> {
  const producer = new Kafka(kafkaConfig(access, silentLog)).producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const replayed: { offset: string; topic: string }[] = [];
  await producer.connect();
  try {
    await readDeadLetters(access, async (stored) => {
      const { topic, key, headers, value } = stored.letter;
      // A page may have taken over a renderer: its letters must not choose the topic that is written to.
      if (!replayable.has(topic) || !wanted(stored)) return;
      const messages = [{ key, headers, value: Buffer.from(value) }];
      await producer.send({ topic: (access.prefix ?? '') + topic, messages, acks: -1 });
      replayed.push({ offset: stored.offset, topic });
    });
  } finally {
    await producer.disconnect();
  }
  return replayed;
}

async function consume(
  kafka: Kafka,
  { groupId, topic, open }: { groupId: string; topic: string; open: Map<number, bigint> },
  visit: (stored: StoredDeadLetter) => Promise<void> | void,
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
        silence = setTimeout(() => reject(new Error(`no message of ${topic} came for ${SILENCE_MS} ms`)), SILENCE_MS);
      };
      expectNews();
      let hasBegun = false;
      consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
        // kafkajs asks a coordinator that is still loading again. After the first letter, a restart would visit letters twice.
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

async function decode({ offset, headers, value }: KafkaMessage): Promise<StoredDeadLetter | 'unreadable'> {
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
