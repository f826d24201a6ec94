import { randomUUID } from 'node:crypto';
import { until } from '@orbweaver/testing';
import { gate } from '../../test/gate';
import { listen } from '../../test/listen';
import { renderPage, startJob } from '../../test/messages';
import { createMemoryTransport } from './memory-transport';

const shared = (service: string) => ({ service, audience: 'shared' }) as const;

describe('MemoryBroker', () => {
  it('delays publishing while a consumer is far behind, and drops nothing', async () => {
    const transport = createMemoryTransport({ concurrency: 1, limits: { highWaterMessages: 10, maxWaitMs: 60_000 } });
    const room = gate();
    let heard = 0;
    const listener = await listen(transport, shared('renderer'), {
      renderBulk: async () => {
        await room.opened;
        heard += 1;
      },
    });
    let published = 0;
    const publishing = (async () => {
      for (; published < 100; published += 1) await transport.publisher.publish('renderBulk', 'key', renderPage());
    })();
    await until('the mark', () => published >= 10);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(published).toBeLessThan(15);
    room.open();
    await publishing;
    await until('all', () => heard === 100);
    await listener.close();
  });

  it('keeps messages for shared groups and none of the broadcasts', async () => {
    const transport = createMemoryTransport();
    const heard: string[] = [];
    const news = (name: string) => ({
      directReply: () => heard.push(`${name} reply`),
      pageStored: () => heard.push(`${name} page`),
      jobChanged: () => heard.push(`${name} change`),
      jobSettled: () => heard.push(`${name} settlement`),
    });
    const each = await listen(transport, { service: 'gateway', audience: 'each' }, news('gateway'));
    const id = randomUUID();
    const failure = { reason: 'dns' as const, message: 'no such host' };
    const { publisher } = transport;
    await publisher.publish('directReply', id, {
      type: 'DirectReply',
      pageId: id,
      result: { kind: 'failed', failure },
    });
    await publisher.publish('pageStored', id, { type: 'PageStored', jobId: id, pageId: id, state: 'done' });
    await publisher.publish('jobChanged', id, { type: 'JobChanged', jobId: id, state: 'failed' });
    await publisher.publish('jobSettled', id, {
      type: 'JobSettled',
      jobId: id,
      reason: 'finished',
      pages: 0,
      urlLists: 0,
    });
    await until('the gateway', () => heard.length === 4);
    const late = await listen(transport, shared('late'), news('late'));
    await until('the kept messages', () => heard.length > 4);
    expect(heard.slice(4)).toEqual(['late settlement']);
    await late.close();
    await each.close();
  });

  it('never delays a handler that publishes to its own topic', async () => {
    const transport = createMemoryTransport({ concurrency: 1, limits: { highWaterMessages: 2, maxWaitMs: 60_000 } });
    let heard = 0;
    const listener = await listen(transport, shared('frontier'), {
      jobCommands: async (message) => {
        heard += 1;
        if (message.type !== 'StartJob') return;
        for (let n = 0; n < 20; n += 1) {
          await transport.publisher.publish('jobCommands', message.jobId, { ...message, type: 'AppendToJob' });
        }
      },
    });
    await transport.publisher.publish('jobCommands', 'key', startJob());
    await until('all', () => heard === 21);
    await listener.close();
  });

  it('limits the delay of other publishers, so that cycles do not deadlock', async () => {
    const transport = createMemoryTransport({ concurrency: 1, limits: { highWaterMessages: 1, maxWaitMs: 50 } });
    const room = gate();
    const listener = await listen(transport, shared('renderer'), { renderBulk: () => room.opened });
    for (let n = 0; n < 4; n += 1) await transport.publisher.publish('renderBulk', 'key', renderPage());
    room.open();
    await listener.close();
  });

  it('keeps the latest messages for a late consumer', async () => {
    const transport = createMemoryTransport({ limits: { keptMessages: 3 } });
    const pages = Array.from({ length: 5 }, () => renderPage());
    for (const page of pages) await transport.publisher.publish('renderBulk', page.pageId, page);
    const heard: string[] = [];
    const listener = await listen(transport, shared('renderer'), { renderBulk: ({ pageId }) => heard.push(pageId) });
    await until('three', () => heard.length === 3);
    expect(heard).toEqual(pages.slice(2).map(({ pageId }) => pageId));
    await listener.close();
  });

  it('reports deliveries and dead letters', async () => {
    const outcomes: string[] = [];
    const dead: string[] = [];
    const transport = createMemoryTransport({
      retry: { firstDelayMs: 1, attempts: 2 },
      onDelivery: ({ outcome, attempt }) => outcomes.push(`${outcome} ${attempt}`),
      onDeadLetter: (topic) => dead.push(topic),
    });
    const listener = await listen(transport, shared('frontier'), {
      jobCommands: () => {
        throw new Error('no');
      },
    });
    await transport.publisher.publish('jobCommands', 'key', startJob());
    await until('the end', () => outcomes.length === 2);
    expect(outcomes).toEqual(['retried 1', 'dead-lettered 2']);
    expect(dead).toEqual(['job.commands']);
    await listener.close();
  });
});
