import { randomUUID } from 'node:crypto';
import { type DeadLetter, topics } from '@orbweaver/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { pageDocument, startJob } from '../../test/messages';
import type { DeadLetterRange, StoredDeadLetter } from '../transport';
import { decodeMessage, splitValue } from '../wire/decode-message';
import { encodeMessage } from '../wire/encode-message';
import { joinParts } from '../wire/wire-message';
import { createTopics } from './create-topics';
import { readDeadLetters, replayDeadLetters } from './dead-letters';
import { createKafkaTransport } from './kafka-transport';

const brokers = process.env.KAFKA_BROKERS!.split(',');
const access = { brokers, clientId: 'dead-letters', prefix: `${randomUUID()}.` };
const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
const transport = createKafkaTransport(access);

beforeAll(() =>
  createTopics({ ...access, only: ['deadLetters', 'rendererDeadLetters', 'jobCommands', 'documentsBulk'] }),
);
afterAll(() => transport.close());

async function letterOf(
  topic: 'jobCommands' | 'documentsBulk',
  message: object,
  key: string,
  service = 'results',
): Promise<DeadLetter> {
  const wire = await encodeMessage(topics[topic], message);
  return {
    type: 'DeadLetter',
    topic: topics[topic].name,
    key,
    group: `${access.prefix}orbweaver.${service}`,
    headers: { ...wire.headers },
    error: 'Error: broken',
    attempts: 3,
    failedAt: Date.now(),
    value: joinParts(wire),
  };
}

async function list(): Promise<StoredDeadLetter[]> {
  const found: StoredDeadLetter[] = [];
  await readDeadLetters(access, (stored) => void found.push(stored));
  return found;
}

async function read(topic: 'jobCommands' | 'documentsBulk', count: number) {
  const consumer = kafka.consumer({ groupId: randomUUID() });
  const found: { key: string; message: unknown }[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [access.prefix + topics[topic].name], fromBeginning: true });
  await new Promise<void>((resolve) => {
    const eachMessage = async ({
      message: { key, value, headers = {} },
    }: {
      message: import('kafkajs').KafkaMessage;
    }) => {
      const plain = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]));
      found.push({ key: String(key), message: await decodeMessage(topics[topic], splitValue(plain, value!)) });
      if (found.length === count) resolve();
    };
    void consumer.run({ eachMessage });
  });
  await consumer.disconnect();
  return found;
}

