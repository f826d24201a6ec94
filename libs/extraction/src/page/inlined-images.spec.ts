import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { removeInlinedImages } from './inlined-images';

describe('removeInlinedImages', () => {
  it.each([
    ['<img alt="x" src="data:image/png;base64,AA==">', '<img alt="x" src="<Base64-Image-Removed>">'],
    ['<img alt="x" src="DATA:image/svg+xml;utf8,<svg>">', '<img alt="x" src="<Base64-Image-Removed>">'],
    ['<img src="data:image/png;base64,AA==">', '<img src="<Base64-Image-Removed>">'],
    ['<p><img alt="" src="data:image/svg+xml,%3Csvg%3E">a</p>', '<p>a</p>'],
    ['<p><img src="data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+">a</p>', '<p>a</p>'],
    ['<p><img src="data:image/svg+xml,%3Csvg%3E%3Cpath%3E">a</p>', '<p><img src="<Base64-Image-Removed>">a</p>'],
    ['<p><img src="data:image/svg+xml;base64,PHN2Zz48cGF0aC8+">a</p>', '<p><img src="<Base64-Image-Removed>">a</p>'],
    [
      '<img src="a.png" srcset="data:image/png;base64,AA== 1x, b.png 2x">',
      '<img src="a.png" srcset="<Base64-Image-Removed> 1x, b.png 2x">',
    ],
    [
      '<p style="background:url(data:image/png;charset=x;base64,AA/+) red">a</p>',
      '<p style="background:url(<Base64-Image-Removed>) red">a</p>',
    ],
    ['<video poster="data:image/jpeg;base64,AA"></video>', '<video poster="<Base64-Image-Removed>"></video>'],
    ['<a href="data:text/plain,hello">a</a>', '<a href="data:text/plain,hello">a</a>'],
    [
      '<p><span><img alt="" src="data:image/svg+xml;base64,AA"></span><img src="a.png"></p>',
      '<p><span></span><img src="a.png"></p>',
    ],
    [
      '<p><img src="data:image/gif;base64,AA"><img alt="x" src="data:image/jpeg;base64,BB"></p>',
      '<p><img alt="x" src="<Base64-Image-Removed>"></p>',
    ],
    [
      '<p><img alt="x" src="data:image/png;base64,AA"><img alt="y" src="b.png"></p>',
      '<p><img alt="x" src="<Base64-Image-Removed>"><img alt="y" src="b.png"></p>',
    ],
    ['<img src="a.png" title="data: image">', '<img src="a.png" title="data: image">'],
  ])('reduces %s to %s', (source, expected) => {
    const page = parseHtml(source);
    removeInlinedImages(page.root);
    expect(serializeChildren(page.body)).toBe(expected);
  });
});
