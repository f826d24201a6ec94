import { parseUrl } from './parse-url';

describe('parseUrl', () => {
  it.each([
    ['https://example.com', undefined, 'https://example.com/'],
    ['/a?b', 'https://example.com/c', 'https://example.com/a?b'],
    ['http://例え.example/', undefined, 'http://xn--r8jz45g.example/'],
    ['http://bücher.example/', undefined, 'http://xn--bcher-kva.example/'],
    ['//bücher.example/', 'https://example.com/', 'https://xn--bcher-kva.example/'],
    ['http://example.com/ü', undefined, 'http://example.com/%C3%BC'],
    ['/a', undefined, undefined],
    ['http://a b/', undefined, undefined],
    ['http://ü b/', undefined, undefined],
    ['', undefined, undefined],
  ])('reads %j against %j as %j', (text, base, expected) => {
    expect(parseUrl(text, base)?.href).toBe(expected);
  });

  it.each([
    ['', 'http://bücher.example/', undefined],
    ['the base with ', '/a', 'http://bücher.example/'],
  ])('parses %sa Latin-1 name after any number of URLs', (_, text, base) => {
    // Enough calls for the engine to optimize the function.
    for (let index = 0; index < 100_000; index++) parseUrl(text, base);
    expect(parseUrl(text, base)?.hostname).toBe('xn--bcher-kva.example');
  });
});
