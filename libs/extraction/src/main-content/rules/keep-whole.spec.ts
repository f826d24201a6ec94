import { changes } from '../../../test/complete-choice';
import { keepWhole } from './keep-whole';

const kept = (html: string): string[] => changes(html, keepWhole);

describe('keepWhole', () => {
  it.each([
    ['the rest of a table most of which is kept', '<table><tr><th>a<th>b<tr><td>+c d e<td>+f g h</table>', ['a', 'b']],
    ['nothing of a table of which little is kept', '<table><tr><td>a b c d<td>+e</table>', []],
    [
      'a table among kept text',
      '<div><p>+w</p><p>+x</p><figure><table><tr><td>a<td>b</table></figure><p>+y</p></div>',
      ['a', 'b'],
    ],
    [
      'no table of links among kept text',
      '<div><p>+w</p><p>+x</p><table><tr><td><a href=x>новости</a><tr><td><a href=x>ещё</a></table><p>+y</p></div>',
      [],
    ],
    ['a table with names below kept text', '<div><p>+w</p><table><tr><th>a<td>b</table></div>', ['a', 'b']],
    ['no table of something else below kept text', '<div><p>+w</p><table><tr><td>a<td>b</table></div>', []],
    ['no layout around a table', '<table><tr><td>a<td><table><tr><td>+b c d</table></table>', []],
    ['no layout of long cells', `<table><tr><td>a<td>+${' b'.repeat(61)}</table>`, []],
    ['the summary of details', '<details><summary>a</summary><p>+b c</p></details>', ['a']],
    ['the term of a definition', '<dl><dt>a<dd>+b<dt>c<dd>d</dl>', ['a']],
    ['the price of a thing', '<div><h3>+a thing</h3><div>x</div><span>$12.00</span></div>', ['$12.00']],
    ['no price of another thing', '<div><p>+a thing</div><div><p>b<p>$12.00</div>', []],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });
});
