import { randomUUID } from 'node:crypto';
import { allTopics, type DeadLetter, services, topics } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { type Admin, type IHeaders, Kafka, type KafkaMessage, Partitioners } from 'kafkajs';
import { silentLog } from '../delivery/transport-options';
import type {
  DeadLetterRange,
  DeadLetterReading,
  ReplayedDeadLetters,
  ReplayOptions,
  StoredDeadLetter,
} from '../transport';
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
 * even after a replay.
 */
export async function readDeadLetters(
  access: KafkaAccess,
  visit: (stored: StoredDeadLetter) => Promise<void> | void,
  { from = '0', limit, signal }: DeadLetterRange = {},
): Promise<DeadLetterReading> {
  const first = positionOf(from);
  const enough = new AbortController();
  const end = AbortSignal.any([enough.signal, ...(signal === undefined ? [] : [signal])]);
  let visited = 0;
  const kafka = new Kafka(kafkaConfig(access, silentLog));
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = await admin.listTopics();
    let unreadable = 0;
    for (const [source, { topic, label }] of SOURCES.entries()) {
      if (source < first.source) continue;
      const name = (access.prefix ?? '') + topic.name;
      // An earlier release created only one of them.
      if (!existing.includes(name) && topic !== topics.deadLetters) continue;
      const start = source === first.source ? first.offset : 0n;
      const read = await readTopic({ kafka, admin, name, prefix: access.prefix ?? '', start, end }, async (stored) => {
        await visit({ ...stored, offset: label + stored.offset, writers: topic.publishers });
        visited += 1;
        if (visited === limit) enough.abort();
      });
      unreadable += read.unreadable;
      if (read.next !== undefined) return { unreadable, next: label + read.next };
    }
    return { unreadable };
  } finally {
    await admin.disconnect();
  }
}

function positionOf(offset: string): { source: number; offset: bigint } {
  // Every offset starts with the empty label, so the last match counts.
  const source = SOURCES.findLastIndex(({ label }) => offset.startsWith(label));
  return { source, offset: BigInt(offset.slice(SOURCES[source]!.label.length)) };
}

type ReadLetter = Pick<StoredDeadLetter, 'offset' | 'letter'>;

/** Offsets of a partition: the next to visit, and the end. */
interface Span {
  next: bigint;
  readonly high: bigint;
}

interface TopicReading {
  kafka: Kafka;
  admin: Admin;
  name: string;
  prefix: string;
  start: bigint;
  end: AbortSignal;
}

async function readTopic(
  { kafka, admin, name, prefix, start, end }: TopicReading,
  visit: (stored: ReadLetter) => Promise<void>,
): Promise<DeadLetterReading> {
  const offsets = await admin.fetchTopicOffsets(name);
  const open = new Map<number, Span>();
  for (const { partition, low, high } of offsets) {
    const next = BigInt(low) > start ? BigInt(low) : start;
    if (next < BigInt(high)) open.set(partition, { next, high: BigInt(high) });
  }
  if (open.size === 0) return { unreadable: 0 };
  if (end.aborted) return { unreadable: 0, next: firstOf(open) };
  // A separate group per call, so that concurrent readers do not share offsets.
  const groupId = `${prefix}${ADMIN_GROUP_PREFIX}${randomUUID()}`;
  const unreadable = await consume(kafka, { groupId, topic: name, open, end }, visit).catch(async (error: unknown) => {
    await admin.deleteGroups([groupId]).catch(() => undefined);
    throw error;
  });
  if (open.size > 0) {
    // The reading may have ended before the group existed.
    await admin.deleteGroups([groupId]).catch(() => undefined);
    return { unreadable, next: firstOf(open) };
  }
  await admin.deleteGroups([groupId]);
  return { unreadable };
}

function firstOf(open: ReadonlyMap<number, Span>): string {
  const [first] = [...open.values()].map(({ next }) => next).sort((a, b) => Number(a - b));
  return String(first);
}

/**
 * Republishes the `wanted` letters to their original topics. All handlers receive them again and must be idempotent.
 * Skips letters whose group does not subscribe to the topic or whose writer is not the service.
 */
export async function replayDeadLetters(
  access: KafkaAccess,
  wanted: (stored: StoredDeadLetter) => boolean,
  { onReplayed, ...range }: ReplayOptions = {},
): Promise<ReplayedDeadLetters> {
  const producer = new Kafka(kafkaConfig(access, silentLog)).producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const prefix = access.prefix ?? '';
  const { replayed, refused }: ReplayedDeadLetters = { replayed: [], refused: [] };
  await producer.connect();
  try {
    const visit = async (stored: StoredDeadLetter) => {
      const { topic, key, headers, value, group } = stored.letter;
      if (ephemeral.has(topic) || !wanted(stored)) return;
      if (!mayReplay(stored, prefix)) {
        refused.push({ offset: stored.offset, topic, group });
        return;
      }
      const messages = [{ key, headers, value: Buffer.from(value) }];
      await producer.send({ topic: prefix + topic, messages, acks: -1 });
      replayed.push({ offset: stored.offset, topic });
      onReplayed?.({ offset: stored.offset, topic });
    };
    const { next } = await readDeadLetters(access, visit, range);
    return { replayed, refused, ...(next === undefined ? {} : { next }) };
  } finally {
    await producer.disconnect();
  }
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

/** Visits the letters of `open` and removes read partitions from it. Returns the number of unreadable messages. */
async function consume(
  kafka: Kafka,
  { groupId, topic, open, end }: { groupId: string; topic: string; open: Map<number, Span>; end: AbortSignal },
  visit: (stored: ReadLetter) => Promise<void>,
): Promise<number> {
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false });
  await consumer.connect();
  let silence: NodeJS.Timeout | undefined;
  let unreadable = 0;
  try {
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      if (end.aborted) return resolve();
      end.addEventListener('abort', () => resolve(), { once: true });
      let hasFailed = false;
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
        const span = open.get(partition);
        const offset = BigInt(message.offset);
        if (span === undefined || offset < span.next || end.aborted || hasFailed) return;
        expectNews();
        try {
          const stored = offset < span.high ? await decode(message) : undefined;
          if (stored === 'unreadable') unreadable += 1;
          else if (stored !== undefined) await visit(stored);
        } catch (error) {
          hasFailed = true;
          reject(error);
          return;
        }
        span.next = offset + 1n;
        if (span.next >= span.high) open.delete(partition);
        if (open.size === 0) resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
      for (const [partition, { next }] of open) consumer.seek({ topic, partition, offset: String(next) });
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
