import { patternSize } from './pattern-size';

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
  ])('of %s is not under-estimated', (pattern, least) => {
    expect(patternSize(pattern)).toBeGreaterThanOrEqual(least);
    expect(patternSize(pattern)).toBeLessThan(least * 2);
  });
});
