import { randomUUID } from 'node:crypto';
import { until } from '@orbweaver/testing';
import { listen } from '../../test/listen';
import { jobSettled } from '../../test/messages';
import { createTopics } from './create-topics';
import { createKafkaTransport } from './kafka-transport';

const brokers = process.env.KAFKA_BROKERS!.split(',');
const TEN_MINUTES_MS = 600_000;

describe('a process with a clock skew to the brokers', () => {
  it.each([
    ['ahead', TEN_MINUTES_MS],
    ['behind', -TEN_MINUTES_MS],
    ['in step', 0],
  ])('measures its skew and the age of messages: %s', async (_, skewMs) => {
    const access = { brokers, clientId: 'skewed', prefix: `${randomUUID()}.` };
    await createTopics({ ...access, only: ['jobSettled', 'deadLetters'] });
    const transport = createKafkaTransport({ ...access, now: () => Date.now() + skewMs });
    expect(transport.clockSkewMs()).toBeUndefined();
    await transport.publisher.publish('jobSettled', 'job', jobSettled(randomUUID(), 1));
    expect(Math.abs(transport.clockSkewMs()! - skewMs)).toBeLessThan(2_000);
    const publishedAtMs = performance.now();
    const ages: number[] = [];
    const listener = await listen(
      transport,
      { service: 'results', audience: 'shared' },
      { jobSettled: (_message, context) => void ages.push(context.delivery.ageMs()) },
    );
    await until('the message', () => ages.length === 1);
    const waitedMs = performance.now() - publishedAtMs;
    expect(ages[0]).toBeGreaterThan(0);
    expect(ages[0]).toBeLessThan(waitedMs + 2_000);
    await listener.close();
    await transport.close();
  });
});
