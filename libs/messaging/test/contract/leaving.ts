import { randomUUID } from 'node:crypto';
import { StoreUnavailableError } from '@orbweaver/core';
import { until } from '@orbweaver/testing';
import { gate } from '../gate';
import type { Handlers } from '../listen';
import { numberOf, pageOutcome, renderPage, startJob } from '../messages';
import { type ContractHarness, shared } from './contract-harness';

export function describeLeaving(harness: ContractHarness): void {
  it('loses nothing while replicas drain and join', async () => {
    const transport = await harness.begin(['pageOutcomes']);
    const heard = new Set<number>();
    const work: Handlers = {
      pageOutcomes: async (message) => {
        await new Promise(setImmediate);
        heard.add(numberOf(message));
      },
    };
    const first = await harness.attend(harness.connect(), shared('frontier'), work);
    const publishing = (async () => {
      for (let n = 0; n < 400; n += 1)
        await transport.publisher.publish('pageOutcomes', `job ${n % 7}`, pageOutcome(randomUUID(), n));
    })();
    await until('some', () => heard.size > 50);
    const joining = harness.attend(harness.connect(), shared('frontier'), work);
    await first.consumer.drain();
    const leaving = await joining;
    await until('more', () => heard.size > 100);
    await leaving.close();
    await harness.attend(harness.connect(), shared('frontier'), work);
    await publishing;
    await until(
      () => `all 400, only ${heard.size}`,
      () => heard.size === 400,
    );
  });

  it('waits for running handlers in a drain and leaves unhandled messages to the next consumer', async () => {
    const transport = await harness.begin(['jobCommands'], {
      concurrency: 4,
      retry: { firstDelayMs: 60_000, attempts: 3 },
    });
    const slow = startJob();
    const failing = startJob();
    const room = gate();
    const begun: string[] = [];
    let isSlowDone = false;
    const first = await harness.attend(transport, shared('frontier'), {
      jobCommands: async (message) => {
        begun.push(message.jobId);
        if (message.jobId === failing.jobId) throw new StoreUnavailableError('away');
        await room.opened;
        isSlowDone = true;
      },
    });
    await transport.publisher.publish('jobCommands', slow.jobId, slow);
    await transport.publisher.publish('jobCommands', failing.jobId, failing);
    await until('both', () => begun.length === 2);
    const drained = first.consumer.drain();
    expect(first.consumer.health().healthy).toBe(false);
    room.open();
    await drained;
    expect(isSlowDone).toBe(true);
    const again: string[] = [];
    await harness.attend(harness.connect(), shared('frontier'), {
      jobCommands: (message) => again.push(message.jobId),
    });
    await until('the unhandled message', () => again.includes(failing.jobId));
    expect(again.filter((id) => id === slow.jobId).length).toBeLessThanOrEqual(1);
  });

  it('supports cycles between applications whose handlers publish, even to their own topic', async () => {
    const transport = await harness.begin(['jobCommands', 'renderBulk', 'pageOutcomes', 'jobSettled']);
    const { publisher } = transport;
    const settled: string[] = [];
    const outcomes = new Map<string, number>();
    await harness.attend(transport, shared('results'), { jobSettled: (message) => settled.push(message.jobId) });
    await harness.attend(harness.connect(), shared('frontier'), {
      jobCommands: async (message) => {
        if (message.type === 'StartJob') {
          return publisher.publish('jobCommands', message.jobId, { ...message, type: 'AppendToJob' });
        }
        const pages = Array.from({ length: 10 }, () => ({ ...renderPage(), jobId: message.jobId }));
        await publisher.publishAll(
          'renderBulk',
          pages.map((page) => ({ key: page.pageId, message: page })),
        );
      },
      pageOutcomes: async (message) => {
        const { jobId } = message;
        outcomes.set(jobId, (outcomes.get(jobId) ?? 0) + 1);
        if (outcomes.get(jobId) !== 10) return;
        await publisher.publish('jobSettled', jobId, {
          type: 'JobSettled',
          jobId,
          reason: 'finished',
          pages: 10,
          urlLists: 0,
        });
      },
    });
    await harness.attend(harness.connect(), shared('renderer'), {
      renderBulk: (message) => publisher.publish('pageOutcomes', message.jobId, pageOutcome(message.jobId, 0)),
    });
    const jobs = Array.from({ length: 5 }, () => startJob());
    for (const job of jobs) await publisher.publish('jobCommands', job.jobId, job);
    await until('all jobs', () => new Set(settled).size === 5);
  });

  it('reports health while it listens', async () => {
    const transport = await harness.begin(['jobCommands']);
    const { consumer } = await harness.attend(transport, shared('frontier'), { jobCommands: () => undefined });
    expect(consumer.health()).toEqual({ healthy: true });
    await consumer.drain();
    expect(consumer.health().healthy).toBe(false);
  });
}
