import { storableText, storableValue } from './storable';

describe('storableText and storableValue', () => {
  test.each([
    ['keeps ordinary text', 'Grüße 😀', 'Grüße 😀'],
    ['drops U+0000', 'a\u0000b', 'ab'],
    ['replaces half a surrogate pair', 'a\ud83d!\ude00', 'a\ufffd!\ufffd'],
  ])('makes text storable: %s', (_, text, expected) => {
    expect(storableText(text)).toBe(expected);
  });

  it('converts all keys and strings of a value', () => {
    const value = { 'k\u0000': ['x\u0000', { n: 1, deep: '\ud800' }], none: null };
    expect(storableValue(value)).toEqual({ k: ['x', { n: 1, deep: '\ufffd' }], none: null });
  });
});
