import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

describe('a link to media', () => {
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
  ])('is written in a folder of advertisements: %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['a frame of an advertisement', '<iframe src=https://a.example/ads/top.html></iframe>'],
    ['a film behind a text', '<div class="hero-bg"><video autoplay muted loop src=/zippo.mp4></video></div>'],
  ])('is not written for %s', (_, html) => {
    expect(convert(`<p>a${html}`)).toBe('a');
  });

  it('is written for a film that plays by itself', () => {
    expect(convert('<video autoplay muted loop src=/demo.mp4></video>')).toBe('[demo.mp4](/demo.mp4)');
  });
});
