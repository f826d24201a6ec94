import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string): string => toMarkdown(parseHtml(`<p>a ${html}</p>`).root, false, 'https://a.example/b');

describe('isBlankImage', () => {
  it.each([
    ['a placeholder', '<img src="/grey-placeholder.png">'],
    ['one with a hash in its name', '<img src="/placeholder.60f9b1840c.svg">'],
    ['a spacer', '<img src=/clear.gif>'],
    ['a spacer called by what it is', '<img src=/img/spc.gif width=10><img src=/clearpixel.gif>'],
    ['a spacer of an address with a query', `<img src="/pixel.gif?${'x'.repeat(300)}">`],
    ['an inlined dot', '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAP">'],
    ['a dot', '<img src="/x.gif" width=1 height=1>'],
    ['what is not displayed', '<img src="/y.gif" style="display: none">'],
    ['a counter', '<img src=//counter.rambler.ru/top100.cnt?1>'],
    ['a counter of another name', '<img src=https://mc.yandex.ru/watch/2035057>'],
    ['an advertisement', '<img alt="" src="http://ad.adriver.ru/cgi-bin/rle.cgi?sid=1">'],
    ['a small avatar', '<img class="ui-avatar" width=24 height=24 src=/u.png>'],
    [
      'a hidden sign',
      '<img aria-hidden=true width=20 src=/i.png><img aria-hidden=true height=20px width=20 src=/i.png>',
    ],
    [
      'an arrow',
      '<img alt="Arrow Icon" src=/up.webp><img alt=Chevron src=/x/chevron-2.png><img class=acc-chevron src=/z.png>',
    ],
  ])('tells %s', (_, html) => {
    expect(convert(html)).toBe('a');
  });

  it.each([
    [
      'a picture with the name of one in its query',
      '<img src="/photo.jpg?to=/blank.png">',
      '![](/photo.jpg?to=/blank.png)',
    ],
    ['one with a description', '<img src="/blank.png" alt="b">', '![b](/blank.png)'],
    ['a drawing', '<img src="/logo.svg" width=1 height=1>', '![](/logo.svg)'],
    ['a hidden chart', '<img aria-hidden=true width=600 height=30 src=/chart.png>', '![](/chart.png)'],
    ['a hidden scale', '<img aria-hidden=true width=20 height=600 src=/scale.png>', '![](/scale.png)'],
    ['an avatar without a size', '<img class=avatar src=/ada.jpg>', '![](/ada.jpg)'],
    ['what is called like a sign', '<img alt=Chevron src=/logo.png>', '![Chevron](/logo.png)'],
    [
      'a picture of a server of such a name',
      '<img src=https://stats.a.example/chart?gdp>',
      '![](https://stats.a.example/chart?gdp)',
    ],
    ['a small picture', '<img src=/a/chocolatecake-80x80.png>', '![](/a/chocolatecake-80x80.png)'],
    ['a picture of a counter', '<img src=/counter/1.gif>', '![](/counter/1.gif)'],
  ])('leaves %s', (_, html, markdown) => {
    expect(convert(html)).toBe(`a ${markdown}`);
  });
});
