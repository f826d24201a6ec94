import { setImmediate as turn } from 'node:timers/promises';
import { FairSlots } from './fair-slots';

const never = new AbortController().signal;
const SPARE_AFTER_MS = 20;

let slots: FairSlots;
const order: string[] = [];
const releases = new Map<string, () => void>();

function open(capacity: number, spare = 0): void {
  slots = new FairSlots({ capacity, spare, spareAfterMs: SPARE_AFTER_MS });
  order.length = 0;
  releases.clear();
}

/** Work of the team that its first letter names. */
async function ask(name: string, signal = never): Promise<void> {
  const release = await slots.take(name.charAt(0), signal, { isUrgent: name.endsWith('!') });
  order.push(name);
  releases.set(name, release);
}

async function end(name: string): Promise<void> {
  releases.get(name)?.();
  await turn();
}

describe('FairSlots', () => {
  it('lets urgent work overtake without starving usual work', async () => {
    open(1);
    await ask('a1');
    for (const name of ['a2', 'a3', ...Array.from({ length: 9 }, (_, n) => `a urgent ${n + 1}!`)]) void ask(name);
    await turn();
    for (let count = 1; count < 12; count += 1) await end(order.at(-1) ?? '');
    const urgent = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, n) => `a urgent ${from + n}!`);
    expect(order).toEqual(['a1', ...urgent(1, 4), 'a2', ...urgent(5, 8), 'a3', ...urgent(9, 9)]);
  });

  it('gives the whole capacity to a single team', async () => {
    open(3);
    await Promise.all(['a1', 'a2', 'a3'].map((name) => ask(name)));
    void ask('a4');
    await turn();
    expect(order).toEqual(['a1', 'a2', 'a3']);
    expect([slots.running, slots.queued]).toEqual([3, 1]);
    await end('a2');
    expect(order.at(-1)).toBe('a4');
  });

  it('serves the team with the fewest running, then in turn', async () => {
    open(1);
    await ask('a1');
    for (const name of ['a2', 'a3', 'b1', 'b2', 'c1']) void ask(name);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    open(2);
    await Promise.all([ask('a1'), ask('a2')]);
    for (const name of ['a3', 'b1', 'b2']) void ask(name);
    await end('a1');
    await end('b1');
    await end('a2');
    expect(order).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  it('gives a team without running work a spare slot after a delay', async () => {
    open(2, 1);
    await Promise.all([ask('a1'), ask('a2')]);
    void ask('a3');
    const startedAt = performance.now();
    await ask('b1');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(SPARE_AFTER_MS - 3);
    void ask('b2');
    expect(order).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(order).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(order.at(-1)).toBe('b2');
  });

  it('gives urgent work a spare slot at once without starving usual work', async () => {
    open(2, 1);
    await Promise.all([ask('a1'), ask('a2')]);
    const waiting = ['a3', ...[1, 2, 3, 4, 5].map((n) => `a urgent ${n}!`), 'b urgent!'];
    for (const name of waiting) void ask(name);
    await turn();
    for (const name of ['a urgent 1!', 'b urgent!', 'a urgent 2!', 'a urgent 3!']) {
      expect(order.at(-1)).toBe(name);
      await end(name);
    }
    expect(order.at(-1)).toBe('a urgent 4!');
    await end('a urgent 4!');
    expect(order.at(-1)).toBe('a urgent 4!');
    await end('a1');
    expect(order.slice(-2)).toEqual(['a3', 'a urgent 5!']);
  });

  it('preserves the share of usual work against urgent work of other teams', async () => {
    open(4, 1);
    const running = new Set<string>();
    const work = async (name: string): Promise<void> => {
      const release = await slots.take(name.charAt(0), never, { isUrgent: name.endsWith('!') });
      running.add(name);
      releases.set(name, release);
    };
    for (let n = 0; n < 20; n += 1) {
      void work(`a${n}`);
      void work(`b${n}!`);
    }
    for (let ended = 0; ended < 20; ended += 1) {
      await turn();
      const oldest = [...running][0] ?? '';
      running.delete(oldest);
      releases.get(oldest)?.();
    }
    await turn();
    expect([...running].filter((name) => name.startsWith('a')).length).toBeGreaterThanOrEqual(2);
  });

  it('keeps urgent work within the capacity if there is no usual work', async () => {
    open(1, 1);
    await ask('a urgent 1!');
    void ask('a urgent 2!');
    await turn();
    expect(order).toEqual(['a urgent 1!']);
  });

  it('forgets cancelled waiters and ignores a second release', async () => {
    open(1);
    await ask('a1');
    const caller = new AbortController();
    const gone = ask('b1', caller.signal);
    void ask('c1');
    caller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    await expect(ask('b2', caller.signal)).rejects.toThrow('gone');
    await end('a1');
    await end('a1');
    expect(order).toEqual(['a1', 'c1']);
    expect([slots.running, slots.queued]).toEqual([1, 0]);
  });
});
