import { PartitionProgress } from './partition-progress';

const taken = (...offsets: number[]) => {
  const progress = new PartitionProgress();
  for (const offset of offsets) progress.take(offset);
  return progress;
};

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('PartitionProgress', () => {
  it('commits only the contiguous run of finished messages', () => {
    const progress = taken(5, 6, 7, 8);
    expect(progress.committable()).toBe(5);
    progress.finish(6);
    progress.finish(8);
    expect(progress.committable()).toBe(5);
    progress.finish(5);
    expect(progress.committable()).toBe(7);
    progress.finish(7);
    expect(progress.committable()).toBe(9);
  });

  it('has nothing to commit before the first message and after a commit', () => {
    expect(new PartitionProgress().uncommitted()).toBeUndefined();
    const progress = taken(0);
    progress.finish(0);
    expect(progress.uncommitted()).toBe(1);
    progress.commit(1);
    expect(progress.uncommitted()).toBeUndefined();
    expect(progress.uncommittedCount).toBe(0);
  });

  it('recognizes messages that are redelivered after a rejoin', () => {
    const progress = taken(0, 1, 2);
    progress.finish(1);
    expect([0, 1, 2, 3].map((offset) => progress.take(offset))).toEqual([false, false, false, true]);
  });

  it('rejects a batch with a gap once and accepts its repetition', () => {
    const progress = taken(0, 1);
    expect([5, 2, 5, 5].map((offset) => progress.accepts(offset))).toEqual([false, true, false, true]);
  });

  it('keeps only committed offsets when another consumer may have had the partition', () => {
    const progress = taken(0, 1, 2);
    progress.finish(0);
    progress.commit(1);
    progress.finish(1);
    const next = progress.restart();
    expect(next.accepts(2)).toBe(false);
    expect(next.accepts(1)).toBe(true);
    expect(next.take(1)).toBe(true);
  });

  it('commits up to the first open message, whatever the order', () => {
    // Offsets have gaps and some are redelivered.
    const random = seededRandom(7);
    const progress = new PartitionProgress();
    const open = new Set<number>();
    let position = 0;
    for (let step = 0; step < 5_000; step += 1) {
      const offset = random() < 0.1 ? Math.floor(random() * position) : position + Math.floor(random() * 3);
      const finished = [...open][Math.floor(random() * open.size * 2)];
      if (progress.take(offset)) open.add(offset);
      position = Math.max(position, offset + 1);
      if (finished !== undefined) {
        progress.finish(finished);
        open.delete(finished);
      }
      expect(progress.committable()).toBe(Math.min(position, ...open));
      if (step % 50 === 0) progress.commit(progress.committable()!);
    }
  });

  it('takes the same time with many open messages as with few', () => {
    const count = 100_000;
    const progress = new PartitionProgress();
    for (let offset = 0; offset < count; offset += 1) progress.take(offset);
    const startedAt = performance.now();
    for (let offset = count - 1; offset >= 0; offset -= 1) {
      progress.finish(offset);
      const done = progress.uncommitted();
      if (done !== undefined) progress.commit(done);
    }
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(progress.uncommittedCount).toBe(0);
  });

  it('counts unfinished messages, fetched or not', () => {
    const progress = taken();
    expect(progress.lag).toBe(0);
    progress.accepts(5);
    progress.see(9);
    progress.take(5);
    progress.take(6);
    expect(progress.lag).toBe(4);
    progress.finish(5);
    expect(progress.lag).toBe(3);
    progress.see(12);
    expect(progress.lag).toBe(6);
  });
});
