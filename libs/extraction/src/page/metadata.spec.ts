import { parseHtml } from '../tree/parse-html';
import { Addresses } from './addresses';
import { findBaseUrl } from './base-url';
import { readMetadata } from './metadata';

const read = (head: string) => readMetadata(parseHtml(head).root, new Addresses('https://example.com/dir/'));

describe('readMetadata', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['reads the title on one line', '<title> A\n  &amp; B\u00a0C </title>', { title: 'A & B\u00a0C' }],
    ['takes the first title with text', '<title> </title><title>a</title><title>b</title>', { title: 'a' }],
    [
      'does not take the title of an image',
      '<svg><symbol><title>icon</title></symbol></svg><noscript><title>off</title></noscript><title>page</title>',
      { title: 'page' },
    ],
    [
      'takes a title and tags that stand in the body',
      '<p>x<title>a</title><meta name=b content=c>',
      { title: 'a', b: 'c' },
    ],
    [
      'takes the first meta title where there is no other',
      '<meta name=title content=" a\nb "><meta name=title content=c>',
      { title: 'a b' },
    ],
    ['does not let a meta tag replace the title', '<title>a</title><meta name=title content=b>', { title: 'a' }],
    ['reads the language', '<html lang="pt-BR"><meta name=language content=en>', { language: 'pt-BR' }],
    ['reads the language of XHTML', '<html lang="" xml:lang=it>', { language: 'it' }],
    [
      'reads the language that stands for a header',
      '<html><meta http-equiv=Content-Language content="fr">',
      { language: 'fr' },
    ],
    ['ignores a list of languages', '<meta http-equiv=content-language content="fr, en">', {}],
    ['falls back to the language of a meta tag', '<meta name=language content=nl>', { language: 'nl' }],
    [
      'makes the icon absolute',
      '<link rel="shortcut icon" href="/i.ico"><link rel=icon href=second>',
      { favicon: 'https://example.com/i.ico' },
    ],
    ['returns Open Graph under both names', '<meta property="og:title" content=x>', { ogTitle: 'x', 'og:title': 'x' }],
    ['reads names in any case', '<meta name="DC.Subject" content=x>', { dcSubject: 'x', 'DC.Subject': 'x' }],
    [
      'reads article times',
      '<meta property="article:published_time" content=t>',
      { publishedTime: 't', 'article:published_time': 't' },
    ],
    ['reads itemprop', '<meta itemprop=price content=3>', { price: '3' }],
    [
      'takes no icon but one of the web',
      '<link rel=icon href="javascript:x"><link rel=icon href=" DATA:,x"><link rel=icon href=" /i.ico ">',
      { favicon: 'https://example.com/i.ico' },
    ],
    [
      'leaves numbers as they are written',
      '<meta name=a content=007><meta name=b content=1e3>',
      { a: '007', b: '1e3' },
    ],
    [
      'makes an array of a repeated name',
      '<meta name=citation_author content=a><meta name=citation_author content=b>',
      { citation_author: ['a', 'b'] },
    ],
    [
      'joins repeated descriptions',
      '<meta name=description content=a><meta name=description content=b>',
      { description: 'a, b' },
    ],
    [
      'joins what descriptions tell, once',
      '<meta name=description content=""><meta name=description content=a><meta itemprop=description content=a><meta name=description content=b>',
      { description: 'a, b' },
    ],
    [
      'prefers for a key a tag that tells something',
      '<meta property="og:image" content=""><meta property="og:image" content=/a.png>',
      { ogImage: '/a.png', 'og:image': ['', '/a.png'] },
    ],
    [
      'gives alternate locales as an array even when there is one',
      '<meta property="og:locale:alternate" content=fr_FR>',
      { ogLocaleAlternate: ['fr_FR'], 'og:locale:alternate': 'fr_FR' },
    ],
    [
      'lets no page speak for the service',
      '<meta name=statusCode content=200><meta name=numPages content=9><meta name=__proto__ content=x>',
      {},
    ],
    ['replaces characters that databases reject', '<meta name=a content="x&#xD800;\0y">', { a: 'x\uFFFD\uFFFDy' }],
    ['is empty for a page without any', '<p>x', {}],
    [
      'prefers the icon of the page to that for a home screen',
      '<link rel="apple-touch-icon" href=/touch.png><link rel="ICON" href=/i.png>',
      { favicon: 'https://example.com/i.png' },
    ],
    [
      'takes the icon for a home screen where there is no other',
      '<link rel="icon" href="data:image/png;base64,AA"><link rel="apple-touch-icon" href=/touch.png>',
      { favicon: 'https://example.com/touch.png' },
    ],
    ['returns no default icon', '<link rel=stylesheet href=/icon.css><link rel=icon href="">', {}],
    [
      'joins keywords and robots, in any case, and gives them under their usual names too',
      '<meta name=Keywords content="a, b"><meta name=Keywords content=c><meta name=ROBOTS content=noindex><meta name=ROBOTS content=nofollow>',
      { Keywords: 'a, b, c', keywords: 'a, b, c', ROBOTS: 'noindex, nofollow', robots: 'noindex, nofollow' },
    ],
    [
      'gives the first of several under a key and all of them under their own name',
      '<meta property="og:image" content=/a.png><meta property="og:image" content=/b.png>',
      { ogImage: '/a.png', 'og:image': ['/a.png', '/b.png'] },
    ],
    [
      'gives a description in other letters under both',
      '<meta name=Description content=a>',
      { Description: 'a', description: 'a' },
    ],
    ['reads a tag under each of its names', '<meta name=a property=b itemprop=a content=c>', { a: 'c', b: 'c' }],
    ['decodes entities once', '<meta name=a content="&amp;lt; &eacute; &quot;">', { a: '&lt; é "' }],
    [
      'takes an empty value, and no tag without one',
      '<meta name=a content=""><meta name=b><meta content=c>',
      { a: '' },
    ],
    [
      'takes names that objects have by nature',
      '<meta name=constructor content=a><meta name=toString content=b><meta name=hasOwnProperty content=c><meta name=prototype content=d>',
      { constructor: 'a', toString: 'b', hasOwnProperty: 'c', prototype: 'd' },
    ],
  ])('%s', (_title, head, expected) => {
    expect({ ...read(head) }).toEqual(expected);
  });

  it('does not modify prototypes', () => {
    const metadata = read('<meta name="__proto__" content=a><meta property="__proto__" content=b>');
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
    expect(Object.keys(metadata)).toEqual([]);
  });

  it('resolves URLs against the first base', () => {
    const { root } = parseHtml('<base href="/a/"><base href="/b/"><link rel=icon href=i.ico>');
    expect(readMetadata(root, new Addresses(findBaseUrl(root, 'https://example.com/x')))).toEqual({
      favicon: 'https://example.com/a/i.ico',
    });
  });

  it('limits names, values and their length', () => {
    const many = Array.from({ length: 2000 }, (_, index) => `<meta name="n${index}" content=v>`).join('');
    expect(Object.keys(read(many))).toHaveLength(500);
    expect(read('<meta name=a content=v>'.repeat(2000)).a).toHaveLength(200);
    expect(read(`<meta name=a content="${'v'.repeat(50_000)}">`).a).toHaveLength(10_000);
    const large = Array.from({ length: 100 }, (_, index) => `<meta name="n${index}" content="${'v'.repeat(10_000)}">`);
    expect(JSON.stringify(read(large.join(''))).length).toBeLessThan(250_000);
    expect(read(`<meta name="${'n'.repeat(300)}" content=v>`)).toEqual({});
  });
});
