import { InputThreads } from './input-threads';

let threads: InputThreads;
beforeEach(() => {
  threads = new InputThreads();
});
afterEach(() => threads.close());

const heavy = (seed: string) => ({
  anyOf: Array.from({ length: 20_000 }, (_, n) => ({ type: 'object', required: [`${seed}${n}`] })),
  unevaluatedProperties: false,
});

const TOO_COMPLEX = 'It is too large or too complex.';

describe('checkSchemas', () => {
  it('accepts a schema that was left unchecked because others used the time limit', async () => {
    const victim = { type: 'string' };
    const [heavyFault, victimFault] = await threads.checkSchemas([heavy('a'), victim]);
    expect(heavyFault).toBe(TOO_COMPLEX);
    expect(victimFault).toMatch(/^It was not checked: /);
    expect(await threads.checkSchemas([victim])).toEqual([undefined]);
  });

  it('remembers a schema that exceeded the whole time limit', async () => {
    const schema = heavy('b');
    expect(await threads.checkSchemas([schema])).toEqual([TOO_COMPLEX]);
    const from = performance.now();
    expect(await threads.checkSchemas([schema])).toEqual([TOO_COMPLEX]);
    expect(performance.now() - from).toBeLessThan(500);
  });

  it('reports the error of a schema evicted from the cache meanwhile', async () => {
    const invalid = { type: 'nonsense' };
    const [fault] = await threads.checkSchemas([invalid]);
    expect(fault).toMatch(/./);
    const evicting = Array.from({ length: 1_000 }, (_, n) => ({ type: 'nonsense', title: `${n}` }));
    const faults = await threads.checkSchemas([invalid, ...evicting]);
    expect(faults[0]).toBe(fault);
  });
});
