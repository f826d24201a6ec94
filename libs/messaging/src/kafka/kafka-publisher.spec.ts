import { randomBytes } from 'node:crypto';
import { until } from '@orbweaver/testing';
import type { Producer, ProducerRecord } from 'kafkajs';
import { gate } from '../../test/gate';
import { jobSettled, pageDocument, startJob } from '../../test/messages';
import { ReferenceClock } from '../delivery/reference-clock';
import { KafkaPublisher } from './kafka-publisher';

const LARGE = 'job-large';
/** Longer than a test may take: only another reason sends the messages. */
const VERY_LONG_MS = 3_600_000;

function recordingBroker() {
  const requests: string[][] = [];
  const producer = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    send: async ({ messages }: ProducerRecord) => {
      requests.push(messages.map(({ key }) => String(key)));
      return [];
    },
  };
  return { publisher: new KafkaPublisher(producer as unknown as Producer, '', new ReferenceClock()), requests };
}

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

  describe('with a linger time', () => {
    async function afterOne(keys: readonly string[], lingerMs: number) {
      const { publisher, requests } = recordingBroker();
      const linger = (key: string) => publisher.publish('jobSettled', key, jobSettled(key, 1), { lingerMs });
      await linger('first');
      return { publisher, requests, published: Promise.all(keys.map(linger)) };
    }

    it('sends a single message at once', async () => {
      const { publisher, requests } = await afterOne([], VERY_LONG_MS);
      expect(requests).toEqual([['first']]);
      await publisher.close();
    });

    it('sends the messages of the linger time in one request, in order', async () => {
      const startedAt = performance.now();
      const { publisher, requests, published } = await afterOne(['a', 'b', 'a', 'c'], 50);
      await published;
      expect(requests).toEqual([['first'], ['a', 'b', 'a', 'c']]);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(49);
      await publisher.close();
    });

    it('sends waiting messages with one that must not wait, in order', async () => {
      const { publisher, requests, published } = await afterOne(['a', 'b'], VERY_LONG_MS);
      await publisher.publish('jobSettled', 'urgent', jobSettled('urgent', 1));
      await published;
      expect(requests).toEqual([['first'], ['a', 'b', 'urgent']]);
      await publisher.close();
    });

    it('does not delay messages of other topics', async () => {
      const { publisher, requests, published } = await afterOne(['a'], VERY_LONG_MS);
      await publisher.publish('jobCommands', 'other', startJob());
      expect(requests).toEqual([['first'], ['other']]);
      await publisher.close();
      await published;
    });

    it('sends waiting messages when they fill a request', async () => {
      const { publisher, requests } = recordingBroker();
      const publishKib = (key: string, kib: number) =>
        publisher.publish('documentsBulk', key, pageDocument(new Uint8Array(kib * 1024)), { lingerMs: VERY_LONG_MS });
      await publishKib('first', 1);
      const waiting = ['a', 'b', 'c'].map((key) => publishKib(key, 400));
      await Promise.all(waiting.slice(0, 2));
      expect(requests).toEqual([['first'], ['a', 'b']]);
      await publisher.close();
      await Promise.all(waiting);
      expect(requests).toEqual([['first'], ['a', 'b'], ['c']]);
    });

    it('sends waiting messages when the number of a request is reached', async () => {
      const keys = Array.from({ length: 500 }, (_, n) => String(n));
      const { publisher, requests, published } = await afterOne(keys, VERY_LONG_MS);
      await published;
      expect(requests).toEqual([['first'], keys]);
      await publisher.close();
    });

    it('sends waiting messages when it closes', async () => {
      const { publisher, requests, published } = await afterOne(['a', 'b'], VERY_LONG_MS);
      await publisher.close();
      await published;
      expect(requests).toEqual([['first'], ['a', 'b']]);
    });

    it('sends the other messages of a request with one that cannot be encoded', async () => {
      const { publisher, requests } = recordingBroker();
      const options = { lingerMs: 20 };
      await publisher.publish('jobSettled', 'first', jobSettled('first', 1), options);
      const oversized = jobSettled(randomBytes(2 * 1024 * 1024).toString('hex'), 1);
      const ends = await Promise.allSettled([
        publisher.publish('jobSettled', 'a', jobSettled('a', 1), options),
        publisher.publish('jobSettled', 'oversized', oversized, options),
        publisher.publish('jobSettled', 'b', jobSettled('b', 1), options),
      ]);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(requests).toEqual([['first'], ['a', 'b']]);
      await publisher.close();
    });
  });
});
