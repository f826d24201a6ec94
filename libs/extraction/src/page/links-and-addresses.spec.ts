import { collectImages } from '../formats/images';
import { collectLinks } from '../formats/links';
import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { makeUrlsAbsolute } from './absolute-urls';
import { Addresses } from './addresses';
import { findBaseUrl } from './base-url';
import { collectLinkTexts, collectOutlinks } from './outlinks';
import { largestCandidate, parseSrcset } from './srcset';

const pageUrl = 'https://example.com/dir/page?q=1';
const addresses = () => new Addresses(pageUrl);

describe('collectLinkTexts', () => {
  it('returns the first text of each link, by position', () => {
    const html = `<a href=/a><img src=i.png></a><a href=/b aria-label="To B"> </a><a href=/a#x> First
      <b>text</b></a><a href=/a>Later</a><a href=/c>${'long '.repeat(100)}</a><a href=/d></a>`;
    const { root } = parseHtml(html);
    const outlinks = collectOutlinks(root, addresses());
    expect(outlinks).toEqual(['a', 'b', 'c', 'd'].map((path) => `https://example.com/${path}`));
    expect(collectLinkTexts(root, addresses())).toEqual(['First text', 'To B', '', '']);
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
      '<a href="#/users">1</a><a href="/a#/b">2</a><a href="#/">3</a><a href="#!/x">4</a><a href="/a#!/b">5</a><a href="#!/">6</a>',
      [`${pageUrl}#/users`, 'https://example.com/a#/b', `${pageUrl}#!/x`, 'https://example.com/a#!/b'],
    ],
    [
      'drops other schemes',
      '<a href="mailto:a@b.c">1</a><a href="javascript:x()">2</a><a href="tel:1">3</a><a href="ftp://x/">4</a>',
      [],
    ],
    [
      'repairs a missing slash',
      '<a href="https:/other.example/x">1</a><a href="http:/other.example/x">2</a>',
      ['https://other.example/x', 'http://other.example/x'],
    ],
    ['ignores nofollow', '<a rel=nofollow href=/a>1</a>', ['https://example.com/a']],
    ['includes areas of image maps', '<map><area href=/a></map>', ['https://example.com/a']],
    [
      'takes links in drawings',
      '<svg><a xlink:href=/a></a><a href=/b></a></svg>',
      ['https://example.com/a', 'https://example.com/b'],
    ],
    ['removes user names and passwords', '<a href="http://user:word@example.com/a">1</a>', ['http://example.com/a']],
    ['drops invalid URLs', '<a href="http://[">1</a><a href="">2</a><a>3</a>', []],
    ['trims', '<a href=" /a\n">1</a>', ['https://example.com/a']],
  ])('%s', (_title, body, expected) => {
    expect(collectOutlinks(parseHtml(body).root, addresses())).toEqual(expected);
  });
});

