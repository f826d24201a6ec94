import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { topics } from '@orbweaver/contracts';
import { until } from '@orbweaver/testing';
import { createKafkaTransport } from './kafka-transport';

async function unusedBroker(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

describe('KafkaConsumer', () => {
  it('aborts its start when drained during an outage', async () => {
    const events: string[] = [];
    const log = (level: string, event: string) => void (level === 'debug' || events.push(event));
    const transport = createKafkaTransport({ brokers: [await unusedBroker()], clientId: 'test', log });
    const consumer = transport.consumer({ service: 'frontier', audience: 'shared' });
    consumer.addHandler(topics.jobCommands.name, async () => undefined, true);
    const started = new Promise((resolve) => consumer.listen(resolve));
    await until('a failed attempt', () => events.includes('waiting-for-kafka'));
    await consumer.drain();
    expect(await started).toBeInstanceOf(Error);
    expect(events).toEqual(['broker-unreachable', 'waiting-for-kafka']);
    expect(consumer.health()).toEqual({ healthy: false, reason: 'draining' });
    await transport.close();
  });
});
