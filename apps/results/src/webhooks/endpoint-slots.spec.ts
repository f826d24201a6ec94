import { randomUUID } from 'node:crypto';
import { until } from '@orbweaver/testing';
import { dispatcherHarness } from '../../test/dispatcher-harness';

const harness = dispatcherHarness();
const { createDispatcher, startReceiver, startServer, insertFinishedJob, dispatch, events } = harness;

describe('slots of endpoints', () => {
  /** Holds every request until it is released, and counts them. */
  const startTarpit = async () => {
    const waiting: (() => void)[] = [];
    const tarpit = {
      requests: 0,
      url: '',
      release() {
        for (const answer of waiting) answer();
      },
    };
    tarpit.url = await startServer((_, response) => {
      tarpit.requests += 1;
      waiting.push(() => response.end());
    });
    return tarpit;
  };

  it('shares slots between all spellings of an endpoint', async () => {
    const tarpit = await startTarpit();
    for (let job = 0; job < 12; job += 1) {
      const url = tarpit.url.replace('http://', `HTTP://u${job}:x@`);
      await insertFinishedJob(url, 0, { events: ['completed'] });
    }
    await dispatch(createDispatcher({ WEBHOOK_TIMEOUT: 300 }));
    expect(tarpit.requests).toBe(4);
  });

  it('keeps slots for others when all endpoints of a team are new and hang', async () => {
    const teamId = randomUUID();
    const tarpits = await Promise.all(Array.from({ length: 8 }, startTarpit));
    for (const { url } of tarpits) await insertFinishedJob(url, 0, {}, teamId);
    const receiver = await startReceiver();
    const dispatcher = createDispatcher({ WEBHOOK_CONCURRENCY: 6 });
    const turn = new AbortController();
    await dispatcher.dispatchDue(turn.signal);
    const quick = await insertFinishedJob(receiver.url, 1);
    await dispatcher.dispatchDue(turn.signal);
    await until('the quick ones', async () => (await events(quick)).every(({ state }) => state === 'delivered'));
    expect(tarpits.reduce((sum, { requests }) => sum + requests, 0)).toBe(5);
    turn.abort();
    for (const tarpit of tarpits) tarpit.release();
    await dispatcher.drain();
  });

  it('limits the slots of a receiver that responds after seconds', async () => {
    const { time, database } = harness.results;
    const waiting: (() => void)[] = [];
    const slow = await startServer((_, response) => {
      waiting.push(() => response.end());
    });
    const answer = () => {
      time.nowMs += 9000;
      for (const each of waiting.splice(0)) each();
    };
    for (let job = 0; job < 3; job += 1) await insertFinishedJob(slow, 4);
    const dispatcher = createDispatcher();
    await dispatcher.dispatchDue(new AbortController().signal);
    await until('three requests', () => waiting.length === 3);
    answer();
    await dispatcher.drain();
    expect(await database.webhookEvent.count({ where: { state: 'delivered' } })).toBe(3);

    await dispatcher.dispatchDue(new AbortController().signal);
    await until('one request', () => waiting.length > 0);
    await dispatcher.dispatchDue(new AbortController().signal);
    expect(await database.webhookEvent.count({ where: { claimedUntil: { not: null } } })).toBe(1);
    answer();
    await dispatcher.drain();
  });
});
