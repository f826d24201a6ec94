import { until } from '@orbweaver/testing';
import { Batcher, type BatcherOptions } from './batcher';

interface Gate {
  items: number[];
  open: () => void;
  break: (error: Error) => void;
}

function gatedBatcher(options: Partial<BatcherOptions<number>> = {}) {
  const gates: Gate[] = [];
  const batcher = new Batcher<number>({
    run: (items) =>
      new Promise<void>((resolve, reject) => {
        gates.push({ items, open: resolve, break: reject });
      }),
    isHopeless: () => false,
    maxItems: 3,
    maxWeight: 100,
    weigh: (item) => item,
    concurrency: 1,
    roomWeight: 20,
    ...options,
  });
  return { batcher, gates };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Batcher', () => {
  it('runs a single item at once and batches waiting ones', async () => {
    const { batcher, gates } = gatedBatcher();
    const added = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    expect(gates.map((gate) => gate.items)).toEqual([[1]]);
    gates[0]!.open();
    await settle();
    expect(gates.map((gate) => gate.items)).toEqual([[1], [2, 3, 4]]);
    gates[1]!.open();
    await settle();
    gates[2]!.open();
    await Promise.all(added);
  });

  it('closes a batch by weight and runs heavier items alone', async () => {
    const { batcher, gates } = gatedBatcher();
    const added = [1, 60, 50, 500, 1].map((item) => batcher.add(item));
    for (let index = 0; index < 5; index += 1) {
      gates[index]?.open();
      await settle();
    }
    await Promise.all(added);
    expect(gates.map((gate) => gate.items)).toEqual([[1], [60], [50], [500], [1]]);
  });

  it('retries the items of a failed batch one by one, so that only the bad one fails', async () => {
    const batcher = new Batcher<number>({
      run: async (items) => {
        await settle();
        if (items.includes(13)) throw new Error(`bad batch of ${items.length}`);
      },
      isHopeless: () => false,
      maxItems: 10,
      maxWeight: 1000,
      weigh: () => 1,
      concurrency: 1,
      roomWeight: 1000,
    });
    const results = await Promise.allSettled([1, 2, 13, 4].map((item) => batcher.add(item)));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ reason: new Error('bad batch of 1') });
  });

  it('does not retry items one by one when all would fail', async () => {
    const { batcher, gates } = gatedBatcher({ isHopeless: () => true });
    const added = [1, 2, 3].map((item) => batcher.add(item));
    gates[0]!.open();
    await settle();
    gates[1]!.break(new Error('away'));
    const results = await Promise.allSettled(added);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(gates).toHaveLength(2);
  });

  it('gathers items after a recent batch, but runs a single item at once after a quiet time', async () => {
    let gatherMs = 1_000;
    const { batcher, gates } = gatedBatcher({ gatherMs: () => gatherMs });
    const added = [batcher.add(1)];
    expect(gates.map((gate) => gate.items)).toEqual([[1]]);
    gates[0]!.open();
    await settle();
    added.push(batcher.add(2), batcher.add(3));
    await settle();
    expect(gates).toHaveLength(1);
    await until('the second batch', () => gates.length === 2);
    expect(gates.map((gate) => gate.items)).toEqual([[1], [2, 3]]);
    gates[1]!.open();
    await settle();
    gatherMs = 0;
    added.push(batcher.add(4));
    expect(gates.map((gate) => gate.items)).toEqual([[1], [2, 3], [4]]);
    gates[2]!.open();
    await Promise.all(added);
  });

  it('gathers items that arrive together after a quiet time', async () => {
    const { batcher, gates } = gatedBatcher({ gatherMs: () => 1, settleMs: 20 });
    const added = [batcher.add(1)];
    await settle();
    added.push(batcher.add(2));
    await until('the batch', () => gates.length === 1);
    expect(gates.map((gate) => gate.items)).toEqual([[1, 2]]);
    gates[0]!.open();
    await Promise.all(added);
  });

  it('runs a single item at once without a gather time', async () => {
    const { batcher, gates } = gatedBatcher({ gatherMs: () => 0, settleMs: 1_000 });
    const added = batcher.add(1);
    expect(gates.map((gate) => gate.items)).toEqual([[1]]);
    gates[0]!.open();
    await added;
  });

  it('reports when it is full and when it has room again', async () => {
    const { batcher, gates } = gatedBatcher();
    const first = batcher.add(19);
    const second = batcher.add(19);
    expect(batcher.untilRoom()).toBeUndefined();
    const third = batcher.add(19);
    const room = batcher.untilRoom();
    expect(room).toBeInstanceOf(Promise);
    gates[0]!.open();
    await room;
    gates[1]!.open();
    await Promise.all([first, second, third]);
  });
});
