import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('prepareMedia', () => {
  it.each([
    [
      'a video',
      '<video src=https://a.example/ads/apple-1984.mp4 title="Apple 1984"></video>',
      '[Apple 1984](https://a.example/ads/apple-1984.mp4)',
    ],
    [
      'a sound',
      '<audio src=https://a.example/adv/episode-3.mp3></audio>',
      '[episode-3.mp3](https://a.example/adv/episode-3.mp3)',
    ],
    [
      'an object',
      '<object data=https://a.example/banners/catalogue.pdf></object>',
      '[catalogue.pdf](https://a.example/banners/catalogue.pdf)',
    ],
    [
      'a frame with a title',
      '<iframe src=https://a.example/ads/tour.html title="Tour of the town"></iframe>',
      '[Tour of the town](https://a.example/ads/tour.html)',
    ],
  ])('writes a link to %s in a folder named ads', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['a frame of an advertisement', '<iframe src=https://a.example/ads/top.html></iframe>'],
    [
      'a frame that asks for consent',
      '<iframe title="SP Consent Message" src=https://cdn.privacy-mgmt.com/index.html></iframe>',
    ],
  ])('removes %s', (_, html) => {
    expect(convert(`<p>a${html}`)).toBe('a');
  });

  it.each([
    ['with autoplay', '<video autoplay muted loop src=/demo.mp4></video>'],
    ['in a coloured box', '<div class="relative bg-black"><video autoplay src=/demo.mp4></video></div>'],
    ['that waits', '<div class=bg><video src=/demo.mp4></video></div>'],
    ['with controls', '<div class=bg><video autoplay controls src=/demo.mp4></video></div>'],
    ['with a name', '<div class=bg><video autoplay title=demo.mp4 src=/demo.mp4></video></div>'],
  ])('writes a link to a video %s', (_, html) => {
    expect(convert(html)).toBe('[demo.mp4](/demo.mp4)');
  });
});
