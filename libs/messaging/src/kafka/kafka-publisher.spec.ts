import { until } from '@orbweaver/testing';
import type { Producer, ProducerRecord } from 'kafkajs';
import { gate } from '../../test/gate';
import { jobSettled } from '../../test/messages';
import { ReferenceClock } from '../delivery/reference-clock';
import { KafkaPublisher } from './kafka-publisher';

const LARGE = 'job-large';

function refusingBroker(type: string) {
  const stored: string[] = [];
  const producer = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    send: async ({ messages }: ProducerRecord) => {
      const keys = messages.map(({ key }) => String(key));
      if (keys.includes(LARGE)) throw Object.assign(new Error('refused'), { type });
      stored.push(...keys);
      return [];
    },
  };
  return { publisher: new KafkaPublisher(producer as unknown as Producer, '', new ReferenceClock()), stored };
}

async function publish(publisher: KafkaPublisher, keys: readonly string[]): Promise<string[]> {
  const ends = await Promise.allSettled(keys.map((key) => publisher.publish('jobSettled', key, jobSettled(key, 1))));
  return ends.map((end) => (end.status === 'fulfilled' ? 'stored' : end.reason.name));
}

describe('KafkaPublisher', () => {
  it.each(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'])(
    'rejects only the message that is too large and keeps the order of the others: %s',
    async (type) => {
      const { publisher, stored } = refusingBroker(type);
      const keys = ['a', 'b', 'c', LARGE, 'd', 'e', 'f'];
      expect(await publish(publisher, keys)).toEqual(
        keys.map((key) => (key === LARGE ? 'MessageTooLargeError' : 'stored')),
      );
      expect(stored).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      await publisher.close();
    },
  );

  it('rejects all messages of an unacknowledged request', async () => {
    const { publisher, stored } = refusingBroker('NOT_ENOUGH_REPLICAS');
    expect(await publish(publisher, ['a', LARGE])).toEqual(['BrokerUnavailableError', 'BrokerUnavailableError']);
    expect(stored).toEqual([]);
    await publisher.close();
  });

  it('rejects messages without a timely acknowledgement and does not send those queued behind them', async () => {
    const { opened, open } = gate();
    const sent: string[] = [];
    const producer = {
      connect: async () => undefined,
      disconnect: async () => undefined,
      send: async ({ messages }: ProducerRecord) => {
        sent.push(...messages.map(({ key }) => String(key)));
        await opened;
      },
    };
    const publisher = new KafkaPublisher(producer as unknown as Producer, '', new ReferenceClock(), undefined, 50);
    const first = publish(publisher, ['a']);
    await until('the first request', () => sent.length === 1);
    expect(await publish(publisher, ['b', 'c'])).toEqual(['BrokerUnavailableError', 'BrokerUnavailableError']);
    expect(await first).toEqual(['BrokerUnavailableError']);
    open();
    await publisher.close();
    expect(sent).toEqual(['a']);
  });
});
