import { randomUUID } from 'node:crypto';
import { until } from '@orbweaver/testing';
import { gate } from '../gate';
import type { Handlers } from '../listen';
import { jobSettled, renderPage, startJob } from '../messages';
import { type ContractHarness, shared } from './contract-harness';

export function describeSharing(harness: ContractHarness): void {
  it('handles the messages of a key one at a time in order, and keys concurrently', async () => {
    const transport = await harness.begin(['jobSettled']);
    const jobs = Array.from({ length: 12 }, () => randomUUID());
    const heard = new Map<string, number[]>(jobs.map((job) => [job, []]));
    const running = new Set<string>();
    let overlaps = 0;
    let most = 0;
    await harness.attend(transport, shared('frontier'), {
      jobSettled: async (message) => {
        if (running.has(message.jobId)) overlaps += 1;
        running.add(message.jobId);
        most = Math.max(most, running.size);
        for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
        heard.get(message.jobId)!.push(message.pages);
        running.delete(message.jobId);
      },
    });
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    await transport.publisher.publishAll(
      'jobSettled',
      numbers.flatMap((n) => jobs.map((job) => ({ key: job, message: jobSettled(job, n) }))),
    );
    await until('all messages', () => [...heard.values()].every((list) => list.length >= numbers.length));
    expect([...heard.values()]).toEqual(jobs.map(() => numbers));
    expect(overlaps).toBe(0);
    expect(most).toBeGreaterThan(1);
  });

  it('handles parallel messages concurrently up to the limit', async () => {
    const transport = await harness.begin(['renderBulk']);
    const room = gate();
    let running = 0;
    let most = 0;
    let done = 0;
    await harness.attend(transport, shared('renderer'), {
      renderBulk: async () => {
        running += 1;
        most = Math.max(most, running);
        await room.opened;
        running -= 1;
        done += 1;
      },
    });
    const pages = Array.from({ length: 30 }, () => renderPage());
    await transport.publisher.publishAll(
      'renderBulk',
      pages.map((message) => ({ key: message.pageId, message })),
    );
    await until('eight concurrent messages', () => running === 8);
    room.open();
    await until(
      () => `all 30, only ${done}`,
      () => done >= 30,
    );
    expect(most).toBe(8);
  });

  it('sends each message to one replica of a shared service and to all of the others', async () => {
    const transport = await harness.begin(['pageStored']);
    const heard: Record<string, string[]> = { first: [], second: [], other: [], 'gateway 1': [], 'gateway 2': [] };
    const hear = (who: string): Handlers => ({ pageStored: (message) => heard[who]!.push(message.pageId) });
    const early = randomUUID();
    await transport.publisher.publish('pageStored', early, {
      type: 'PageStored',
      jobId: early,
      pageId: early,
      state: 'done',
    });
    await harness.attend(transport, shared('watcher'), hear('first'));
    await harness.attend(harness.connect(), shared('watcher'), hear('second'));
    await harness.attend(harness.connect(), { service: 'gateway', audience: 'each' }, hear('gateway 1'));
    await harness.attend(harness.connect(), { service: 'gateway', audience: 'each' }, hear('gateway 2'));
    await harness.attend(harness.connect(), shared('other'), hear('other'));
    const ids = Array.from({ length: 50 }, () => randomUUID());
    await transport.publisher.publishAll(
      'pageStored',
      ids.map((id) => ({ key: id, message: { type: 'PageStored', jobId: id, pageId: id, state: 'done' } })),
    );
    const heardAll = (...who: string[]) => {
      const union = new Set(who.flatMap((one) => heard[one]!));
      return ids.every((id) => union.has(id));
    };
    await until(
      'everybody',
      () => ['gateway 1', 'gateway 2', 'other'].every((who) => heardAll(who)) && heardAll('first', 'second'),
    );
    const second = new Set(heard.second);
    expect(heard.first!.filter((id) => second.has(id))).toEqual([]);
    expect(heard.first!.length).toBeGreaterThan(0);
    expect(heard.second!.length).toBeGreaterThan(0);
  });

  it('calls every handler of a topic and retries only the failed one', async () => {
    const transport = await harness.begin(['jobCommands']);
    let first = 0;
    let second = 0;
    await harness.attend(
      transport,
      shared('frontier'),
      {
        jobCommands: () => {
          first += 1;
        },
      },
      {
        jobCommands: () => {
          second += 1;
          if (second < 3) throw new Error('once more');
        },
      },
    );
    await transport.publisher.publish('jobCommands', 'key', startJob());
    await until('the last attempt', () => second === 3);
    expect(first).toBe(1);
  });

  it('pauses one topic until there is room, without delaying the others', async () => {
    const transport = await harness.begin(['renderBulk', 'renderInteractive']);
    const room = gate();
    const heard: string[] = [];
    const { consumer } = await harness.attend(transport, shared('renderer'), {
      renderBulk: (_, { delivery }) => {
        heard.push('bulk');
        if (heard.length === 1) delivery.pauseTopicUntil(room.opened);
      },
      renderInteractive: () => heard.push('interactive'),
    });
    const send = async (topic: 'renderBulk' | 'renderInteractive', count: number) => {
      const messages = Array.from({ length: count }, () => renderPage());
      await transport.publisher.publishAll(
        topic,
        messages.map((message) => ({ key: message.pageId, message })),
      );
    };
    await send('renderBulk', 20);
    await until('the first', () => heard.length === 1);
    await send('renderInteractive', 20);
    await until('the other topic', () => heard.filter((what) => what === 'interactive').length >= 20);
    expect(heard.filter((what) => what === 'bulk')).toHaveLength(1);
    expect(consumer.lag().get('render.bulk')).toBeGreaterThan(0);
    room.open();
    await until('the rest', () => heard.filter((what) => what === 'bulk').length >= 20);
    await until('nothing left', () => [...consumer.lag().values()].every((messages) => messages === 0));
  });
}
