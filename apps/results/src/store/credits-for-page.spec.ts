import { creditsForPage } from './credits-for-page';

describe('creditsForPage', () => {
  test.each([
    ['1 for a page', { proxyUsed: 'basic' }, true, 1],
    ['4 more for the stealth proxy', { proxyUsed: 'stealth' }, true, 5],
    ['1 per page of a parsed PDF', { proxyUsed: 'basic', numPages: 7 }, true, 7],
    ['1 for an unparsed PDF', { proxyUsed: 'basic', numPages: 7 }, false, 1],
    ['both for a parsed PDF through the stealth proxy', { proxyUsed: 'stealth', numPages: 3 }, true, 7],
    ['1 for a PDF without pages', { proxyUsed: 'basic', numPages: 0 }, true, 1],
  ] as const)('charges %s', (_, metadata, parse, credits) => {
    expect(creditsForPage(metadata, { formats: [], pdf: { parse } })).toBe(credits);
  });
});
