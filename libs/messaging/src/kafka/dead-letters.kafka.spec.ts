import { randomUUID } from 'node:crypto';
import { type DeadLetter, topics } from '@orbweaver/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { pageDocument, startJob } from '../../test/messages';
import type { StoredDeadLetter } from '../transport';
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
    expect(await readDeadLetters(access, () => undefined)).toBe(1);

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
