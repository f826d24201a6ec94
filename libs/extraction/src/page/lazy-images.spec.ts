import { parseHtml } from '../tree/parse-html';
import { elementsOf } from '../tree/walk';
import { showLazyImages } from './lazy-images';

const PIXEL = 'data:image/gif;base64,R0lGOD';

/** The sources of the images outside of noscript elements. */
function sources(body: string): (string | null)[] {
  const page = parseHtml(body);
  showLazyImages(page.body);
  return [...elementsOf(page.body)]
    .filter((element) => element.localName === 'img' && element.parentNode?.localName !== 'noscript')
    .map((image) => image.getAttribute('src'));
}

describe('showLazyImages', () => {
  it.each<[string, string, (string | null)[]]>([
    ['data-src', `<img src="${PIXEL}" data-src=a.jpg>`, ['a.jpg']],
    ['data-src of an image without a source', '<img data-src=a.jpg>', ['a.jpg']],
    ['data-src after a transparent pixel', '<img src="/images/cleardot.gif" data-src=a.jpg>', ['a.jpg']],
    ['data-src after a placeholder', '<img src="/place-holder-9x9.jpg" data-src=a.jpg>', ['a.jpg']],
    ['data-lazy-src', `<img src="${PIXEL}" data-lazy-src=a.jpg>`, ['a.jpg']],
    ['data-original', '<img src="/img/blank.gif" data-original=a.jpg>', ['a.jpg']],
    [
      'the image in a noscript beside a box',
      `<figure><div><img src="${PIXEL}"></div><noscript><p><img src=a.jpg></p></noscript></figure>`,
      ['a.jpg', 'a.jpg'],
    ],
    [
      'the image of a server in its noscript',
      '<div><noscript><img src="/is/image/a?$large$"></noscript></div><p><noscript><img src="/i?url=%2Fb.jpg&w=9"></noscript></p>',
      ['/is/image/a?$large$', '/i?url=%2Fb.jpg&w=9'],
    ],
    ['a size in its noscript', '<div><noscript><img width=640 src="/p?c=1"></noscript></div>', ['/p?c=1']],
    ['a size in its address', '<div><noscript><img src="/a8f3?x=1&w=1200"></noscript></div>', ['/a8f3?x=1&w=1200']],
    ['a description', '<p><noscript><img src="/a8?v=1" alt="Harbour at dawn"></noscript></p>', ['/a8?v=1']],
    ['a copy in its noscript', `<div><img src="${PIXEL}"><noscript><img src="/p?c=1"></noscript></div>`, ['/p?c=1']],
    ['data-lazy', '<img src="about:blank" data-lazy=a.jpg>', ['a.jpg']],
    ['nitro-lazy-src', `<img src="${PIXEL}" nitro-lazy-src=a.jpg>`, ['a.jpg']],
    [
      'the largest of data-srcset',
      `<img src="${PIXEL}" data-src=a.jpg data-srcset="b.jpg 100w, c.jpg 900w">`,
      ['c.jpg'],
    ],
    [
      'data-src in place of a placeholder in a set',
      `<img srcset="${PIXEL} 1x" src="${PIXEL}" data-src=a.jpg>`,
      ['a.jpg'],
    ],
    [
      'data-src where the class says that the image waits',
      '<img class="x lazyload" src=blur.jpg data-src=a.jpg>',
      ['a.jpg'],
    ],
    [
      'the source before the image in its picture',
      `<picture><source srcset="a.webp 1x, b.webp 2x"><img src="${PIXEL}"></picture>`,
      ['b.webp'],
    ],
    ['the image of the next noscript', `<img src="${PIXEL}"> <noscript><img src=a.jpg></noscript>`, ['a.jpg']],
    [
      'the image in the noscript before',
      `<p><noscript><img src=a.jpg></noscript><img class=lazy src=small.jpg></p>`,
      ['a.jpg'],
    ],
    [
      'the image in the noscript that stands for it',
      '<figure><div></div><noscript> <img src=a.jpg> </noscript></figure>',
      ['a.jpg'],
    ],
  ])('gives a lazy image %s', (_title, body, expected) => {
    expect(sources(body)).toEqual(expected);
  });

  it.each<[string, string, (string | null)[]]>([
    ['a picture', '<img src=a.jpg data-src=b.jpg data-original=c.jpg>', ['a.jpg']],
    ['a set of pictures', `<img src="${PIXEL}" srcset="a.jpg 1x" data-src=b.jpg>`, [PIXEL]],
    ['a URL template', `<img src="${PIXEL}" data-src="a_{width}x.jpg">`, [PIXEL]],
    ['other data in the attribute', `<img src="${PIXEL}" data-lazy="true" data-original="a b">`, [PIXEL]],
    [
      'a picture beside one for those without scripts',
      '<img src=a.jpg><noscript><img src=b.jpg></noscript>',
      ['a.jpg'],
    ],
  ])('does not change %s', (_title, body, expected) => {
    expect(sources(body)).toEqual(expected);
  });

  it.each([
    ['that is a tracking pixel', '<div><noscript><img width=1 height=1 src="//t.example/tr"></noscript></div>'],
    [
      'that is hidden',
      '<div><noscript><img style="position:absolute; left:-9999px" src="//t.example/w"></noscript></div>',
    ],
    ['that is a child of the body', '<noscript><img src="//t.example/x"></noscript>'],
    ['with other content', '<div><noscript>Turn on <img src=a.png></noscript></div>'],
  ])('does not show an image %s', (_title, body) => {
    expect(sources(body)).toEqual([]);
  });
});
