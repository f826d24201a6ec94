import { mergeValues } from './merge-values';

it.each<[string, unknown[], unknown]>([
  ['concatenates lists', [[1, 2], [3]], [1, 2, 3]],
  ['removes equal entries of lists', [[{ a: 1, b: [2] }], [{ b: [2], a: 1 }, { a: 1 }]], [{ a: 1, b: [2] }, { a: 1 }]],
  [
    'keeps entries that differ in order',
    [[['a', 'b']], [['b', 'a']]],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
  ],
  ['keeps the number and its text', [[1], ['1']], [1, '1']],
  ['adds a single value to a list', [['a'], 'b', null], ['a', 'b']],
  ['returns the first non-empty scalar', [null, '', 'first', 'second'], 'first'],
  ['keeps false and 0', [null, false, true], false],
  [
    'merges objects by key',
    [
      { a: 1, b: null },
      { a: 2, b: 3, c: 4 },
    ],
    { a: 1, b: 3, c: 4 },
  ],
  [
    'merges nested objects and their lists',
    [{ shop: { name: null, lamps: ['desk'] } }, { shop: { name: 'Lamps', lamps: ['floor', 'desk'] } }],
    { shop: { name: 'Lamps', lamps: ['desk', 'floor'] } },
  ],
  ['ignores a value of another type', [{ a: [1] }, 'text', { a: { b: 1 } }], { a: [1, { b: 1 }] }],
  ['keeps a key that is always empty', [{ a: null }, { a: [] }], { a: [] }],
  [
    'keeps a key named as a property of objects',
    [JSON.parse('{"__proto__": [1]}'), JSON.parse('{"__proto__": [2]}')],
    JSON.parse('{"__proto__": [1, 2]}'),
  ],
  ['returns null if all values are null', [null, null], null],
  ['returns undefined without values', [], undefined],
])('%s', (_, values, merged) => {
  expect(mergeValues(values)).toEqual(merged);
});

it('merges 20,000 lists in linear time', () => {
  const values = Array.from({ length: 20_000 }, (_, n) => ({ lamps: [{ name: `Lamp ${n}` }, { name: 'Same' }] }));
  const from = performance.now();
  expect((mergeValues(values) as { lamps: unknown[] }).lamps).toHaveLength(20_001);
  expect(performance.now() - from).toBeLessThan(2000);
});
