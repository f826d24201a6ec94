import { expectRendered } from '../../../test/expect-rendered';
import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

type Case = [title: string, html: string, markdown: string, sameAs?: string];

describe('data tables', () => {
  it.each<Case>([
    ['no header', '<table><tr><td>1<td>2<tr><td>3<td>4</table>', '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |'],
    [
      'headers of rows only',
      '<table><tr><th>Name<td>Bob<tr><th>Age<td>5</table>',
      '|  |  |\n| --- | --- |\n| Name | Bob |\n| Age | 5 |',
      '<table><tr><td>Name<td>Bob<tr><td>Age<td>5</table>',
    ],
    [
      'headers of rows and columns',
      '<table><tr><td></td><th>A<th>B<tr><th>x<td>1<td>2</table>',
      '|  | A | B |\n| --- | --- | --- |\n| x | 1 | 2 |',
      '<table><tr><th></th><th>A<th>B<tr><td>x<td>1<td>2</table>',
    ],
    [
      'several rows of headers, and a foot before the body',
      '<table><thead><tr><th colspan=2>A<tr><th>a<th>b</thead><tfoot><tr><td>s<td>t</tfoot><tbody><tr><td>1<td>2</table>',
      '| A |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |\n| s | t |',
      '<table><tr><th>A<th><tr><td>a<td>b<tr><td>1<td>2<tr><td>s<td>t</table>',
    ],
    [
      'nothing but a header',
      '<table><caption>C</caption><thead><tr><th>A<th>B</table>',
      'C\n\n| A | B |\n| --- | --- |',
    ],
    ['one row', '<table><tr><td>a<td>b</table>', '|  |  |\n| --- | --- |\n| a | b |'],
    ['one column', '<table><tr><td>a<tr><td>b</table>', '|  |\n| --- |\n| a |\n| b |'],
    [
      'empty rows, empty cells and rows that are too short',
      '<table><tr><th>A<th>B<tr><td><td><tr></tr><tr><td>1</table>',
      '| A | B |\n| --- | --- |\n|  |  |\n| 1 |',
      '<table><tr><th>A<th>B<tr><td>1<td></table>',
    ],
    [
      'rows longer than the header',
      '<table><tr><th>A<tr><td>1<td>2</table>',
      '| A |  |\n| --- | --- |\n| 1 | 2 |',
      '<table><tr><th>A<th><tr><td>1<td>2</table>',
    ],
    [
      'cells that span columns and rows',
      '<table><tr><td rowspan=2>1<td>2<td>3<tr><td colspan=2>4<tr><td rowspan=0>5<td>6<td>7<tr><td>8<td>9</table>',
      '|  |  |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 |  |\n| 5 | 6 | 7 |\n|  | 8 | 9 |',
      '<table><tr><td>1<td>2<td>3<tr><td><td>4<td><tr><td>5<td>6<td>7<tr><td><td>8<td>9</table>',
    ],
    [
      'an empty header above data',
      '<table><thead><tr><th><th></thead><tbody><tr><td>1<td>2<tr><td>3<td>4</table>',
      '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    ],
    [
      'an empty cell that spans rows of headers',
      '<table><tr><th rowspan=2><th><th><tr><th>A<th>B<tr><td>x<td>1<td>2</table>',
      '|  |  |  |\n| --- | --- | --- |\n|  | A | B |\n| x | 1 | 2 |',
      '<table><tr><th><th><th><tr><td><td>A<td>B<tr><td>x<td>1<td>2</table>',
    ],
    [
      'columns at the end that are empty in every row, or in the only one that has them',
      '<table><tr><th>A<th>B<th><tr><td>1<td>2<td><td>&nbsp;<tr><td>3<td><td></table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |',
      '<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td></table>',
    ],
    [
      'columns at the end of which one row has a text or an image',
      '<table><tr><th>A<th><th>C<tr><td>1<td><td><tr><td>2<td><td><td><img src=i alt=x></table>',
      '| A |  | C |  |\n| --- | --- | --- | --- |\n| 1 |  |  |\n| 2 |  |  | ![x](i) |',
      '<table><tr><th>A<th><th>C<th><tr><td>1<td><td><td><tr><td>2<td><td><td><img src=i alt=x></table>',
    ],
    [
      'columns aligned by attribute, style and class',
      '<table><tr><th align=right>A<th style="text-align: center">B<th>C<tr><td>1<td>2<td class=text-right>3</table>',
      '| A | B | C |\n| --: | :-: | --: |\n| 1 | 2 | 3 |',
      '<table><tr><th align=right>A<th align=center>B<th align=right>C<tr><td align=right>1<td align=center>2<td align=right>3</table>',
    ],
    [
      'pipes, in text, code, links and formulas',
      '<table><tr><th>a|b<th>B<tr><td><code>x || y</code><td><a href="/a|b">c|d</a><tr><td><script type="math/tex">|x|</script><td></table>',
      '| a\\|b | B |\n| --- | --- |\n| `x \\|\\| y` | [c\\|d](/a\\|b) |\n| $\\|x\\|$ |  |',
      '<table><tr><th>a|b<th>B<tr><td><code>x || y</code><td><a href="/a|b">c|d</a><tr><td>$|x|$<td></table>',
    ],
    [
      'pipes behind backslashes in code',
      '<table><tr><th>A<th>B<tr><td><code>a\\|b*</code><td>c</table>',
      '| A | B |\n| --- | --- |\n| <code>a&#92;&#124;b&#42;</code> | c |',
    ],
    [
      'pipes behind backslashes in formulas',
      '<table><tr><th>A<th>B<tr><td>\\(\\|x_1\\|\\)<td>c</table>',
      '| A | B |\n| --- | --- |\n| $\\Vert x_1\\Vert $ | c |',
      '<table><tr><th>A<th>B<tr><td>$\\Vert x_1\\Vert $<td>c</table>',
    ],
    [
      'line breaks and paragraphs',
      '<table><tr><th>A<th>B<tr><td>a<br>b<td><p>c</p><p>d</p></table>',
      '| A | B |\n| --- | --- |\n| a<br>b | c<br>d |',
    ],
    [
      'lists in cells',
      '<table><tr><th>A<th>B<tr><td>x<ul><li>y <b>b</b><ul><li>deep</ul><li>z</ul>w<td><ol start=3><li>a|b</ol></table>',
      '| A | B |\n| --- | --- |\n| x<ul><li>y **b**<ul><li>deep</li></ul></li><li>z</li></ul>w | <ol start="3"><li>a\\|b</li></ol> |',
    ],
    [
      'listings and quotes in cells',
      '<table><tr><th>A<th>B<tr><td><pre><code class="language-js">a = *b*;\n\n  c | d</code></pre><td><blockquote>q</blockquote></table>',
      '| A | B |\n| --- | --- |\n| <pre><code class="language-js">a = &#42;b&#42;;&#10;&#10;  c &#124; d</code></pre> | <blockquote>q</blockquote> |',
    ],
    [
      'text that only looks like the tags of those',
      '<table><tr><th>A<th>B<tr><td>&lt;ul&gt;<br>x<td>a</table>',
      '| A | B |\n| --- | --- |\n| \\<ul><br>x | a |',
    ],
    [
      'links, images and headings in cells',
      '<table><tr><th><h3>A</h3><th>B<tr><td><a href=/x>l</a><td><img src=i alt=x></table>',
      '| A | B |\n| --- | --- |\n| [l](/x) | ![x](i) |',
      '<table><tr><th>A<th>B<tr><td><a href=/x>l</a><td><img src=i alt=x></table>',
    ],
    [
      'a place in an item and in a quote',
      '<ul><li>i<table><tr><th>A<th>B<tr><td>1<td>2</table></ul><blockquote><table><tr><th>A<tr><td>1</table></blockquote>',
      '- i\n\n  | A | B |\n  | --- | --- |\n  | 1 | 2 |\n\n> | A |\n> | --- |\n> | 1 |',
    ],
  ])('are written with %s', (_title, html, markdown, sameAs = html) => {
    const written = convert(html);
    expect(written).toBe(markdown);
    expectRendered(written, sameAs);
  });
});

describe('layout tables', () => {
  it.each<Case>([
    ['one cell', '<table><tr><td>a</table>', 'a'],
    ['no text at all', '<table><tr><td><td></table>x', 'x'],
    ['adjacent paragraphs', '<table><tr><td><p>a</p><td>b</table>', 'a\n\nb'],
    ['a menu', '<table><tr><td><a href=/a>A</a><td><a href=/b>B</a></table>', '[A](/a)\n\n[B](/b)'],
    ['headings', '<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>', '## a\n\nb\n\nc\n\nd'],
    ['a presentation role', '<table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table>', 'a\n\nb\n\nc\n\nd'],
    [
      'a table without headers around one with them',
      '<table><tr><td>x<td><table><tr><th>A<tr><td>1</table><tr><td>y<td>z</table>',
      'x\n\n| A |\n| --- |\n| 1 |\n\ny\n\nz',
    ],
  ])('become blocks: %s', (_title, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
