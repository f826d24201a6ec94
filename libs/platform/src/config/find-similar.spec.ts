import { findSimilar } from './find-similar';

const known = ['url', 'wait', 'write', 'markdown', 'milliseconds', 'selector'];

describe('findSimilar', () => {
  it.each([
    ['ulr', 'url'],
    ['rul', 'url'],
    ['urls', 'url'],
    ['wiat', 'wait'],
    ['wite', 'write'],
    ['markdwon', 'markdown'],
    ['miliseconds', 'milliseconds'],
  ])('corrects %s to %s', (word, meant) => {
    expect(findSimilar(word, known)).toBe(meant);
  });

  it.each(['', 'x', 'lru', 'html', 'aitw', 'wait', 'url', 'text', 'millimetres', 'x'.repeat(1_000_000)])(
    'finds nothing for known and unrelated words (%#)',
    (word) => {
      expect(findSimilar(word, known)).toBeUndefined();
    },
  );
});