describe('collectLinks', () => {
  it.each<[string, string, string[]]>([
    [
      'absolute links once, mail addresses too, and no jumps within the page',
      '<a href=b#c>1</a><a href="#x">2</a><a href=" #x">3</a><a href="MAILTO:a@b.c">4</a><a href=b#c>5</a><a href="javascript:x">6</a>',
      ['https://example.com/dir/b#c', 'mailto:a@b.c'],
    ],
    [
      'a link once, however it is written',
      '<a href="/a">1</a><a href="../a">2</a><a href="HTTPS://EXAMPLE.com:443/a">3</a>',
      ['https://example.com/a'],
    ],
    [
      'areas of image maps',
      '<map><area href=/a></map><area href=/b>',
      ['https://example.com/a', 'https://example.com/b'],
    ],
    ['links in SVG', '<svg><a xlink:href=/a></a></svg>', ['https://example.com/a']],
    ['links in noscript', '<noscript><a href=/a></a></noscript>', ['https://example.com/a']],
    [
      'nothing that is no link',
      '<a>1</a><a name=x>2</a><a href>3</a><a href=" ">4</a><link href=/a><a href="http://[">5</a>',
      [],
    ],
    [
      'what a slip of the author made of a link',
      '<a href="/a"title=x>1</a><a href=\'/b\'>2<a href = /c >3</a><a/href=/d>4</a></a>',
      ['https://example.com/a', 'https://example.com/b', 'https://example.com/c', 'https://example.com/d'],
    ],
    [
      'entities read once',
      '<a href="/a?b=1&amp;c=2&copy=3&amp;lt;">1</a>',
      ['https://example.com/a?b=1&c=2&copy=3&lt;'],
    ],
    [
      'no link of a comment, a script, a style, a template or a text field',
      '<!--<a href=/a>--><script>"<a href=/b>"</script><style><a href=/c></style><template><a href=/d></a></template><textarea><a href=/e></textarea><a href=/f>',
      ['https://example.com/f'],
    ],
  ])('returns %s', (_title, body, expected) => {
    expect(collectLinks(parseHtml(body).root, addresses(), [])).toEqual(expected);
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
  ])('makes the URLs of %s absolute', (source, expected) => {
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
  ])('parses the srcset %p', (srcset, candidates, largest) => {
    expect(parseSrcset(srcset).map(({ url, size }) => [url, size])).toEqual(candidates);
    expect(largestCandidate(srcset)).toBe(largest);
  });
});

describe('collectImages', () => {
  it('returns every image URL once, grouped by its kind of source', () => {
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

  it.each<[string, string, string[]]>([
    [
      'what scripts would load',
      '<img data-original=a.png nitro-lazy-src=b.png data-srcset="c.png 1x, d.png 2x" data-lazy=true>',
      ['a.png', 'b.png', 'c.png', 'd.png'],
    ],
    [
      'no place in the page, nothing, and no template',
      '<img src="#"><img src=" "><img src=""><img data-src="a_{width}.png"><video poster=""></video>',
      [],
    ],
    [
      'URLs with commas in a srcset',
      '<img srcset="a,b.png 1x, /w_1,h_2/c.png 2x,d.png">',
      ['a,b.png', '/w_1,h_2/c.png', 'd.png'],
    ],
    ['no video sources', '<video><source src=a.mp4 srcset=b.png></video>', []],
    [
      'images of meta tags alone',
      '<meta property="og:image:width" content=9><meta property="og:image:alt" content=a><meta itemprop=image content=/b.png>',
      ['/b.png'],
    ],
    [
      'icons of every kind',
      '<link rel="shortcut icon" href=a.ico><link rel=apple-touch-icon-precomposed href=b.png><link rel=image_src href=c.png><link rel=preload as=image href=d.png>',
      ['a.ico', 'b.png', 'c.png'],
    ],
    [
      'what the page itself holds',
      '<img src="data:image/gif;base64,R0\nlG"><img src="blob:https://example.com/1"><img src="file:///a.png"><img src="java\nscript:x">',
      ['data:image/gif;base64,R0lG', 'blob:https://example.com/1'],
    ],
  ])('returns %s', (_title, body, images) => {
    expect(collectImages(parseHtml(body).root, addresses(), [])).toEqual(
      images.map((image) => new URL(image, pageUrl).href),
    );
  });

  it.each([
    [String.raw`background:url(https\:\/\/x.example\/a\20 b\).png)`, ['https://x.example/a b).png']],
    ['background-image:image-set(url(a.png) 1x, url(b.png) 2x)', ['a.png', 'b.png']],
    ['background:url(a.png), url("b;c.png");color:red', ['a.png', 'b;c.png']],
    ['list-style:url(a.png);BACKGROUND-IMAGE : url( b.png )', ['b.png']],
    ['background:red;border-image:url(a.png)', []],
    ['color:red', []],
  ])('reads the background images of the style %s', (style, images) => {
    const page = parseHtml(`<p style='${style}'>x</p>`);
    expect(collectImages(page.root, addresses(), [])).toEqual(images.map((image) => new URL(image, pageUrl).href));
  });
});
