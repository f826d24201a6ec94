import fc from 'fast-check';
import { IntMap } from './int-map';

describe('IntMap', () => {
  it('has the same entries as a Map', () => {
    // Multiples of 2^28 collide.
    const key = fc.oneof(
      fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
      fc.integer({ min: -8, max: 7 }).map((number) => number << 28),
    );
    const entries = fc.array(fc.tuple(key, fc.integer({ min: 1, max: 9 })), { maxLength: 200 });
    fc.assert(
      fc.property(entries, fc.array(key, { maxLength: 20 }), fc.nat(100), (set, others, expected) => {
        const model = new Map(set);
        const map = IntMap.from(set, expected);
        expect(map.size).toBe(model.size);
        for (const asked of [...model.keys(), ...others, 0]) expect(map.get(asked)).toBe(model.get(asked) ?? 0);
      }),
    );
  });

  it('keeps values as 32-bit floats', () => {
    expect(IntMap.from([[7, 0.1]]).get(7)).toBe(Math.fround(0.1));
  });

  it('takes 0, and what is too small for a float, for nothing', () => {
    const map = new IntMap();
    map.set(7, 0);
    expect(map.size).toBe(0);
    expect(map.get(7)).toBe(0);
    map.set(7, 1e-50);
    expect([map.size, map.get(7)]).toEqual([0, 0]);
  });
});
