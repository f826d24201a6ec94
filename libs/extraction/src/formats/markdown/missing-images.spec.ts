import { removeInlinedImages } from '../../page/inlined-images';
import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const PAGE = 'https://a.example/b';
const SVG = 'data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27%3E';
/** An initial, as forums draw it for who has no picture. */
const letter = (name: string) =>
  `<img alt="${name}" src="${SVG}%3Ctext x=%275%27%3E${name.charAt(0)}%3C/text%3E%3C/svg%3E">`;
const SHAPE = `${SVG}%3Cpath d=%27M0%27/%3E%3C/svg%3E`;

function convert(body: string): string {
  const { root } = parseHtml(body);
  removeInlinedImages(root);
  return toMarkdown(root, PAGE);
}

describe('isMissingImage', () => {
  it.each([
    ['an inlined picture without a description', `<img alt="" title=graph src="${SHAPE}">`, ''],
    [
      'one of the page itself',
      `<img alt=Metal src="${PAGE}#"><img alt=Metal src="#"><img alt=Metal src="${PAGE}">`,
      '',
    ],
    ['an inlined image next to the text of its link', `<a href=/m><img alt=Metal src="#"> Metal</a>`, '[Metal](/m)'],
    [
      'an initial above the name',
      `<a href=/u title="Go to Ann's profile">${letter('Ann')}</a><h3><a href=/u>Ann</a></h3>`,
      '### [Ann](/u)',
    ],
    [
      'an initial below the name',
      `<p><a href=/u>Ann</a><p>since 1999<p><a href=/u>${letter('Ann')}</a>`,
      '[Ann](/u)\n\nsince 1999',
    ],
    ['an initial next to its name', `<p>${letter('Like')} <bdi>Like</bdi>`, 'Like'],
  ])('removes %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    [
      'the whole content of a link, with the URL of the page',
      `<a href=/l><span><img alt=Lamp src="${PAGE}#"></span></a>`,
      '[Lamp](/l)',
    ],
    [
      'an initial without a name beside',
      `<a href=/u>${letter('Ann')}</a><p><a href=/v>Ben</a>`,
      '[Ann](/u)\n\n[Ben](/v)',
    ],
    ['an initial without its name', `<ul><li><span>${letter('Like')}</span></ul>by Ann`, '- Like\n\nby Ann'],
  ])('replaces by its name: %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    [
      'a picture with a description',
      '<img alt=Lamp src="data:image/png;base64,AA">',
      '![Lamp](<Base64-Image-Removed>)',
    ],
    [
      'a drawing with a description',
      `<img alt="Sales, 2020" src="${SHAPE}">`,
      '![Sales, 2020](<Base64-Image-Removed>)',
    ],
    [
      'a picture of who is named beside',
      '<p><a href=/u><img alt=Ann src="data:image/jpeg;base64,AA"></a> <a href=/u>Ann</a>',
      '[![Ann](<Base64-Image-Removed>)](/u) [Ann](/u)',
    ],
    [
      'a placeholder whose description may be all of a card',
      '<img alt="Oak chair, model Anna" src=/img/placeholder.png>',
      '![Oak chair, model Anna](/img/placeholder.png)',
    ],
    ['an image of placeholders', '<img alt=Field src=css-placeholder.png>', '![Field](css-placeholder.png)'],
    [
      'an image in a folder named placeholder',
      '<img alt=Lamp src=/placeholder/lamp.png>',
      '![Lamp](/placeholder/lamp.png)',
    ],
    ['an image below the URL of the page', `<img alt=Lamp src="${PAGE}/lamp.png">`, `![Lamp](${PAGE}/lamp.png)`],
  ])('keeps %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});
