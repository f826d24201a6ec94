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
  ])('%s is: %s', (alt, text) => {
    expect(describeImage(alt)).toBe(text);
  });

  it('leaves one line when line breaks were escaped twice', () => {
    expect(toMarkdown(parseHtml('<img src=/b.png alt="a&amp;#10;&amp;#10;b">').root)).toBe('![a b](/b.png)');
  });
});