describe('dead letters', () => {
  it('lists dead letters in order, keeps them, and replays them unchanged', async () => {
    expect(await list()).toEqual([]);
    const command = startJob();
    const document = pageDocument(Buffer.alloc(100_000, 7));
    const hostile = { ...(await letterOf('jobCommands', command, 'x')), topic: 'somebody.elses' };
    const letters = [
      await letterOf('jobCommands', command, command.jobId),
      hostile,
      await letterOf('documentsBulk', document, document.pageId),
    ];
    for (const letter of letters) await transport.publisher.publish('deadLetters', letter.key!, letter);
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic: `${access.prefix}dead.letters`, messages: [{ value: 'no letter' }] });
    await producer.disconnect();

    const found = await list();
    expect(found.map(({ offset, letter }) => [offset, letter.topic, letter.key])).toEqual([
      ['0', 'job.commands', command.jobId],
      ['1', 'somebody.elses', 'x'],
      ['2', 'documents.bulk', document.pageId],
    ]);
    expect(await readDeadLetters(access, () => undefined)).toEqual({ unreadable: 1 });

    expect(await replayDeadLetters(access, ({ offset }) => offset === '2')).toEqual({
      replayed: [{ offset: '2', topic: 'documents.bulk' }],
      refused: [],
    });
    const [again] = await read('documentsBulk', 1);
    expect(again).toEqual({ key: document.pageId, message: document });
    const { replayed, refused } = await replayDeadLetters(access, () => true);
    expect(replayed.map(({ offset }) => offset)).toEqual(['0', '2']);
    expect(refused).toEqual([{ offset: '1', topic: 'somebody.elses', group: hostile.group }]);
    expect(await read('jobCommands', 1)).toEqual([{ key: command.jobId, message: command }]);
    expect(await list()).toHaveLength(3);
  });

  it.each([
    ['deadLetters', 'frontier', 'documentsBulk', 'the consumer group does not subscribe to the topic'],
    ['deadLetters', 'renderer', 'jobCommands', 'the consumer group does not subscribe to the topic'],
    ['deadLetters', 'unknown', 'jobCommands', 'no service has the consumer group'],
    ['rendererDeadLetters', 'frontier', 'jobCommands', 'a renderer wrote it for another service'],
  ] as const)('in %s of group %s are not replayed to %s: %s', async (letters, service, topic, _) => {
    const message = topic === 'jobCommands' ? startJob() : pageDocument(Buffer.alloc(1));
    const letter = await letterOf(topic, message, randomUUID(), service);
    await transport.publisher.publish(letters, letter.key!, letter);
    const { replayed, refused } = await replayDeadLetters(access, ({ letter: { key } }) => key === letter.key);
    expect(replayed).toEqual([]);
    expect(refused).toEqual([
      {
        offset: expect.stringMatching(letters === 'deadLetters' ? /^\d+$/ : /^renderer:\d+$/),
        topic: letter.topic,
        group: letter.group,
      },
    ]);
  });

  describe('in part', () => {
    const own = { ...access, prefix: `${randomUUID()}.` };
    const publisher = createKafkaTransport(own);
    const offsetsOf = async (range: DeadLetterRange) => {
      const offsets: string[] = [];
      const { next } = await readDeadLetters(own, ({ offset }) => void offsets.push(offset), range);
      return [offsets, next];
    };

    beforeAll(async () => {
      await createTopics({ ...own, only: ['deadLetters', 'rendererDeadLetters', 'jobCommands'] });
      for (const topic of ['deadLetters', 'deadLetters', 'deadLetters', 'rendererDeadLetters'] as const) {
        const letter = await letterOf('jobCommands', startJob(), 'x', 'frontier');
        await publisher.publisher.publish(topic, 'x', { ...letter, group: `${own.prefix}orbweaver.frontier` });
      }
    });
    afterAll(() => publisher.close());

    it.each<[string, DeadLetterRange, string[], string | undefined]>([
      ['all', {}, ['0', '1', '2', 'renderer:0'], undefined],
      ['up to a limit', { limit: 2 }, ['0', '1'], '2'],
      ['up to the end of a topic', { limit: 3 }, ['0', '1', '2'], 'renderer:0'],
      ['from an offset', { from: '1' }, ['1', '2', 'renderer:0'], undefined],
      ['one', { from: '1', limit: 1 }, ['1'], '2'],
      ['from an offset of renderers', { from: 'renderer:0' }, ['renderer:0'], undefined],
      ['from an offset after the last', { from: 'renderer:1' }, [], undefined],
      ['none after an abort', { signal: AbortSignal.abort() }, [], '0'],
    ])('are read: %s', async (_, range, offsets, next) => {
      expect(await offsetsOf(range)).toEqual([offsets, next]);
    });

    it('are replayed up to an abort, with the letter in progress', async () => {
      const caller = new AbortController();
      const noted: string[] = [];
      const { replayed, next } = await replayDeadLetters(
        own,
        ({ offset }) => {
          if (offset === '1') caller.abort();
          return true;
        },
        { signal: caller.signal, onReplayed: ({ offset }) => void noted.push(offset) },
      );
      expect([replayed.map(({ offset }) => offset), next]).toEqual([['0', '1'], '2']);
      expect(noted).toEqual(['0', '1']);
    });

    it('are reported one by one to the caller of a replay that fails midway', async () => {
      const noted: string[] = [];
      const replay = replayDeadLetters(
        own,
        ({ offset }) => {
          if (offset === '1') throw broken;
          return true;
        },
        { onReplayed: ({ offset }) => void noted.push(offset) },
      );
      await expect(replay).rejects.toBe(broken);
      expect(noted).toEqual(['0']);
    });
  });

  const broken = new Error('no more paper');
  const fail = () => expect(readDeadLetters(access, () => Promise.reject(broken))).rejects.toBe(broken);

  it('stops reading dead letters with the error of the visitor', fail);

  it.each([
    ['were read', list],
    ['are not read to the end', fail],
  ])('leaves no consumer group behind when dead letters %s', async (_, look) => {
    await look();
    const admin = kafka.admin();
    await admin.connect();
    const { groups } = await admin.listGroups();
    await admin.disconnect();
    expect(groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(access.prefix))).toEqual([]);
  });
});
