import { extractDocument, formats } from '../../test/extract-document';

const content = async (body: string) => {
  const spec = { ...formats('markdown', 'html', 'images', 'links'), onlyMainContent: false };
  return (await extractDocument(`<!doctype html><title>t</title><body><p>text</p>${body}`, spec)).content;
};

describe('AMP elements', () => {
  it.each([
    ['<amp-img src="/a.jpg" alt="A boat" width=2 height=1></amp-img>', '![A boat](https://example.com/a.jpg)'],
    [
      '<amp-img src="/a.jpg" alt="A boat"><noscript><img src="/a.jpg" alt="A boat"></noscript><amp-img fallback src="/f.jpg"></amp-img></amp-img>',
      '![A boat](https://example.com/a.jpg)',
    ],
    [
      '<amp-anim src="/a.gif" alt="Waves"><amp-img placeholder src="/p.jpg"></amp-img></amp-anim>',
      '![Waves](https://example.com/a.gif)',
    ],
    [
      '<amp-video src="/a.mp4" title="Launch"><div fallback>No video</div></amp-video>',
      '[Launch](https://example.com/a.mp4)',
    ],
    [
      '<amp-video title="Launch"><source src="/a.webm" type="video/webm"></amp-video>',
      '[Launch](https://example.com/a.webm)',
    ],
    ['<amp-audio src="/a.mp3" title="Horn"></amp-audio>', '[Horn](https://example.com/a.mp3)'],
    [
      '<amp-iframe src="https://maps.example/1" title="Map"><p placeholder>Loading</p></amp-iframe>',
      '[Map](https://maps.example/1)',
    ],
    ['<amp-youtube data-videoid="abc_1" title="Tour"></amp-youtube>', '[Tour](https://www.youtube.com/embed/abc_1)'],
    ['<amp-vimeo data-videoid="7" title="Tour"></amp-vimeo>', '[Tour](https://player.vimeo.com/video/7)'],
    [
      '<amp-facebook data-href="https://www.facebook.com/p/1" title="Post"></amp-facebook>',
      '[Post](https://www.facebook.com/p/1)',
    ],
    ['<amp-youtube title="Tour"></amp-youtube>', ''],
    ['<image src="/a.jpg" alt="A boat">', '![A boat](https://example.com/a.jpg)'],
  ])('converts %s to HTML', async (body, markdown) => {
    expect((await content(body)).markdown).toBe(`text\n\n${markdown}`.trim());
  });

  it('includes AMP images in the images and html formats', async () => {
    const { html, images } = await content(
      '<amp-img src="/a.jpg" srcset="/b.jpg 2x"></amp-img><amp-video poster="/p.jpg" src="/v.mp4"></amp-video><image src="/c.jpg">',
    );
    expect(images).toEqual([
      'https://example.com/a.jpg',
      'https://example.com/c.jpg',
      'https://example.com/b.jpg',
      'https://example.com/p.jpg',
    ]);
    expect(html).toContain('<img src="https://example.com/b.jpg"');
    expect(html).toContain('<video poster="https://example.com/p.jpg"');
  });

  it('keeps an SVG image element unchanged', async () => {
    expect((await content('<svg><image href="/a.jpg"></image></svg>')).html).toContain('<image href');
  });
});
