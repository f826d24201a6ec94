import { getEventListeners, once } from 'node:events';
import pino from 'pino';
import { EventLog } from '../log/event-log';
import { ServiceLoop, type ServiceLoopOptions } from './service-loop';
import { WakeSignal } from './wake-signal';

const log = new EventLog(pino({ level: 'silent' }));
const HOUR_MS = 3_600_000;

const loopOf = (round: ServiceLoopOptions['round'], options: Partial<ServiceLoopOptions> = {}) =>
  new ServiceLoop({ name: 'test', intervalMs: HOUR_MS, log, round, ...options });

describe('ServiceLoop', () => {
  let stopping: AbortController;
  beforeEach(() => {
    stopping = new AbortController();
  });

  it('runs one round at a time, and one more for all wake-ups meanwhile', async () => {
    let rounds = 0;
    let running = 0;
    let most = 0;
    const bell = new WakeSignal();
    const third = new Promise<void>((resolve) => {
      const loop = loopOf(
        async () => {
          running += 1;
          most = Math.max(most, running);
          rounds += 1;
          if (rounds === 1) for (let n = 0; n < 5; n += 1) loop.wake();
          if (rounds === 2) bell.set();
          await new Promise(setImmediate);
          running -= 1;
          if (rounds === 3) resolve();
        },
        { bell },
      );
      loop.start(stopping.signal);
      loop.start(stopping.signal);
    });
    await third;
    stopping.abort();
    expect({ rounds, most }).toEqual({ rounds: 3, most: 1 });
  });

  it('resolves stop after the last round and starts no other', async () => {
    let rounds = 0;
    let finish = (): void => undefined;
    const loop = loopOf(() => {
      rounds += 1;
      loop.wake();
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    loop.start(stopping.signal);
    let isOver = false;
    const stopped = loop.stop().then(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    finish();
    await stopped;
    loop.start(stopping.signal);
    expect(rounds).toBe(1);
  });

  it.each([
    ['waits', async () => undefined],
    ['rests after a failure', () => Promise.reject(new Error('away'))],
  ])('stops on the signal while it %s and removes its listeners', async (_, round) => {
    let given = stopping.signal;
    const loop = loopOf((signal) => {
      given = signal;
      return round();
    });
    loop.start(stopping.signal);
    await new Promise(setImmediate);
    expect(getEventListeners(given, 'abort')).toHaveLength(1);
    const aborted = once(given, 'abort');
    stopping.abort();
    await Promise.all([aborted, loop.stop()]);
    expect(getEventListeners(given, 'abort')).toEqual([]);
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  it('logs an error without its message, which may describe a page with zero data retention', async () => {
    const lines: string[] = [];
    const ended = new Promise<void>((resolve) => {
      const write = (line: string) => {
        lines.push(line);
        resolve();
      };
      const told = new EventLog(pino({}, { write }));
      loopOf(() => Promise.reject(new TypeError('http://secret.test/')), { log: told }).start(stopping.signal);
    });
    await ended;
    stopping.abort();
    expect(lines.join()).toContain('TypeError');
    expect(lines.join()).not.toContain('secret');
  });

  it('waits longer after each failed round, even if woken, and not at all after a successful one', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const begin = Date.now();
      const times: number[] = [];
      const loop = loopOf(
        async () => {
          times.push((Date.now() - begin) / 1000);
          loop.wake();
          if (times.length !== 8) throw new Error('away');
        },
        { intervalMs: 250 },
      );
      loop.start(stopping.signal);
      await jest.advanceTimersByTimeAsync(46_500);
      stopping.abort();
      await loop.stop();
      expect(times).toEqual([0, 1, 3, 7, 15, 25, 35, 45, 45, 46]);
    } finally {
      jest.useRealTimers();
    }
  });
});
