import { PoisonedInputError, StoreUnavailableError } from '@orbweaver/core';
import { until } from '@orbweaver/testing';
import { renderPage, startJob } from '../messages';
import { type ContractHarness, shared } from './contract-harness';

export function describeRetrying(harness: ContractHarness): void {
  const advices: [advice: string, error: () => Error, failures: number, attempts: number[], isDead: boolean][] = [
    ['limited', () => new Error('once more'), 2, [1, 2, 3], false],
    ['limited, with too many failures', () => new Error('once more'), 99, [1, 2, 3], true],
    ['never', () => new PoisonedInputError('no'), 99, [1], true],
    ['until-it-works', () => new StoreUnavailableError('away'), 5, [1, 2, 3, 4, 5, 6], false],
  ];
  it.each(advices)('retries by the advice of the error: %s', async (_, error, failures, attempts, isDead) => {
    const transport = await harness.begin(['jobCommands']);
    const letters = await harness.collectDeadLetters(transport);
    const bad = startJob();
    const good = startJob();
    const seen: number[] = [];
    let after = false;
    await harness.attend(transport, shared('frontier'), {
      jobCommands: async (message, { delivery }) => {
        if (message.jobId === good.jobId) {
          after = true;
          return;
        }
        seen.push(delivery.attempt);
        if (seen.length <= failures) throw error();
      },
    });
    // With the same key, the second message waits until the first is settled.
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

  it('dead-letters an invalid message at once', async () => {
    const transport = await harness.begin(['jobCommands']);
    const letters = await harness.collectDeadLetters(transport);
    const heard: string[] = [];
    await harness.attend(transport, shared('frontier'), { jobCommands: (message) => heard.push(message.jobId) });
    const good = startJob();
    await transport.publisher.publish('jobCommands', 'key', startJob('not an id'));
    await transport.publisher.publish('jobCommands', 'key', good);
    await until('both', () => letters.length === 1 && heard.length === 1);
    expect(heard).toEqual([good.jobId]);
    expect(letters[0]).toMatchObject({ attempts: 0, headers: { 'message-type': 'StartJob' } });
  });

  it('stores nothing of an ephemeral message in dead letters and logs', async () => {
    const logged: unknown[] = [];
    const transport = await harness.begin(['renderBulk'], {
      retry: { firstDelayMs: 5, attempts: 2 },
      log: (_, event, fields) => logged.push([event, String(fields?.err), (fields?.err as Error | undefined)?.stack]),
    });
    const letters = await harness.collectDeadLetters(transport);
    await harness.attend(transport, shared('renderer'), {
      renderBulk: () => {
        throw new TypeError('secret');
      },
    });
    const page = { ...renderPage(), url: 'http://secret/', zeroDataRetention: true };
    await transport.publisher.publish('renderBulk', page.pageId, page);
    await transport.publisher.publish('renderBulk', 'poison', { ...page, depth: 'secret' as never });
    await until('both dead letters', () => letters.length === 2);
    expect(letters.map(({ error }) => error.split(':')[0]).sort()).toEqual(['PoisonedInputError', 'TypeError']);
    expect(letters.map(({ topic, value }) => [topic, value.byteLength])).toEqual(
      Array(2).fill(['render.bulk.ephemeral', 0]),
    );
    expect(logged).toEqual(
      expect.arrayContaining([[expect.stringMatching('message-retried'), expect.anything(), expect.anything()]]),
    );
    expect(JSON.stringify([letters, logged])).not.toContain('secret');
  });

  it('handles other keys while a message is retried', async () => {
    const transport = await harness.begin(['jobCommands'], {
      concurrency: 1,
      retry: { firstDelayMs: 60_000, attempts: 3 },
    });
    const heard: string[] = [];
    await harness.attend(transport, shared('frontier'), {
      jobCommands: (message) => {
        heard.push(message.jobId);
        if (heard.length === 1) throw new Error('later');
      },
    });
    const commands = Array.from({ length: 5 }, () => startJob());
    for (const command of commands) await transport.publisher.publish('jobCommands', command.jobId, command);
    await until('all', () => heard.length === 5);
  });
}
