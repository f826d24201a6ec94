import fc from 'fast-check';
import { parseHtml } from '../../tree/parse-html';
import { serializeChildren } from '../../tree/serialize-html';
import { textOf } from '../../tree/walk';
import { collapseWhiteSpace } from './collapse-white-space';
import { toMarkdown } from './to-markdown';

function collapse(html: string) {
  const { body } = parseHtml(html);
  collapseWhiteSpace(body);
  return body;
}

describe('collapseWhiteSpace', () => {
  it.each([
    ['collapses runs to one space', '<p>a \n\t b</p>', '<p>a b</p>'],
    ['removes white space at block edges', ' <p> a </p> <div> b <p> c </p> d </div> ', '<p>a</p><div>b<p>c</p>d</div>'],
    ['removes white space next to a line break', 'a <br> b', 'a<br>b'],
    ['keeps one space between inline elements', '<b>a </b> <i> b</i> <i>c</i>', '<b>a </b><i>b</i> <i>c</i>'],
    ['keeps spaces next to replaced elements', 'a <img src=x> b <input> c', 'a <img src="x"> b <input> c'],
    [
      'keeps all of a listing, and of code',
      '<pre> a\n b </pre> <code> c  d </code> e',
      '<pre> a\n b </pre><code> c  d </code> e',
    ],
    ['keeps non-breaking spaces', 'a &nbsp; b', 'a &nbsp; b'],
    ['keeps an inline element that is only a space', 'a<b>&nbsp;</b>c', 'a<b>&nbsp;</b>c'],
    [
      'keeps them beside what stands in the line',
      '<b>a</b>&nbsp;<b>b</b> <img src=x>&nbsp;',
      '<b>a</b>&nbsp;<b>b</b> <img src="x">&nbsp;',
    ],
    [
      'takes out those that are all of a line',
      '<p>a<br>&nbsp;<br>b</p>\n&nbsp; &nbsp;\n<p>c',
      '<p>a<br><br>b</p><p>c</p>',
    ],
    ['removes invisible characters', 'a&shy;b&#8203;c&#8288;d&#65279;', 'abcd'],
  ])('%s', (_title, html, expected) => {
    expect(serializeChildren(collapse(html))).toBe(expected);
  });

  it('keeps all words separate and is idempotent', () => {
    const piece = fc.oneof(
      fc.constantFrom(...'p div b i span br img pre li input code'.split(' ')).map((tag) => `<${tag} src=x>`),
      fc.constantFrom(...'p div b i span pre li code'.split(' ')).map((tag) => `</${tag}>`),
      fc.constantFrom(' ', '\n', ' \t ', 'a', ' a', 'a ', ' a\n b ', '&nbsp;', ' &nbsp; '),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), (pieces) => {
        const html = pieces.join('');
        // A line ends at the edge of a block, with or without white space.
        const spaced = (body: ReturnType<typeof collapse>) =>
          textOf(parseHtml(serializeChildren(body).replace(/(<(?:\/?(?:p|div|pre|li)|br)\b)/g, ' $1')).body)
            .split(/\s+/)
            .filter((word) => word !== '');
        const once = collapse(html);
        expect(spaced(once)).toEqual(spaced(parseHtml(html).body));
        const written = serializeChildren(once);
        collapseWhiteSpace(once);
        expect(serializeChildren(once)).toBe(written);
      }),
      { numRuns: 1000 },
    );
  });
});

const convertLine = (body: string) => toMarkdown(parseHtml(`<p>${body}</p>`).root);

describe('zero-width joiners', () => {
  it.each([
    ['are removed without effect', '<b>Faster<br>\u200d</b>Tools \u200cnow', '**Faster**  \nTools now'],
    [
      'are kept between letters and emoji',
      'می\u200cخواهم 👩\u200d🔬 👩🏽\u200d🔬',
      'می\u200cخواهم 👩\u200d🔬 👩🏽\u200d🔬',
    ],
  ])('%s', (_, html, markdown) => {
    expect(convertLine(html)).toBe(markdown);
  });
});
