import { lacksContent } from './export-formats';

describe('lacksContent', () => {
  it.each<[string, unknown, string | undefined, boolean]>([
    ['a crawl of markdown has no rawHtml', { scrapeOptions: { formats: ['markdown'] } }, 'rawHtml', true],
    ['a crawl of rawHtml has it', { scrapeOptions: { formats: ['rawHtml'] } }, 'rawHtml', false],
    ['a batch of links has no markdown', { formats: ['links'] }, 'markdown', true],
    ['a format with options counts', { formats: [{ type: 'rawHtml' }] }, 'rawHtml', false],
    ['an unknown request may have all', undefined, 'rawHtml', false],
    ['every job has documents', { formats: ['links'] }, undefined, false],
  ])('finds that %s', (_, request, content, lacks) => {
    expect(lacksContent(request, content)).toBe(lacks);
  });
});
