import { collectImages } from '../formats/images';
import { collectLinks } from '../formats/links';
import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { makeUrlsAbsolute } from './absolute-urls';
import { Addresses } from './addresses';
import { findBaseUrl } from './base-url';
import { collectOutlinks } from './outlinks';
import { largestCandidate, parseSrcset } from './srcset';

const pageUrl = 'https://example.com/dir/page?q=1';
const addresses = () => new Addresses(pageUrl);

describe('findBaseUrl', () => {
  it.each([
    ['', pageUrl],
    ['<base target=_top>', pageUrl],
    ['<base href="/other/"><base href="/second/">', 'https://example.com/other/'],
    ['<base target=_top><base href="//cdn.example.net/x">', 'https://cdn.example.net/x'],
    ['<base href="http://[">', pageUrl],
    ['<base href="data:text/html,x">', pageUrl],
  ])('of %p is %s', (head, expected) => {
    expect(findBaseUrl(parseHtml(head).root, pageUrl)).toBe(expected);
  });
});

describe('collectOutlinks', () => {
  it.each<[string, string, string[]]>([
    [
      'resolves against the page',
      '<a href=b>1</a><a href="../c">2</a><a href="//x.example/d">3</a>',
      ['https://example.com/dir/b', 'https://example.com/c', 'https://x.example/d'],
    ],
    [
      'takes every link once, in order',
      '<a href=/b>1</a><a href=/a>2</a><a href=/b>3</a>',
      ['https://example.com/b', 'https://example.com/a'],
    ],
    ['drops fragments', '<a href=#top>1</a><a href=/a#x>2</a><a href=/a#y>3</a>', ['https://example.com/a']],
    [
      'keeps routes of applications',
      '<a href="#/users">1</a><a href="/a#/b">2</a><a href="#/">3</a>',
      [`${pageUrl}#/users`, 'https://example.com/a#/b'],
    ],
    [
      'drops other schemes',
      '<a href="mailto:a@b.c">1</a><a href="javascript:x()">2</a><a href="tel:1">3</a><a href="ftp://x/">4</a>',
      [],
    ],
    ['repairs a missing slash', '<a href="https:/other.example/x">1</a>', ['https://other.example/x']],
    ['does not mind nofollow', '<a rel=nofollow href=/a>1</a>', ['https://example.com/a']],
    ['takes areas of maps', '<map><area href=/a></map>', ['https://example.com/a']],
    ['drops what is no URL', '<a href="http://[">1</a><a href="">2</a><a>3</a>', []],
    ['trims', '<a href=" /a\n">1</a>', ['https://example.com/a']],
  ])('%s', (_title, body, expected) => {
    expect(collectOutlinks(parseHtml(body).root, addresses())).toEqual(expected);
  });
});

describe('collectLinks', () => {
  it('gives absolute links once, mail addresses too, and no jumps within the page', () => {
    const body =
      '<a href=b#c>1</a><a href="#x">2</a><a href="mailto:a@b.c">3</a><a href=b#c>4</a><a href="javascript:x">5</a>';
    expect(collectLinks(parseHtml(body).root, addresses(), [])).toEqual([
      'https://example.com/dir/b#c',
      'mailto:a@b.c',
    ]);
  });
});

describe('makeUrlsAbsolute', () => {
  it.each([
    ['<a href=b>', '<a href="https://example.com/dir/b"></a>'],
    ['<a href="http://[">', '<a href="http://["></a>'],
    [
      '<img src=a.png srcset="b.png 1x, c.png 2x">',
      '<img src="https://example.com/dir/c.png" srcset="https://example.com/dir/b.png 1x, https://example.com/dir/c.png 2x">',
    ],
    [
      '<picture><source srcset="/w_1,h_2/a.webp 10w,data:image/png;base64,AA 2x , http://[ 3x"></picture>',
      '<picture><source srcset="https://example.com/w_1,h_2/a.webp 10w,data:image/png;base64,AA 2x , http://[ 3x"></picture>',
    ],
    ['<img src="data:image/png;base64,x">', '<img src="data:image/png;base64,x">'],
    [
      '<video src=a.mp4 poster=p.jpg>',
      '<video src="https://example.com/dir/a.mp4" poster="https://example.com/dir/p.jpg"></video>',
    ],
  ])('%s', (source, expected) => {
    const page = parseHtml(source);
    makeUrlsAbsolute(page.root, addresses(), []);
    expect(serializeChildren(page.body)).toBe(expected);
  });
});

describe('parseSrcset', () => {
  it.each<[string, [string, number][], string | undefined]>([
    ['a.png', [['a.png', 1]], 'a.png'],
    [
      'a.png 1x, b.png 2.5x',
      [
        ['a.png', 1],
        ['b.png', 2.5],
      ],
      'b.png',
    ],
    [
      'a.png 300w,b.png 200w',
      [
        ['a.png', 300],
        ['b.png', 200],
      ],
      'a.png',
    ],
    [
      'a.png, b.png 2x',
      [
        ['a.png', 1],
        ['b.png', 2],
      ],
      'b.png',
    ],
    [
      '/w_10,h_20/a.png 10w, /w_30,h_40/a.png 30w',
      [
        ['/w_10,h_20/a.png', 10],
        ['/w_30,h_40/a.png', 30],
      ],
      '/w_30,h_40/a.png',
    ],
    [
      'data:image/png;base64,AA 1x, b.png 2x',
      [
        ['data:image/png;base64,AA', 1],
        ['b.png', 2],
      ],
      'b.png',
    ],
    [' , ', [], undefined],
    ['', [], undefined],
  ])('%p', (srcset, candidates, largest) => {
    expect(parseSrcset(srcset).map(({ url, size }) => [url, size])).toEqual(candidates);
    expect(largestCandidate(srcset)).toBe(largest);
  });
});

describe('collectImages', () => {
  it('gives every address once, grouped by where it stands', () => {
    const page =
      parseHtml(`<base href="/base/"><link rel="apple-touch-icon" href=/touch.png><meta property="og:image" content=/og.png>
      <div style="color:red;background-image:url('bg.png')"></div><video poster=poster.png></video>
      <picture><source srcset="source.webp 2x"><img src=img.png srcset="set1.png 1x, set2.png 2x" data-src=lazy.png></picture>
      <img src="data:image/gif;base64,AA"><img src="javascript:x"><img src=""><img src=img.png>`);
    expect(collectImages(page.root, new Addresses(findBaseUrl(page.root, pageUrl)), [])).toEqual([
      'https://example.com/base/img.png',
      'data:image/gif;base64,AA',
      'https://example.com/base/lazy.png',
      'https://example.com/base/set1.png',
      'https://example.com/base/set2.png',
      'https://example.com/base/source.webp',
      'https://example.com/og.png',
      'https://example.com/touch.png',
      'https://example.com/base/bg.png',
      'https://example.com/base/poster.png',
    ]);
  });

  it.each([
    ['background:url(a.png), url("b;c.png");color:red', ['a.png', 'b;c.png']],
    ['list-style:url(a.png);BACKGROUND-IMAGE : url( b.png )', ['b.png']],
    ['background:red;border-image:url(a.png)', []],
    ['color:red', []],
  ])('takes of the style %s what lies behind the element', (style, images) => {
    const page = parseHtml(`<p style='${style}'>x</p>`);
    expect(collectImages(page.root, addresses(), [])).toEqual(images.map((image) => new URL(image, pageUrl).href));
  });
});
