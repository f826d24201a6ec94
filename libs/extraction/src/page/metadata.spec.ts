import { parseHtml } from '../tree/parse-html';
import { readMetadata } from './metadata';

const read = (head: string) => readMetadata(parseHtml(head).root, 'https://example.com/dir/');

describe('readMetadata', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['reads the title on one line', '<title> A\n  &amp; B </title>', { title: 'A & B' }],
    ['does not take the title of an image', '<svg><title>icon</title></svg><title>page</title>', { title: 'page' }],
    ['does not let a meta tag replace the title', '<title>a</title><meta name=title content=b>', { title: 'a' }],
    ['reads the language', '<html lang="pt-BR">', { language: 'pt-BR' }],
    [
      'makes the icon absolute',
      '<link rel="shortcut icon" href="/i.ico"><link rel=icon href=second>',
      { favicon: 'https://example.com/i.ico' },
    ],
    ['gives Open Graph under both names', '<meta property="og:title" content=x>', { ogTitle: 'x', 'og:title': 'x' }],
    ['reads names in any case', '<meta name="DC.Subject" content=x>', { dcSubject: 'x', 'DC.Subject': 'x' }],
    [
      'reads article times',
      '<meta property="article:published_time" content=t>',
      { publishedTime: 't', 'article:published_time': 't' },
    ],
    ['reads itemprop', '<meta itemprop=price content=3>', { price: '3' }],
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
      'gives alternate locales as an array even when there is one',
      '<meta property="og:locale:alternate" content=fr_FR>',
      { ogLocaleAlternate: ['fr_FR'], 'og:locale:alternate': 'fr_FR' },
    ],
    [
      'lets no page speak for the service',
      '<meta name=statusCode content=200><meta name=numPages content=9><meta name=__proto__ content=x>',
      {},
    ],
    ['gives only what databases take', '<meta name=a content="x&#xD800;\0y">', { a: 'x\uFFFD\uFFFDy' }],
    ['is empty for a page without any', '<p>x', {}],
  ])('%s', (_title, head, expected) => {
    expect(read(head)).toEqual(expected);
  });
});
