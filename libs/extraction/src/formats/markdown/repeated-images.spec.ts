import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);
const NAMED = '<img src=/a.jpg alt="A house by the sea">';
const BARE = '<img src=/a.jpg>';
const SHOWN = '![A house by the sea](/a.jpg)';

describe('isRepeatedImage', () => {
  it.each([
    ['next to itself', `${NAMED}${NAMED}`, SHOWN],
    ['for another screen width', `<div class=wide>${NAMED}</div><div class=narrow>${NAMED}</div>`, SHOWN],
    ['without its description', `${NAMED} ${BARE}`, SHOWN],
    [
      'as another preset of its server',
      `${NAMED.replace('a.jpg', 'a.jpg?$LAZY_JPG$')}${NAMED}`,
      SHOWN.replace('a.jpg', 'a.jpg?$LAZY_JPG$'),
    ],
    ['in one link', `<a href=/b>${NAMED}${NAMED}</a>`, `[${SHOWN}](/b)`],
  ])('removes an image that is repeated %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    [
      'as another that a query names',
      `${NAMED.replace('a.jpg', 'a.jpg?text=1')}${NAMED.replace('a.jpg', 'a.jpg?text=2')}`,
    ],
    ['next to a scripted copy', `${NAMED.replace('a.jpg', 'a.php?w=1')}${NAMED.replace('a.jpg', 'a.php?w=2')}`],
    ['in another colour', `${NAMED.replace('a.jpg', 'a-dark.jpg')}${NAMED.replace('a.jpg', 'a-light.jpg')}`],
    ['after a text', `${NAMED}x${NAMED}`],
    ['after another image', `${NAMED}<img src=/b.jpg>${NAMED}`],
    ['with another description', `${BARE}<img src=/a.jpg alt="A house by the lake">${BARE.replace('a.jpg', 'c.jpg')}`],
    ['in another link', `<a href=/b>${BARE}</a><a href=/c>${BARE}</a>`],
    ['in another item', `<ul><li>${NAMED}<li>${NAMED}</ul>`],
    ['as a star of a rating', '<img src=/s.png alt=star><img src=/s.png alt=star>'],
    ['three times in a row', '<img src=/dot.png><img src=/dot.png><img src=/dot.png>'],
    ['three times between spaces', `${NAMED} <span>${NAMED}</span> ${NAMED}`],
    [
      'as a star with a long name',
      '<img src=/f.png alt="full gold star icon"><img src=/f.png alt="full gold star icon">',
    ],
    ['as a star by its file name', '<img src=/img/star-full.png><img src=/img/star-full.png>'],
    [
      'as an emoji',
      '<img class=emoji src=/e.png alt=":white_check_mark:"><img class=emoji src=/e.png alt=":white_check_mark:">',
    ],
    ['as an icon without a name', '<img src=/s.svg><img src=/s.svg>'],
  ])('keeps an image %s', (_, html) => {
    const images = html.split('<img').length - 1;
    expect(convert(html).split('![').length - 1).toBe(images);
  });
});
