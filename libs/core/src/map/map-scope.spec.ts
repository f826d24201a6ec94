import { docsMap } from '../../test/docs-map';
import { listMapUrl, mapScope, mayVisit } from './map-scope';

const START = 'https://www.example.co.uk/docs/';

describe('listMapUrl', () => {
  it.each<[string, string | undefined, Parameters<typeof docsMap>[1]]>([
    ['https://www.example.co.uk/docs/a', 'https://www.example.co.uk/docs/a', {}],
    ['https://www.example.co.uk/docs/a/#part', 'https://www.example.co.uk/docs/a', {}],
    ['https://www.example.co.uk/docs/a//', 'https://www.example.co.uk/docs/a/', {}],
    ['https://www.example.co.uk/docs/a?x=1', 'https://www.example.co.uk/docs/a', {}],
    [
      'https://www.example.co.uk/docs/a/?x=1',
      'https://www.example.co.uk/docs/a/?x=1',
      { ignoreQueryParameters: false },
    ],
    ['https://user:word@www.example.co.uk/docs/a', 'https://www.example.co.uk/docs/a', {}],
    ['https://www.example.co.uk/docs', undefined, {}],
    ['https://www.example.co.uk/docs', 'https://www.example.co.uk/docs', { filterByPath: false }],
    ['https://www.example.co.uk/', 'https://www.example.co.uk', { filterByPath: false }],
    ['https://api.example.co.uk/docs/a', 'https://api.example.co.uk/docs/a', {}],
    ['https://api.example.co.uk/other', undefined, {}],
    ['https://api.example.co.uk/docs/a', undefined, { allowSubdomains: false }],
    ['https://example.co.uk/docs/a', 'https://example.co.uk/docs/a', { allowSubdomains: false }],
    ['https://other.co.uk/docs/a', undefined, {}],
    ['https://other.co.uk/a', 'https://other.co.uk/a', { allowExternalLinks: true }],
    ['https://www.example.co.uk/docs/a.pdf', 'https://www.example.co.uk/docs/a.pdf', {}],
    ['https://www.example.co.uk/docs/logo.png', 'https://www.example.co.uk/docs/logo.png', {}],
    ['https://www.example.co.uk/docs/a/b', undefined, { maxPathDepth: 2 }],
    ['https://www.example.co.uk/docs/a', undefined, { excludePaths: ['/a$'] }],
    ['https://www.example.co.uk/docs/a', undefined, { includePaths: ['/b$'] }],
    ['mailto:someone@example.co.uk', undefined, {}],
    ['not a url', undefined, {}],
  ])('lists %s as %s with %j', (url, listed, changes) => {
    expect(listMapUrl(url, START, mapScope(docsMap(START, changes)))?.url).toBe(listed);
  });

  it.each<[boolean, string, string, boolean]>([
    [true, 'http://example.co.uk/docs/a', 'https://www.example.co.uk/docs/a', true],
    [true, 'https://www.example.co.uk/docs/a/index.html', 'https://www.example.co.uk/docs/a', true],
    [true, 'https://api.example.co.uk/docs/a', 'https://www.example.co.uk/docs/a', false],
    [false, 'http://example.co.uk/docs/a', 'https://www.example.co.uk/docs/a', false],
    [false, 'https://www.example.co.uk/docs/a/', 'https://www.example.co.uk/docs/a', true],
  ])('with deduplicateSimilarURLs %s, the keys of %s and %s are equal: %s', (deduplicateSimilarURLs, a, b, same) => {
    const scope = mapScope(docsMap(START, { deduplicateSimilarURLs }));
    expect(listMapUrl(a, undefined, scope)?.key === listMapUrl(b, undefined, scope)?.key).toBe(same);
  });
});

describe('mayVisit', () => {
  it.each<[string, boolean]>([
    ['https://www.example.co.uk/docs/a', true],
    ['https://api.example.co.uk/docs/a', true],
    ['https://www.example.co.uk/docs/logo.png', false],
    ['https://other.co.uk/', false],
    ['https://www.example.co.uk/docs/a/a/a/a/a/a/a/a', false],
  ])('%s: %s', (url, may) => {
    expect(mayVisit(url, START, mapScope(docsMap(START)))).toBe(may);
  });
});
