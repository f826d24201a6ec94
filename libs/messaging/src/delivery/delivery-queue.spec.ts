import { DeliveryQueue } from './delivery-queue';

const entry = (line: string, n: number) => ({ line, n, bytes: 10 });
type Entry = ReturnType<typeof entry>;

describe('DeliveryQueue', () => {
  it('returns one message per line at a time, in order, alternating between lines', () => {
    const queue = new DeliveryQueue<Entry>('by-key');
    const messages = [entry('a', 1), entry('a', 2), entry('b', 3), entry('a', 4)];
    for (const message of messages) queue.add(message);
    expect([queue.take()?.n, queue.take()?.n, queue.take()]).toEqual([1, 3, undefined]);
    queue.finish(messages[0]!);
    expect([queue.take()?.n, queue.take()]).toEqual([2, undefined]);
    queue.finish(messages[2]!);
    queue.finish(messages[1]!);
    expect(queue.take()?.n).toBe(4);
    expect([queue.count, queue.bytes]).toEqual([0, 0]);
  });

  it('puts a message back before later messages of its line', () => {
    const queue = new DeliveryQueue<Entry>('by-key');
    queue.add(entry('a', 1));
    const first = queue.take()!;
    queue.add(entry('a', 2));
    queue.putBack(first);
    expect([queue.count, queue.bytes]).toEqual([2, 20]);
    expect(queue.take()?.n).toBe(1);
  });

  it('returns all messages of a parallel topic at once, whatever their keys', () => {
    const queue = new DeliveryQueue<Entry>('parallel');
    for (let n = 0; n < 3; n += 1) queue.add(entry('same', n));
    expect([queue.take()?.n, queue.take()?.n, queue.take()?.n]).toEqual([0, 1, 2]);
  });

  it('drops messages and keeps the order of the rest', () => {
    const queue = new DeliveryQueue<Entry>('by-key');
    for (let n = 0; n < 6; n += 1) queue.add(entry(n % 2 === 0 ? 'even' : 'odd', n));
    const out = queue.take()!;
    queue.drop(({ n }) => n < 4);
    expect([queue.count, queue.bytes]).toEqual([2, 20]);
    expect(queue.take()?.n).toBe(5);
    expect(queue.take()).toBeUndefined();
    queue.finish(out);
    expect(queue.take()?.n).toBe(4);
  });
});
