import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string) => toMarkdown(parseHtml(html).root);

describe('isSaidTwice', () => {
  it.each([
    ['beside it', '<a href=/a>Docs<b class=x></b><span class=sr-only>Docs</span></a>'],
    ['past white space', '<a href=/a><span>Docs</span> <span class=sr-only>Docs</span></a>'],
    [
      'beside the box of an icon',
      '<a href=/a>Docs <span><i class=icon></i><span class=u-srOnly>Docs</span></span></a>',
    ],
  ])('leaves out what repeats, for those who hear a page, the text %s', (_, html) => {
    expect(convert(html)).toBe('[Docs](/a)');
  });

  it.each([
    ['another text', '<a href=/a>Docs <span class=sr-only>Guides</span></a>', '[Docs Guides](/a)'],
    ['the name of a picture', '<a href=/a><img src=/i.png alt=Docs> <span class=sr-only>Docs</span></a>', 'Docs](/a)'],
    ['the text of another item', '<ul><li>Docs<li><span class=sr-only>Docs</span></ul>', '- Docs\n- Docs'],
  ])('keeps %s', (_, html, markdown) => {
    expect(convert(html)).toContain(markdown);
  });

  it.each([
    [
      'what a price is that is struck out for those who see it',
      '<del aria-hidden=true><span><bdi>$30.00</bdi></span></del> <span class=screen-reader-text>Original price was: $30.00.</span> <ins aria-hidden=true>$21.00</ins><span class=screen-reader-text>Der Preis ist: $21.00.</span>',
      '~~$30.00~~ $21.00',
    ],
    [
      'that a price is struck out',
      '<del><span class=sr-only>Reduced from</span>$20<span class=sr-only>to</span></del> $14',
      '~~$20~~ $14',
    ],
  ])('leaves out %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['what stands beside another price', '<ins aria-hidden=true>$21</ins> <span class=sr-only>of $30</span>', 'of $30'],
    [
      'a sentence',
      '<del>Old <span class=sr-only>and here is a long sentence that nobody wrote about prices</span></del>',
      'nobody wrote',
    ],
    ['a note', '<del>Old <b><i><span class=sr-only>that matters</span></i></b></del>', 'that matters'],
    ['the old price', '<del><span class=sr-only>From $30</span></del> $14', 'From $30'],
  ])('keeps %s', (_, html, markdown) => {
    expect(convert(html)).toContain(markdown);
  });
});
