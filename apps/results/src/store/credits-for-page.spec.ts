import { creditsForPage } from './credits-for-page';

describe('creditsForPage', () => {
  test.each([
    ['a page costs 1', { proxyUsed: 'basic' }, true, 1],
    ['the stealth proxy costs 4 more', { proxyUsed: 'stealth' }, true, 5],
    ['a parsed PDF costs 1 a page', { proxyUsed: 'basic', numPages: 7 }, true, 7],
    ['an unparsed PDF costs 1', { proxyUsed: 'basic', numPages: 7 }, false, 1],
    ['a parsed PDF through the stealth proxy costs both', { proxyUsed: 'stealth', numPages: 3 }, true, 7],
    ['a PDF without pages costs 1', { proxyUsed: 'basic', numPages: 0 }, true, 1],
  ] as const)('charges %s', (_, metadata, parse, credits) => {
    expect(creditsForPage(metadata, { formats: [], pdf: { parse } })).toBe(credits);
  });
});
