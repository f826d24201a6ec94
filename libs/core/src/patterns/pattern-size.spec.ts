import { patternSize, patternSpread } from './pattern-size';

describe('patternSize', () => {
  it.each([
    ['^/blog/.*$', 10],
    ['a{100}', 101],
    ['a{2,50}', 51],
    ['a{7,}', 8],
    ['(ab){10}', 33],
    ['((a{10}){10}){10}', 1000],
    ['[abc]{3}', 4],
    ['[)]{3}', 4],
    ['\\({3}', 4],
    ['\\p{L}{3}', 4],
    ['\\Q(x)\\E{3}', 28],
    ['(?:a|b){5}', 35],
    [')){3}', 5],
    ['a{x}', 4],
    ['[\\pL\\PN]', 3],
    ['[^]]a', 3],
    ['[\\]a]{2}', 3],
    ['[abc', 4],
  ])('is an upper bound for %s', (pattern, least) => {
    expect(patternSize(pattern)).toBeGreaterThanOrEqual(least);
    expect(patternSize(pattern)).toBeLessThan(least * 2);
  });
});

describe('patternSize of hostile patterns', () => {
  it.each([
    ['open brackets', '['],
    ['open brackets and one that closes', '[', ']'],
    ['brackets closed by escapes only', '[\\]'],
    ['open properties', '\\p{'],
    ['open quotes', '\\Q'],
    ['open repetitions', '{1,'],
    ['groups', '('],
  ])('takes linear time for %s', (_, part, end = '') => {
    const from = performance.now();
    expect(patternSpread(part.repeat(300_000 / part.length) + end)).toBeGreaterThan(-1);
    expect(performance.now() - from).toBeLessThan(2000);
  });
});

describe('patternSpread', () => {
  it.each([
    ['^/a/long/word-of\\.plain\\/characters$', 0],
    ['^/blog/.*$', 2],
    ['^/docs/[^/]+/\\w+$', 4],
    ['^/(de|en|fr)/', 2],
    ['\\Qa.b*c\\E', 0],
    ['a.{900}x', 901],
    ['a{1000}', 1000],
    ['(ab){10}', 40],
    ['(a|b|ab){100}', 802],
  ])('does not count plain characters of %s', (pattern, spread) => {
    expect(patternSpread(pattern)).toBe(spread);
  });
});
