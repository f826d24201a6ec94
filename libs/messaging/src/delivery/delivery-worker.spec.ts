import { setImmediate as nextTurn } from 'node:timers/promises';
import { DeliveryQueue, type Queued } from './delivery-queue';
import { DeliveryWorker } from './delivery-worker';

const entry = (n: number) => ({ line: '', n, bytes: 10 });

function setUp(run: (n: number) => void = () => undefined) {
  const queue = new DeliveryQueue<Queued & { n: number }>('parallel');
  const begun: number[] = [];
  const worker = new DeliveryWorker(queue, {
    concurrency: 8,
    run: async ({ n }) => {
      begun.push(n);
      run(n);
      await nextTurn();
      return 'finished';
    },
    onChange: () => undefined,
  });
  const add = (...numbers: number[]) => {
    for (const n of numbers) queue.add(entry(n));
    worker.wake();
  };
  return { worker, begun, add };
}

describe('DeliveryWorker', () => {
  it('starts one message per turn, after the running work and before the next turn', async () => {
    const { begun, add } = setUp();
    add(1, 2);
    expect(begun).toEqual([]);
    await Promise.resolve();
    expect(begun).toEqual([1]);
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual([1, 2]);
  });

  it('starts no other while the first holds the topic, and all when the hold ends', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { worker, begun, add } = setUp((n) => n === 1 && worker.hold(held));
    add(1, 2, 3);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(begun).toEqual([1]);
    release();
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(begun).toEqual([1, 2, 3]);
  });

  it('starts messages that arrive while it is idle', async () => {
    const { worker, begun, add } = setUp();
    worker.wake();
    await Promise.resolve();
    add(1);
    await nextTurn();
    expect(begun).toEqual([1]);
  });

  it('starts nothing after a stop in the same turn', async () => {
    const { worker, begun, add } = setUp();
    add(1);
    worker.stop();
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(begun).toEqual([]);
  });
});
