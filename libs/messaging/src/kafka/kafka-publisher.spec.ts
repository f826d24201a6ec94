import { setTimeout as pause } from 'node:timers/promises';
import { topics } from '@orbweaver/contracts';
import type { Producer, ProducerRecord } from 'kafkajs';
import { pageOutcome, startJob } from '../../test/messages';
import { KafkaPublisher } from './kafka-publisher';

const requests: { topic: string; messages: number }[] = [];
const producer = {
  connect: async () => undefined,
  disconnect: async () => undefined,
  send: async ({ topic, messages }: ProducerRecord) => {
    requests.push({ topic, messages: messages.length });
    return [];
  },
} as unknown as Producer;

describe('KafkaPublisher', () => {
  beforeEach(() => {
    requests.length = 0;
  });

  it('sends what is published within the linger of a topic in one request', async () => {
    const publisher = new KafkaPublisher(producer, 'p.');
    const sent: Promise<void>[] = [];
    for (let count = 0; count < 3; count += 1) {
      sent.push(publisher.publish('pageOutcomes', 'a', pageOutcome('a', 1)));
      await pause((topics.pageOutcomes.lingerMs ?? 0) / 10);
    }
    expect(requests).toEqual([]);
    await Promise.all(sent);
    expect(requests).toEqual([{ topic: 'p.page.outcomes', messages: 3 }]);
  });

  it('sends at once what a caller may wait for', async () => {
    const publisher = new KafkaPublisher(producer, '');
    await publisher.publish('jobCommands', 'a', startJob());
    await publisher.publish('jobCommands', 'a', startJob());
    expect(requests).toEqual([
      { topic: 'job.commands', messages: 1 },
      { topic: 'job.commands', messages: 1 },
    ]);
  });

  it('closes when what lingers was sent', async () => {
    const publisher = new KafkaPublisher(producer, '');
    const sent = publisher.publish('pageOutcomes', 'a', pageOutcome('a', 1));
    await publisher.close();
    expect(requests).toHaveLength(1);
    await sent;
  });
});
