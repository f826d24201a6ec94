import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('settleLists', () => {
  it.each([
    ['<ul><li>Members<li><ul><li>2</ul></ul>', '- Members\n- 2'],
    ['<ul><li><ul><li>a</ul></ul>', '- a'],
    ['<ul><li><div>\n<nav><ul><li>a<li>b</ul></nav>\n</div><span></span><li>c</ul>', '- a\n- b\n- c'],
    ['<ul><li><bsp-menu><ul><li><ul><li>a</ul><li>b</ul></bsp-menu></ul>', '- a\n- b'],
    ['<ul><li><img src=/pixel.gif><script></script><ul><li>a</ul></ul>', '- a'],
    ['<ul><li><div><ul><li>a</ul></div><div><ul><li>b</ul></div><li>c</ul>', '- a\n- b\n- c'],
    ['<ol><li>a<li><ol><li>b</ol><li>c</ol>', '1. a\n2. b\n3. c'],
  ])('replaces an item that contains only a list: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['<ul><li>A<ul><li>a</ul><li>B</ul>', '- A\n  - a\n- B'],
    ['<ul><li><a href=/a></a><b>A</b><ul><li>a</ul></ul>', '- **A**\n  - a'],
    ['<ul><li><a href=/a title=A></a><ul><li>a</ul></ul>', '- [A](/a)\n  - a'],
    ['<ul><li><img src=a.jpg alt=A><ul><li>a</ul></ul>', '- ![A](a.jpg)\n  - a'],
    ['<ul><li><ol><li>a<li>b</ol><li>c</ul>', '- 1. a\n  2. b\n- c'],
    ['<ul><li><ul><li>a<li>b</ul>Of both</ul>', '- - a\n  - b\n\n  Of both'],
    ['<ul><li><blockquote><ul><li>a</ul></blockquote></ul>', '- > - a'],
    ['<ul><li><ul><li>Bring water</li></ul>and wait</ul>', '- - Bring water\n\n  and wait'],
    ['<ul><li><input type=checkbox checked disabled><ul><li>a</ul><li>b</ul>', '- [x] \n  - a\n- b'],
    ['<ul><li><label><input type=checkbox disabled></label><ul><li>a</ul><li>b</ul>', '- [ ] \n  - a\n- b'],
  ])('keeps other nested lists: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('settleLists with content between items', () => {
  it.each([
    ['<ol><li>A</li> &gt; <li>B</li>&nbsp;|&nbsp;<li>C</li></ol>', '1. A\n2. B\n3. C'],
    ['<ul><li>A</li><span> / </span><li>B</li>»</ul>', '- A\n- B'],
  ])('removes separators: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['<ul><span><a href=/1>#1</a></span><li>a</ul>', '[#1](/1)\n\n- a'],
    ['<ul><li>a</li>and <b>then</b><li>b</ul>', '- a\n\nand **then**\n\n- b'],
    ['<ul><li>a</li>⭐<li>b</ul>', '- a\n\n⭐\n\n- b'],
    ['<ul><li>a</li><code>&gt;</code><li>b</ul>', '- a\n\n`>`\n\n- b'],
    ['<ul><li>a</li><a href=/x>»</a><li>b</ul>', '- a\n\n[»](/x)\n\n- b'],
    ['<ul><x-items><li>a</li><li>b</li></x-items></ul>', '- a\n- b'],
  ])('puts other content on a line of its own: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('an empty item of a numbered list', () => {
  it.each([
    ['<ol><li>a<li class=pb24></li><li>b</ol>', '1. a\n2. b'],
    ['<ol><li class=post>a<li> </li><li class=post>b</ol>', '1. a\n2. b'],
    ['<ol><li class=x>a<li class=pb24></li><li class=pb24></li><li class=y>b</ol>', '1. a\n2. b'],
    ['<ol><li>a<li><div></div></li><li>b</ol>', '1. a\n2. b'],
    ['<ol><li>a<li><svg><path></svg></li><li>b</ol>', '1. a\n2. b'],
  ])('is not counted as a spacer: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['<ol><li>a<li></li><li>b</ol>', '1. a\n2. \n3. b'],
    ['<ol><li class=c1>a<li></li><li>b<li class=sep></li><li>c</ol>', '1. a\n2. \n3. b\n4. c'],
    ['<ol><li>a<li class=x><img src=b.jpg></li><li>c</ol>', '1. a\n2. ![](b.jpg)\n3. c'],
  ])('is counted: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
