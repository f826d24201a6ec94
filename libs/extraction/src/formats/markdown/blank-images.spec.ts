import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string): string => toMarkdown(parseHtml(`<p>a ${html}</p>`).root, 'https://a.example/b');

describe('isBlankImage', () => {
  it.each([
    ['a placeholder', '<img src="/grey-placeholder.png">'],
    ['a placeholder with a hash in its name', '<img src="/placeholder.60f9b1840c.svg">'],
    ['a spacer', '<img src=/clear.gif>'],
    ['a file named spacer', '<img src=/img/spc.gif width=10><img src=/clearpixel.gif>'],
    ['a spacer with a query in its URL', `<img src="/pixel.gif?${'x'.repeat(300)}">`],
    ['an inlined dot', '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAP">'],
    ['a dot', '<img src="/x.gif" width=1 height=1>'],
    ['an image that is not displayed', '<img src="/y.gif" style="display: none">'],
    ['a small avatar', '<img class="ui-avatar" width=24 height=24 src=/u.png>'],
    [
      'a hidden sign',
      '<img aria-hidden=true width=20 src=/i.png><img aria-hidden=true height=20px width=20 src=/i.png>',
    ],
  ])('recognises %s', (_, html) => {
    expect(convert(html)).toBe('a');
  });

  it.each([
    [
      'a picture with the name of one in its query',
      '<img src="/photo.jpg?to=/blank.png">',
      '![](/photo.jpg?to=/blank.png)',
    ],
    ['a placeholder with a description', '<img src="/blank.png" alt="b">', '![b](/blank.png)'],
    ['a hidden chart', '<img aria-hidden=true width=600 height=30 src=/chart.png>', '![](/chart.png)'],
    ['a hidden scale', '<img aria-hidden=true width=20 height=600 src=/scale.png>', '![](/scale.png)'],
    ['an avatar without a size', '<img class=avatar src=/ada.jpg>', '![](/ada.jpg)'],
    ['a file with a similar name', '<img alt=Chevron src=/logo.png>', '![Chevron](/logo.png)'],
    [
      'a picture of a server of such a name',
      '<img src=https://stats.a.example/chart?gdp>',
      '![](https://stats.a.example/chart?gdp)',
    ],
    ['a small picture', '<img src=/a/chocolatecake-80x80.png>', '![](/a/chocolatecake-80x80.png)'],
    ['an image of a counter', '<img src=/counter/1.gif>', '![](/counter/1.gif)'],
  ])('keeps %s', (_, html, markdown) => {
    expect(convert(html)).toBe(`a ${markdown}`);
  });
});
