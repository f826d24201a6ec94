import { InputThreads } from './input-threads';

let threads: InputThreads;
beforeEach(() => {
  threads = new InputThreads();
});
afterEach(() => threads.close());

/** Takes more than the time limit of a request to compile. */
const heavy = (seed: string) => ({
  anyOf: Array.from({ length: 20_000 }, (_, n) => ({ type: 'object', required: [`${seed}${n}`] })),
  unevaluatedProperties: false,
});

const TOO_INVOLVED = 'It is too large or too involved.';

describe('checkSchemas', () => {
  it('accepts a schema that was not checked before because others used the time limit', async () => {
    const victim = { type: 'string' };
    const [heavyFault, victimFault] = await threads.checkSchemas([heavy('a'), victim]);
    expect(heavyFault).toBe(TOO_INVOLVED);
    expect(victimFault).toMatch(/^It was not checked: /);
    expect(await threads.checkSchemas([victim])).toEqual([undefined]);
  });

  it('remembers a schema that had the whole time limit', async () => {
    const schema = heavy('b');
    expect(await threads.checkSchemas([schema])).toEqual([TOO_INVOLVED]);
    const from = performance.now();
    expect(await threads.checkSchemas([schema])).toEqual([TOO_INVOLVED]);
    expect(performance.now() - from).toBeLessThan(500);
  });

  it('reports a fault whose verdict is evicted while other schemas are checked', async () => {
    const invalid = { type: 'nonsense' };
    const [fault] = await threads.checkSchemas([invalid]);
    expect(fault).toMatch(/./);
    const evicting = Array.from({ length: 1_000 }, (_, n) => ({ type: 'nonsense', title: `${n}` }));
    const faults = await threads.checkSchemas([invalid, ...evicting]);
    expect(faults[0]).toBe(fault);
  });
});
