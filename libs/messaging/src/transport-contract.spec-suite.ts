import { randomBytes, randomUUID } from 'node:crypto';
import type { DeadLetter, MessageOf, TopicId } from '@orbweaver/contracts';
import { PoisonedInputError, StoreUnavailableError } from '@orbweaver/core';
import { type Handlers, type Listener, listen } from './testing/listen';
import { numberOf, pageDocument, pageOutcome, renderPage, startJob } from './testing/messages';
import { gate, until } from './testing/until';
import type { ConsumerOptions, Transport } from './transport';
import type { TransportOptions } from './transport-options';

/** A broker for one test. */
export interface Stage {
  /** A process's way to the broker; where processes cannot be told apart, always the same. */
  connect(): Transport;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
const SHORT: TransportOptions = { retry: { firstDelayMs: 20, maxDelayMs: 40, attempts: 3 }, concurrency: 8 };

/** What every transport promises. `start` is to make the given topics, empty. */
export function describeTransport(
  name: string,
  start: (topics: readonly TopicId[], options: TransportOptions) => Promise<Stage>,
): void {
  describe(`the ${name} transport`, () => {
    let stage: Stage;
    let listeners: Listener[] = [];

    const begin = async (topics: readonly TopicId[], options: TransportOptions = SHORT): Promise<Transport> => {
      stage = await start([...topics, 'deadLetters'], options);
      return stage.connect();
    };
    const attend = async (transport: Transport, options: ConsumerOptions, ...handlers: Handlers[]) => {
      const listener = await listen(transport, options, ...handlers);
      listeners.push(listener);
      return listener;
    };
    const shared = (service: string): ConsumerOptions => ({ service, audience: 'shared' });
    const collectDeadLetters = async (transport: Transport): Promise<DeadLetter[]> => {
      const letters: DeadLetter[] = [];
      await attend(transport, shared('operator'), { deadLetters: (letter) => letters.push(letter) });
      return letters;
    };

    afterEach(async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
      listeners = [];
      await stage.close();
    });

    it('delivers every field of a message, published before or after the consumer came', async () => {
      const transport = await begin(['jobCommands', 'renderBulk', 'pageOutcomes', 'documentsBulk']);
      const before = renderPage();
      await transport.publisher.publish('renderBulk', before.pageId, before);
      const heard: unknown[] = [];
      const hear = (message: unknown) => {
        heard.push(message);
      };
      await attend(transport, shared('all'), {
        jobCommands: hear,
        renderBulk: hear,
        pageOutcomes: hear,
        documentsBulk: hear,
      });
      const outcome = {
        ...pageOutcome(randomUUID(), 1),
        outlinks: Array.from({ length: 3_000 }, (_, n) => `https://example.com/a/longer/path/${n}?q=ü`),
      };
      const document = pageDocument(randomBytes(1000));
      const failed: MessageOf<'documentsBulk'> = {
        ...pageDocument(new Uint8Array()),
        result: { kind: 'failed', failure: { reason: 'dns', message: 'no such host' } },
        content: undefined,
      };
      const command = startJob();
      await transport.publisher.publish('jobCommands', command.jobId, command);
      await transport.publisher.publish('pageOutcomes', outcome.jobId, outcome);
      await transport.publisher.publishAll('documentsBulk', [
        { key: document.pageId, message: document },
        { key: failed.pageId, message: failed },
      ]);
      await until('five messages', () => heard.length === 5);
      const plain = (message: unknown) =>
        JSON.parse(
          JSON.stringify(message, (_, value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
          ),
        );
      expect(heard.map(plain)).toEqual(expect.arrayContaining([before, command, outcome, document, failed].map(plain)));
    });

    it('carries 20 MiB of bytes whole', async () => {
      const transport = await begin(['documentsBulk']);
      const content = randomBytes(20 * MIB);
      let heard: Uint8Array | undefined;
      await attend(transport, shared('results'), {
        documentsBulk: (message) => {
          heard = message.content;
        },
      });
      const document = pageDocument(content);
      await transport.publisher.publish('documentsBulk', document.pageId, document);
      await until('the document', () => heard !== undefined);
      expect(content.equals(heard!)).toBe(true);
    });

    it('refuses to publish what the topic does not carry', async () => {
      const transport = await begin(['documentsBulk']);
      const document = pageDocument(new Uint8Array(64 * MIB + 1));
      await expect(transport.publisher.publish('documentsBulk', document.pageId, document)).rejects.toMatchObject({
        name: 'MessageTooLargeError',
        retry: 'never',
      });
    });

    it('gives the messages of a key one at a time and in order, while keys run beside each other', async () => {
      const transport = await begin(['pageOutcomes']);
      const jobs = Array.from({ length: 12 }, () => randomUUID());
      const heard = new Map<string, number[]>(jobs.map((job) => [job, []]));
      const running = new Set<string>();
      let overlaps = 0;
      let most = 0;
      await attend(transport, shared('frontier'), {
        pageOutcomes: async (message) => {
          if (running.has(message.jobId)) overlaps += 1;
          running.add(message.jobId);
          most = Math.max(most, running.size);
          for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
          heard.get(message.jobId)!.push(numberOf(message));
          running.delete(message.jobId);
        },
      });
      const numbers = Array.from({ length: 40 }, (_, n) => n);
      await transport.publisher.publishAll(
        'pageOutcomes',
        numbers.flatMap((n) => jobs.map((job) => ({ key: job, message: pageOutcome(job, n) }))),
      );
      await until('all messages', () => [...heard.values()].every((list) => list.length >= numbers.length));
      expect([...heard.values()]).toEqual(jobs.map(() => numbers));
      expect(overlaps).toBe(0);
      expect(most).toBeGreaterThan(1);
    });

    it('handles parallel messages beside each other up to the given number', async () => {
      const transport = await begin(['renderBulk']);
      const room = gate();
      let running = 0;
      let most = 0;
      let done = 0;
      await attend(transport, shared('renderer'), {
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
      await until('eight at once', () => running === 8);
      room.open();
      await until(`all, not ${done}`, () => done >= 30);
      expect(most).toBe(8);
    });

    it('divides messages among the replicas of a shared service and repeats them for each of the others', async () => {
      const transport = await begin(['pageStored']);
      const heard: Record<string, string[]> = { first: [], second: [], other: [], 'gateway 1': [], 'gateway 2': [] };
      const hear = (who: string): Handlers => ({ pageStored: (message) => heard[who]!.push(message.pageId) });
      const early = randomUUID();
      await transport.publisher.publish('pageStored', early, {
        type: 'PageStored',
        jobId: early,
        pageId: early,
        state: 'done',
      });
      await attend(transport, shared('watcher'), hear('first'));
      await attend(stage.connect(), shared('watcher'), hear('second'));
      await attend(stage.connect(), { service: 'gateway', audience: 'each' }, hear('gateway 1'));
      await attend(stage.connect(), { service: 'gateway', audience: 'each' }, hear('gateway 2'));
      await attend(stage.connect(), shared('other'), hear('other'));
      const ids = Array.from({ length: 50 }, () => randomUUID());
      await transport.publisher.publishAll(
        'pageStored',
        ids.map((id) => ({ key: id, message: { type: 'PageStored', jobId: id, pageId: id, state: 'done' } })),
      );
      const all = new Set<string>(ids);
      const heardAll = (...who: string[]) => {
        const union = new Set(who.flatMap((one) => heard[one]!));
        return ids.every((id) => union.has(id));
      };
      await until(
        'everybody',
        () => ['gateway 1', 'gateway 2', 'other'].every((who) => heardAll(who)) && heardAll('first', 'second'),
      );
      expect(heard['gateway 1']).toHaveLength(50);
      expect(heard['gateway 2']).toHaveLength(50);
      const counts = [...heard.first!, ...heard.second!].filter((id) => all.has(id));
      expect(counts).toHaveLength(50);
      expect(heard.first!.length).toBeGreaterThan(0);
      expect(heard.second!.length).toBeGreaterThan(0);
    });

    const advices: [advice: string, error: () => Error, failures: number, attempts: number[], isDead: boolean][] = [
      ['limited', () => new Error('once more'), 2, [1, 2, 3], false],
      ['limited, too often', () => new Error('once more'), 99, [1, 2, 3], true],
      ['never', () => new PoisonedInputError('no'), 99, [1], true],
      ['until-it-works', () => new StoreUnavailableError('away'), 5, [1, 2, 3, 4, 5, 6], false],
    ];
    it.each(advices)('retries by the advice of the error: %s', async (_, error, failures, attempts, isDead) => {
      const transport = await begin(['jobCommands']);
      const letters = await collectDeadLetters(transport);
      const bad = startJob();
      const good = startJob();
      const seen: number[] = [];
      let after = false;
      await attend(transport, shared('frontier'), {
        jobCommands: async (message, { delivery }) => {
          if (message.jobId === good.jobId) {
            after = true;
            return;
          }
          seen.push(delivery.attempt);
          if (seen.length <= failures) throw error();
        },
      });
      // The same key: the second waits until the first is settled one way or the other.
      await transport.publisher.publish('jobCommands', 'key', bad);
      await transport.publisher.publish('jobCommands', 'key', good);
      await until('the message after', () => after);
      expect(seen).toEqual(attempts);
      if (isDead) await until('a dead letter', () => letters.length === 1);
      expect(letters).toHaveLength(isDead ? 1 : 0);
      if (!isDead) return;
      expect(letters[0]).toMatchObject({ topic: 'job.commands', key: 'key', attempts: attempts.length });
      expect(letters[0]!.error).toContain(error().message);
      expect(JSON.parse(Buffer.from(letters[0]!.value).toString())).toEqual(bad);
    });

    it('sends what is no message of the topic to the dead letters at once', async () => {
      const transport = await begin(['jobCommands']);
      const letters = await collectDeadLetters(transport);
      const heard: string[] = [];
      await attend(transport, shared('frontier'), { jobCommands: (message) => heard.push(message.jobId) });
      const good = startJob();
      await transport.publisher.publish('jobCommands', 'key', startJob('not an id'));
      await transport.publisher.publish('jobCommands', 'key', good);
      await until('both', () => letters.length === 1 && heard.length === 1);
      expect(heard).toEqual([good.jobId]);
      expect(letters[0]).toMatchObject({ attempts: 0, headers: { 'message-type': 'StartJob' } });
    });

    it('lets other keys pass a message that is retried', async () => {
      const transport = await begin(['jobCommands'], { concurrency: 1, retry: { firstDelayMs: 60_000, attempts: 3 } });
      const heard: string[] = [];
      await attend(transport, shared('frontier'), {
        jobCommands: (message) => {
          heard.push(message.jobId);
          if (heard.length === 1) throw new Error('later');
        },
      });
      const commands = Array.from({ length: 5 }, () => startJob());
      for (const command of commands) await transport.publisher.publish('jobCommands', command.jobId, command);
      await until('all', () => heard.length === 5);
    });

    it('calls every handler of a topic and retries only the one that failed', async () => {
      const transport = await begin(['jobCommands']);
      let first = 0;
      let second = 0;
      await attend(
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

    it('pauses one topic until there is room and lets the others flow', async () => {
      const transport = await begin(['renderBulk', 'renderInteractive']);
      const room = gate();
      const heard: string[] = [];
      await attend(transport, shared('renderer'), {
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
      await until('the other topic', () => heard.filter((what) => what === 'interactive').length === 20);
      expect(heard.filter((what) => what === 'bulk')).toHaveLength(1);
      room.open();
      await until('the rest', () => heard.filter((what) => what === 'bulk').length === 20);
    });

    it('loses nothing while replicas drain and come', async () => {
      const transport = await begin(['pageOutcomes']);
      const heard = new Set<number>();
      const work: Handlers = {
        pageOutcomes: async (message) => {
          await new Promise(setImmediate);
          heard.add(numberOf(message));
        },
      };
      const first = await attend(stage.connect(), shared('frontier'), work);
      const publishing = (async () => {
        for (let n = 0; n < 400; n += 1)
          await transport.publisher.publish('pageOutcomes', `job ${n % 7}`, pageOutcome(randomUUID(), n));
      })();
      await until('some', () => heard.size > 50);
      const joining = attend(stage.connect(), shared('frontier'), work);
      await first.consumer.drain();
      const leaving = await joining;
      await until('more', () => heard.size > 100);
      await leaving.close();
      await attend(stage.connect(), shared('frontier'), work);
      await publishing;
      await until('all', () => heard.size === 400);
    });

    it('waits for running handlers when it drains, and leaves what they did not handle to the next consumer', async () => {
      const transport = await begin(['jobCommands'], { concurrency: 4, retry: { firstDelayMs: 60_000, attempts: 3 } });
      const slow = startJob();
      const failing = startJob();
      const room = gate();
      const begun: string[] = [];
      let isSlowDone = false;
      const first = await attend(transport, shared('frontier'), {
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
      await attend(stage.connect(), shared('frontier'), { jobCommands: (message) => again.push(message.jobId) });
      await until('the one not handled', () => again.includes(failing.jobId));
      expect(again.filter((id) => id === slow.jobId).length).toBeLessThanOrEqual(1);
    });

    it('carries a loop through several applications whose handlers publish, also to their own topic', async () => {
      const transport = await begin(['jobCommands', 'renderBulk', 'pageOutcomes', 'jobSettled']);
      const { publisher } = transport;
      const settled: string[] = [];
      let outcomes = 0;
      await attend(transport, shared('results'), { jobSettled: (message) => settled.push(message.jobId) });
      await attend(stage.connect(), shared('frontier'), {
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
          outcomes += 1;
          if (outcomes % 10 !== 0) return;
          const { jobId } = message;
          await publisher.publish('jobSettled', jobId, {
            type: 'JobSettled',
            jobId,
            reason: 'finished',
            pages: 10,
            urlLists: 0,
          });
        },
      });
      await attend(stage.connect(), shared('renderer'), {
        renderBulk: (message) => publisher.publish('pageOutcomes', message.jobId, pageOutcome(message.jobId, 0)),
      });
      const jobs = Array.from({ length: 5 }, () => startJob());
      for (const job of jobs) await publisher.publish('jobCommands', job.jobId, job);
      await until('all jobs', () => settled.length === 5);
      expect(outcomes).toBe(50);
    });

    it('reports health while it listens', async () => {
      const transport = await begin(['jobCommands']);
      const { consumer } = await attend(transport, shared('frontier'), { jobCommands: () => undefined });
      expect(consumer.health()).toEqual({ healthy: true });
      await consumer.drain();
      expect(consumer.health().healthy).toBe(false);
    });
  });
}
