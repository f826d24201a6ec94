import { randomBytes, randomUUID } from 'node:crypto';
import { type MessageOf, topics } from '@orbweaver/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { numberOf, pageOutcome } from '../../test/messages';
import { decodeMessage, splitValue } from '../wire/decode-message';
import { createKafkaTransport } from './kafka-transport';

const brokers = process.env.KAFKA_BROKERS!.split(',');
const access = { brokers, clientId: 'publisher', prefix: `${randomUUID()}.` };
const topic = access.prefix + topics.pageOutcomes.name;
const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
const admin = kafka.admin();
const transport = createKafkaTransport(access);

/** Fits a few small messages, so that a batch can exceed it. */
const MAX_BYTES = 4096;

beforeAll(async () => {
  await admin.connect();
  const configEntries = [{ name: 'max.message.bytes', value: String(MAX_BYTES) }];
  await admin.createTopics({ topics: [{ topic, numPartitions: 1, configEntries }] });
});
afterAll(async () => {
  await transport.close();
  await admin.disconnect();
});

async function stored(count: number): Promise<number[]> {
  const consumer = kafka.consumer({ groupId: randomUUID() });
  const numbers: number[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    void consumer.run({
      eachMessage: async ({ message: { value, headers = {} } }) => {
        const plain = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]));
        const message = await decodeMessage(topics.pageOutcomes, splitValue(plain, value!)).catch(reject);
        numbers.push(numberOf(message as MessageOf<'pageOutcomes'>));
        if (numbers.length >= count) resolve();
      },
    });
  });
  await consumer.disconnect();
  return numbers;
}

describe('a broker with a lower size limit than the topic', () => {
  it('rejects only the message that is too large and keeps the order of the others', async () => {
    const jobId = randomUUID();
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    const LARGE = 23;
    const outlinks = Array.from({ length: 200 }, () => `https://example.com/${randomBytes(32).toString('hex')}`);
    const ends = await Promise.allSettled(
      numbers.map((n) => {
        const message = pageOutcome(jobId, n);
        return transport.publisher.publish('pageOutcomes', jobId, n === LARGE ? { ...message, outlinks } : message);
      }),
    );
    const failed = ends.flatMap((end, n) => (end.status === 'rejected' ? [[n, end.reason.name]] : []));
    expect(failed).toEqual([[LARGE, 'MessageTooLargeError']]);
    const others = numbers.filter((n) => n !== LARGE);
    expect(await stored(others.length)).toEqual(others);
  });
});
