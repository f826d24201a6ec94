import fc from 'fast-check';
import { Parser, Tokenizer } from 'htmlparser2';
import { QuickTokenizer } from './quick-tokenizer';

describe('the quick tokeniser', () => {
  it('replaces something', () => {
    expect(Object.hasOwn(Tokenizer.prototype, 'fastForwardTo')).toBe(true);
  });

  it('reads what the slow one reads', () => {
    const piece = fc.oneof(
      fc.constantFrom(...'p div script style title textarea svg'.split(' ')).map((tag) => `<${tag} a="b>'" c='"' d=e>`),
      fc.constantFrom(...'p div script style title textarea svg'.split(' ')).map((tag) => `</${tag} x>`),
      fc.constantFrom(
        '<!--',
        '-->',
        '--',
        '<![CDATA[',
        ']]>',
        '<?x',
        '<!d',
        '>',
        '<',
        '"',
        "'",
        '&amp;',
        'é',
        ' ',
        'a',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(60), (pieces, cut) => {
        const source = pieces.join('');
        const [quick, slow] = [QuickTokenizer, Tokenizer].map((tokenizer) => {
          const events: unknown[] = [];
          const parser = new Parser(
            {
              onopentag: (name, attributes) => events.push([name, { ...attributes }]),
              onclosetag: (name) => events.push(`/${name}`),
              ontext: (text) => events.push({ text }),
              oncomment: (comment) => events.push({ comment }),
            },
            { Tokenizer: tokenizer, decodeEntities: false },
          );
          parser.write(source.slice(0, cut));
          parser.end(source.slice(cut));
          return events;
        });
        expect(quick).toEqual(slow);
      }),
      { numRuns: 1000 },
    );
  });
});
