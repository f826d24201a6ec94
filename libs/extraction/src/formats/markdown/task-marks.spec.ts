import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string): string => toMarkdown(parseHtml(html).root);

describe('isTaskMark', () => {
  it.each([
    [
      'of markdown',
      '<ul><li><input type=checkbox disabled checked> a<li><input type=checkbox disabled> b</ul>',
      '- [x] a\n- [ ] b',
    ],
    [
      'of markdown before a list',
      '<ul><li><input type=checkbox disabled> a<ul><li><input type=checkbox disabled> b</ul></ul>',
      '- [ ] a\n  - [ ] b',
    ],
    ['of markdown before a link', '<ul><li><input type=checkbox disabled> <a href=/a>a</a></ul>', '- [ ] [a](/a)'],
    ['before others', '<ul><li><input type=checkbox> a<ul><li><input type=checkbox> b</ul></ul>', '- [ ] a\n  - [ ] b'],
    ['in a paragraph', '<ul><li><p><input type=checkbox> a</p></ul>', '- [ ] a'],
    ['next to a label', '<ul><li><input type=checkbox id=a><label for=a>a</label></ul>', '- [ ] a'],
    ['within a label', '<ul><li><label><input type=checkbox><span></span></label>a</ul>', '- [ ]  a'],
    [
      'beside a text with a link',
      '<ul><li><input type=checkbox> I agree to <a href=/a>this</a></ul>',
      '- [ ] I agree to [this](/a)',
    ],
    ['before a list', '<ul><li><input type=checkbox checked> a<ul><li>b</ul></ul>', '- [x] a\n  - b'],
  ])('keeps the check box %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    [
      'a menu is opened',
      '<ul><li><input type=checkbox id=a><label for=a>About</label><ul><li><a href=/a>a</a></ul></ul>',
      '- About\n  - [a](/a)',
    ],
    [
      'a section is opened',
      '<ul><li><input type=checkbox id=a><label for=a><a href=/d>Docs</a></label></ul>',
      '- [Docs](/d)',
    ],
    ['it collapses a comment', '<ol><li><input type=checkbox><div>Ann</div><p>Yes</ol>', '1. Ann\n\n   Yes'],
    ['no text follows', '<ul><li>a<li><input type=checkbox></ul>', '- a'],
  ])('removes the check box if %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
