import fc from 'fast-check';
import { visitNameTokens, visitSlowly } from './name-tokens';

const tokensOf = (visit: typeof visitSlowly, value: string, kind: string): number[] => {
  const tokens: number[] = [];
  visit(value, kind, (token) => tokens.push(token));
  return tokens;
};

describe('visitNameTokens', () => {
  it('visits the same tokens as the implementation for other alphabets', () => {
    const piece = fc.oneof(
      fc.constantFrom(...'post Post-12 navBar nav__item--active ABc aB1C 007 - _ . :hover /x é ß'.split(' ')),
      fc.constantFrom(' ', '\n', '\t', '  ', '\u00a0', 'a', 'B', '9', 'x'.repeat(38)),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom('.', '#', 'label='), (pieces, kind) => {
        const value = pieces.join('');
        expect(tokensOf(visitNameTokens, value, kind)).toEqual(tokensOf(visitSlowly, value, kind));
      }),
      { numRuns: 2000 },
    );
  });

  it('visits a name and its parts, with digits as one 0', () => {
    const tokens = tokensOf(visitNameTokens, 'post-1234 entryContent', '.');
    expect(tokens).toEqual(
      tokensOf(visitNameTokens, 'post-7', '.').concat(tokensOf(visitSlowly, 'entry-content', '.')),
    );
    expect(tokens).toHaveLength(5);
  });
});
