import { creditsForPage } from './credits-for-page';
import { storableText, storableValue } from './storable';

describe('creditsForPage', () => {
  test.each([
    ['a page costs 1', { proxyUsed: 'basic' }, true, 1],
    ['the stealth proxy costs 4 more', { proxyUsed: 'stealth' }, true, 5],
    ['a parsed PDF costs 1 a page', { proxyUsed: 'basic', numPages: 7 }, true, 7],
    ['an unparsed PDF costs 1', { proxyUsed: 'basic', numPages: 7 }, false, 1],
    ['a parsed PDF through the stealth proxy costs both', { proxyUsed: 'stealth', numPages: 3 }, true, 7],
    ['a PDF without pages costs 1', { proxyUsed: 'basic', numPages: 0 }, true, 1],
  ] as const)('%s', (_, metadata, parse, credits) => {
    expect(creditsForPage(metadata, { pdf: { parse } })).toBe(credits);
  });
});

describe('storable text', () => {
  test.each([
    ['keeps ordinary text', 'Grüße 😀', 'Grüße 😀'],
    ['drops U+0000', 'a\u0000b', 'ab'],
    ['replaces half a surrogate pair', 'a\ud83d!\ude00', 'a\ufffd!\ufffd'],
  ])('%s', (_, text, expected) => {
    expect(storableText(text)).toBe(expected);
  });

  it('reaches every key and string of a value', () => {
    const value = { 'k\u0000': ['x\u0000', { n: 1, deep: '\ud800' }], none: null };
    expect(storableValue(value)).toEqual({ k: ['x', { n: 1, deep: '\ufffd' }], none: null });
  });
});
