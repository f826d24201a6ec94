import { allTopics } from '@orbweaver/contracts';
import { createKafkaTransport } from '@orbweaver/messaging';

/** Messages of the topics with a retention of hours or more. */
export interface RecordedTopics {
  messages: readonly { topic: string; bytes: Buffer }[];
  close(): Promise<void>;
}

/** Records every message after it resolves. */
export async function recordDurableTopics(brokers: string): Promise<RecordedTopics> {
  const transport = createKafkaTransport({ brokers: brokers.split(','), clientId: 'e2e' });
  const consumer = transport.consumer({ service: 'e2e', audience: 'each' });
  const messages: { topic: string; bytes: Buffer }[] = [];
  for (const topic of allTopics) {
    if (topic.isEphemeral) continue;
    const note = async (message: object) => void messages.push({ topic: topic.name, bytes: bytesOf(message) });
    consumer.addHandler(topic.name, note, true);
  }
  await new Promise<void>((resolve, reject) =>
    consumer.listen((error) => (error === undefined ? resolve() : reject(error))),
  );
  return {
    messages,
    close: async () => {
      await consumer.close();
      await transport.close();
    },
  };
}

/** The JSON of a message, followed by its bytes fields. */
function bytesOf(message: object): Buffer {
  const fields = Object.values(message);
  const binary = fields.filter((value): value is Uint8Array => value instanceof Uint8Array);
  const rest = fields.filter((value) => !(value instanceof Uint8Array));
  return Buffer.concat([Buffer.from(JSON.stringify(rest)), ...binary]);
}
