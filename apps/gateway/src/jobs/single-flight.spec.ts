import { SingleFlight } from './single-flight';

/** Numbered reads that complete when told to. */
function numberedReads() {
  const begun: ((fails?: boolean) => void)[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const number = begun.length + 1;
      begun.push((fails) => (fails ? reject(new Error(`read ${number}`)) : resolve(number)));
    });
  return { begun, read };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('SingleFlight', () => {
  it('starts a read after each call, and shares it among waiting callers', async () => {
    const reads = new SingleFlight<number>();
    const { begun, read } = numberedReads();
    const ask = () => reads.read('a', read);
    const first = ask();
    const second = [ask(), ask(), ask()];
    begun[0]!();
    expect(await first).toBe(1);
    await settle();
    const third = ask();
    begun[1]!();
    expect(await Promise.all(second)).toEqual([2, 2, 2]);
    await settle();
    begun[2]!();
    expect(await third).toBe(3);
    await settle();
    void ask();
    expect(begun).toHaveLength(4);
  });

  it('rejects only the callers of a failed read, separately by key', async () => {
    const reads = new SingleFlight<number>();
    const { begun, read } = numberedReads();
    const first = reads.read('a', read);
    const second = reads.read('a', read);
    const other = reads.read('b', read);
    begun[0]!(true);
    begun[1]!();
    await expect(first).rejects.toThrow('read 1');
    expect(await other).toBe(2);
    await settle();
    begun[2]!();
    expect(await second).toBe(3);
  });
});
