import { frameDestinations } from '../formats/markdown/media';
import { toMarkdown } from '../formats/markdown/to-markdown';
import { parseHtml } from '../tree/parse-html';
import { makeUrlsAbsolute } from './absolute-urls';
import { Addresses } from './addresses';
import { openFrames } from './frames';
import { removeInlinedImages } from './inlined-images';

const SVG = 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=';
const VIDEO = 'https://v.example/embed/1';

function read(body: string): { frames: string[]; markdown: string } {
  const page = parseHtml(`<p>a</p>${body}`);
  openFrames(page);
  makeUrlsAbsolute(page.root, new Addresses('https://a.example/b/'), []);
  removeInlinedImages(page.root);
  const frames = frameDestinations(page.root);
  return { frames, markdown: toMarkdown(page.root) };
}

describe('a frame that a script loads', () => {
  it.each([
    ['lazysizes', `<iframe title=Film class=lazyload data-src="${VIDEO}" src="${SVG}"></iframe>`],
    ['WP Rocket', `<iframe title=Film data-lazy-src="${VIDEO}" src="about:blank"></iframe>`],
    ['LiteSpeed', `<iframe title=Film data-litespeed-src="${VIDEO}" src="data:text/plain;base64,AA"></iframe>`],
    ['no script, with an empty source', `<iframe title=Film data-src="//v.example/embed/1"></iframe>`],
    ['lazysizes, an embed', `<embed title=Film data-src="${VIDEO}">`],
    ['lazysizes, a video', `<video title=Film data-src="${VIDEO}" src="${SVG}"></video>`],
    ['a script that sets the source of a video', `<video title=Film><source data-src="${VIDEO}"></video>`],
  ])('writes a link to the lazy URL of %s', (_, html) => {
    expect(read(html).markdown.replace(/\s+/g, ' ')).toBe(`a [Film](${VIDEO})`);
  });

  it('returns frame destinations as the markdown writes them', () => {
    const { frames, markdown } = read('<iframe data-src="/c)d" src="about:blank"></iframe>');
    expect(frames).toEqual(['https://a.example/c\\)d']);
    expect(markdown).toBe('a\n\n[a.example](https://a.example/c\\)d)');
  });

  it.each([
    ['a frame with only a placeholder', `<iframe title=Film src="${SVG}"></iframe>`],
    ['a frame without a page', '<iframe title=Film src="about:blank"></iframe><iframe title=Film></iframe>'],
    ['script data', `<iframe title=Film src="about:blank" data-src="true" data-lazy-src="{{url}}"></iframe>`],
    ['a tracker', '<iframe title=Tag src="about:blank" data-src="https://www.googletagmanager.com/ns.html"></iframe>'],
    ['a hidden frame', `<iframe title=Film style="display:none" src="about:blank" data-src="${VIDEO}"></iframe>`],
  ])('removes %s', (_, html) => {
    expect(read(html).markdown).toBe('a');
  });

  it('keeps the current URL of a frame', () => {
    expect(read(`<iframe title=Film src="${VIDEO}" data-src="/other"></iframe>`).markdown).toBe(
      `a\n\n[Film](${VIDEO})`,
    );
  });
});
