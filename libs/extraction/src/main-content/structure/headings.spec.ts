import { changes } from '../../../test/complete-choice';
import { keepHeadings } from './headings';

const kept = (html: string): string[] => changes(html, keepHeadings);

describe('keepHeadings', () => {
  it.each([
    ['the heading of a kept section', '<h2>a</h2><p>+b</p><p>+c</p>', ['a']],
    [
      'a heading that a table of contents repeats, and not its link',
      '<ul><li><a href="#a">a</a></ul><h2 id=a>a</h2><p>+b c</p>',
      ['a'],
    ],
    ['the same label over each record', '<h4>Pros</h4><p>+b</p><h4>Pros</h4><p>+c</p>', ['Pros', 'Pros']],
    ['the heading around a kept heading', '<h1>a</h1><h2>b</h2><h3>c</h3><p>+d</p>', ['a', 'b', 'c']],
    [
      'a heading around other elements',
      '<h3><div>a</div></h3><p>+b</p><h2><button>c</button></h2><p>+d</p>',
      ['a', 'c'],
    ],
    ['no heading of a removed section', '<h2>a</h2><p>b</p><h2>c</h2><p>+d</p>', ['c']],
    ['no heading directly before one of the same level', '<h2>a</h2><h2>b</h2><p>+c</p>', ['b']],
    ['no heading of a section with few kept words', '<h2>a</h2><p>+b</p><p>c d e f</p>', []],
    [
      'no heading of a section with only its last block kept',
      '<h2>a</h2><p>b</p><p>c</p><p>d</p><p>+e f g h i</p>',
      [],
    ],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });
});
