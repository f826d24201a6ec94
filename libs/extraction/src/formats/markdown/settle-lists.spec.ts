import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('a list that is all of an item', () => {
  it.each([
    ['<ul><li>Members<li><ul><li>2</ul></ul>', '- Members\n- 2'],
    ['<ul><li><ul><li>a</ul></ul>', '- a'],
    ['<ul><li><div>\n<nav><ul><li>a<li>b</ul></nav>\n</div><span></span><li>c</ul>', '- a\n- b\n- c'],
    ['<ul><li><bsp-menu><ul><li><ul><li>a</ul><li>b</ul></bsp-menu></ul>', '- a\n- b'],
    ['<ul><li><img src=/pixel.gif><script></script><ul><li>a</ul></ul>', '- a'],
    ['<ul><li><div><ul><li>a</ul></div><div><ul><li>b</ul></div><li>c</ul>', '- a\n- b\n- c'],
    ['<ol><li>a<li><ol><li>b</ol><li>c</ol>', '1. a\n2. b\n3. c'],
    ['<div><li><ul><li>a<li>b</ul></div>', '- a\n- b'],
    ['<ul><li><ul><li><img src=a.jpg alt=A></ul><p>Pack</p><li>b</ul>', '- ![A](a.jpg)\n\n  Pack\n\n- b'],
    [
      '<ul><li><a href=/p><ul><li><img src=a.jpg alt=A></li><li><img src=b.jpg alt=B></li></ul></a><p>Pack</ul>',
      '- [![A](a.jpg)](/p)\n\n  ![B](b.jpg)\n\n  Pack',
    ],
    ['<ul><li><ul><li><img src=a.jpg alt=A> New</ul><p>Pack</p><li>b</ul>', '- ![A](a.jpg) New\n\n  Pack\n\n- b'],
  ])('takes the place of the item: %s', (html, markdown) => {
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
  ])('and an outline stays: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('what stands right in a list', () => {
  it.each([
    ['<ol><li>A</li> &gt; <li>B</li>&nbsp;|&nbsp;<li>C</li></ol>', '1. A\n2. B\n3. C'],
    ['<ul><li>A</li><span> / </span><li>B</li>»</ul>', '- A\n- B'],
  ])('goes if it only parts the items: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['<ul><span><a href=/1>#1</a></span><li>a</ul>', '[#1](/1)\n\n- a'],
    ['<ul><li>a</li>and <b>then</b><li>b</ul>', '- a\n\nand **then**\n\n- b'],
    ['<ul><li>a</li>⭐<li>b</ul>', '- a\n\n⭐\n\n- b'],
    ['<ul><li>a</li><code>&gt;</code><li>b</ul>', '- a\n\n`>`\n\n- b'],
    ['<ul><li>a</li><a href=/x>»</a><li>b</ul>', '- a\n\n[»](/x)\n\n- b'],
    ['<ul><x-items><li>a</li><li>b</li></x-items></ul>', '- a\n- b'],
  ])('begins a line if it says something: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('an item of a numbered list that holds nothing', () => {
  it.each([
    ['<ol><li>a<li class=pb24></li><li>b</ol>', '1. a\n2. b'],
    ['<ol><li class=post>a<li> </li><li class=post>b</ol>', '1. a\n2. b'],
    ['<ol><li class=x>a<li class=pb24></li><li class=pb24></li><li class=y>b</ol>', '1. a\n2. b'],
    ['<ol><li>a<li><div></div></li><li>b</ol>', '1. a\n2. b'],
    ['<ol><li>a<li><svg><path></svg></li><li>b</ol>', '1. a\n2. b'],
  ])('keeps a distance and is not counted: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['<ol><li>a<li></li><li>b</ol>', '1. a\n2. \n3. b'],
    ['<ol><li>a<li><p><br></p></li><li>b</ol>', '1. a\n2. \n\n3. b'],
    ['<ol><li class=c1>a<li class=c1></li><li class=c1>b</ol>', '1. a\n2. \n3. b'],
    ['<ol><li class=c1>a<li></li><li>b<li class=sep></li><li>c</ol>', '1. a\n2. \n3. b\n4. c'],
    ['<ol><li>a<li class=""></li><li></li><li class=c1>b</ol>', '1. a\n2. \n3. \n4. b'],
    ['<ol><li>a<li class=x><img src=b.jpg></li><li>c</ol>', '1. a\n2. ![](b.jpg)\n3. c'],
  ])('is counted where its author left it empty, and what shows something is: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
