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
});
