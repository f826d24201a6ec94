import { kindsOfPages } from '../../../test/kinds-of-pages';
import { splitSections } from '../../../test/split-sections';
import { parseHtml } from '../../tree/parse-html';
import { elementsOf, textOf } from '../../tree/walk';
import { toMarkdown } from './to-markdown';

const split = (html: string) => splitSections(toMarkdown(parseHtml(html).root));

describe('The sections of a document', () => {
  it('have the path of their headings, and tables and code whole', () => {
    const html =
      '<p>x</p><h1>A</h1><div><p>a</p><h2>B <code>b</code></h2></div><pre># no heading\n\n## nor this</pre>' +
      '<h3>C</h3><table><tr><th>h<th>i<tr><td>1<br># 2<td>3</table><h2>D</h2><ul><li># e</ul>';
    expect(split(html)).toEqual([
      { path: [], level: 0, text: 'x' },
      { path: ['A'], level: 1, text: 'a' },
      { path: ['A', 'B `b`'], level: 2, text: '```\n# no heading\n\n## nor this\n```' },
      { path: ['A', 'B `b`', 'C'], level: 3, text: '| h | i |\n| --- | --- |\n| 1<br># 2 | 3 |' },
      { path: ['A', 'D'], level: 2, text: '- \\# e' },
    ]);
  });

  // The heading of a card in a list belongs to the item.
  it.each(kindsOfPages)('begin at each heading of a page, at its level: $kind', ({ html }) => {
    const headings = [...elementsOf(parseHtml(html).body)].filter(
      (element) =>
        /^h[1-6]$/.test(element.localName) && element.parentNode?.localName !== 'li' && textOf(element).trim() !== '',
    );
    const levels = split(html).flatMap(({ level }) => (level === 0 ? [] : [level]));
    expect(levels).toEqual(headings.map(({ localName }) => Number(localName.charAt(1))));
  });

  it.each([
    ['a heading in a link', '<a href=/x><h2>A</h2><p>b</p></a>'],
    ['a heading with a line break', '<h2>A<br>b</h2>'],
    ['a heading in emphasis', '<b><h2>A</h2></b>'],
    ['a heading right behind text', 'x<h2>A</h2>y'],
    ['a heading behind a list', '<ul><li>x</ul><h2>A</h2>'],
    ['a heading behind code that has a fence', '<pre>```\n# x</pre><h2>A</h2>'],
  ])('begin at %s', (_title, html) => {
    expect(split(html).filter(({ level }) => level > 0)).toHaveLength(1);
  });
});
