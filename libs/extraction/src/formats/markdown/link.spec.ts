import { parseHtml } from '../../tree/parse-html';
import { describeImage } from './link';
import { toMarkdown } from './to-markdown';

describe('describeImage', () => {
  it.each([
    ['Salt &amp; Pepper', 'Salt & Pepper'],
    ['the room she&#039;s in', "the room she's in"],
    ['12&#34; pan', '12" pan'],
    ['null', ''],
    ['undefined', ''],
    ['[object Object]', ''],
    ['null and void', 'null and void'],
    ['R&D & more', 'R&D & more'],
  ])('returns for %s: %s', (alt, text) => {
    expect(describeImage(alt)).toBe(text);
  });

  it('removes line breaks that the page escaped twice', () => {
    expect(toMarkdown(parseHtml('<img src=/b.png alt="a&amp;#10;&amp;#10;b">').root)).toBe('![a b](/b.png)');
  });
});

const convertLine = (body: string) => toMarkdown(parseHtml(`<p>${body}</p>`).root);

describe('a link label', () => {
  it.each([
    [
      'without a target is its text',
      'See <a href="">Statista</a> and <a href="" title=x>93%</a>',
      'See Statista and 93%',
    ],
    ['without a target keeps its label', '<a href="" aria-label=Reload><svg></svg></a>', 'Reload'],
    [
      'without a target is separated by a space',
      '<a href="">read less</a><a href="">read more</a>',
      'read less read more',
    ],
    ['loses a new-tab suffix', '<a href=/x aria-label="X (opens in a new tab)"><svg></svg></a>', '[X](/x)'],
    [
      'loses a new-tab suffix in the title',
      '<a href=/x title="Our page - Opens in new window">Us</a>',
      '[Us](/x "Our page")',
    ],
    [
      'keeps a label that is only the suffix',
      '<a href=/x aria-label="Opens in new window"><svg></svg></a>',
      '[Opens in new window](/x)',
    ],
    [
      'loses a suffix without punctuation',
      '<a href=/x aria-label="X page opens in new tab"><svg></svg></a>',
      '[X page](/x)',
    ],
    [
      'keeps a name with a hyphen',
      '<a href=/x aria-label="Shop re-opens in a new window"><svg></svg></a>',
      '[Shop re-opens in a new window](/x)',
    ],
    [
      'loses a title that repeats the text',
      '<a href=/x title="How to make a link open in a new tab">How to make a link open in a new tab</a>',
      '[How to make a link open in a new tab](/x)',
    ],
    [
      'loses a title that repeats a text with a suffix',
      '<a href=/x title="This page - opens in a new tab">This page - opens in a new tab</a>',
      '[This page - opens in a new tab](/x)',
    ],
    [
      'keeps a title about opening tabs',
      '<a href=/x aria-label="When to open on another tab"><svg></svg></a>',
      '[When to open on another tab](/x)',
    ],
    [
      'keeps a label about links that open tabs',
      '<a href=/x aria-label="When a link opens in a new tab"><svg></svg></a>',
      '[When a link opens in a new tab](/x)',
    ],
    [
      'keeps other uses of "opens"',
      '<a href=/x title="When the shop opens, new sites follow">Us</a>',
      '[Us](/x "When the shop opens, new sites follow")',
    ],
  ])('%s', (_, html, markdown) => {
    expect(convertLine(html)).toBe(markdown);
  });
});
