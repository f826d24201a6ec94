import { type BrowserHarness, startBrowserHarness } from '../../../test/browser-harness';
import { imageSize } from '../../../test/image-size';
import { type PageServer, startPageServer } from '../../../test/page-server';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;

beforeAll(async () => {
  [harness, site] = await Promise.all([startBrowserHarness(), startPageServer()]);
});

afterAll(() => Promise.all([harness.close(), site.close()]));

const OBSERVED = `<style>p { height: 900px }</style><div id=list><p>first</p></div><div id=end></div><script>
let n = 0; new IntersectionObserver(([entry]) => { if (!entry.isIntersecting || n >= 40) return;
fetch('/item').then(() => { for (let i = 0; i < 3; i++) { const p = document.createElement('p'); p.textContent = 'item ' + ++n; list.append(p); } }); },
{ rootMargin: '10px' }).observe(end);</script>`;

describe('smartWait', () => {
  it.each<[string, string | { refresh: string }]>([
    ['a meta refresh', '<meta http-equiv="Refresh" content="0;url=/arrived"><p>moving'],
    ['a meta refresh after a second', `<p>moving</p><meta http-equiv=refresh content="1; URL='/arrived'">`],
    ['a Refresh header', { refresh: '0; url=/arrived' }],
    ['a Refresh header with two seconds', { refresh: '2;url=/arrived' }],
    ['a Refresh header with a quoted URL', { refresh: '1; URL="/arrived"' }],
    ['a script after a while', '<p>moving</p><script>setTimeout(() => location.href = "/arrived", 200)</script>'],
    ['a script to a slow page', '<p>moving</p><script>onload = () => location.replace("/slow")</script>'],
    [
      'a form that a script submits',
      '<form action=/arrived method=post></form><script>document.forms[0].submit()</script>',
    ],
  ])('follows redirects of the page: %s', async (_, page) => {
    const arrived = site.serve('/arrived', '<p>arrived</p>');
    site.serve('/slow', (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/arrived' }).end(), 1_000);
    });
    const url = site.serve('/moving', (_request, response) => {
      const headers = { 'content-type': 'text/html', ...(typeof page === 'string' ? {} : page) };
      response.writeHead(200, headers).end(typeof page === 'string' ? page : '<p>moving</p>');
    });
    expect(await harness.captureOf(url)).toMatchObject({ url: arrived, html: expect.stringContaining('arrived') });
  });

  it.each([
    ['a refresh of the same page', '<p>here</p><meta http-equiv=refresh content=2>'],
    ['a refresh after a long time', '<p>here</p><meta http-equiv=refresh content="30; url=/arrived">'],
    ['a refresh in a noscript', '<p>here</p><noscript><meta http-equiv=refresh content="0; url=/arrived"></noscript>'],
  ])('does not wait for %s', async (_, page) => {
    const url = site.serve('/staying', page);
    expect(await harness.captureOf(url)).toMatchObject({ url, html: expect.stringContaining('here') });
  });

  it('follows a script to an error status, a file or a denied host', async () => {
    const gone = site.serve('/gone', (_, response) =>
      response.writeHead(410, { 'content-type': 'text/html' }).end('<p>gone'),
    );
    expect(await harness.captureOf(site.serve('/to-gone', `<script>location = '${gone}'</script>`))).toMatchObject({
      url: gone,
      status: 410,
    });
    const file = site.serve('/file.pdf', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
    );
    expect(await harness.captureOf(site.serve('/to-file', `<script>location = '${file}'</script>`))).toMatchObject({
      url: file,
      engine: 'http',
    });
    const trap = site.serve('/to-trap', '<p>x<script>location = "http://10.0.0.1/"</script>');
    expect(await harness.failureOf(trap)).toMatchObject({ reason: 'egress-denied' });
  });

  it('ignores long-lived connections', async () => {
    site.serve('/never', () => undefined);
    const url = site.serve(
      '/live',
      '<p id=a></p><script>new EventSource("/never"); navigator.sendBeacon("/never"); fetch("/soon").then(() => a.textContent = "drawn")</script>',
    );
    site.serve('/soon', (_, response) => void setTimeout(() => response.end('x'), 800));
    expect((await harness.captureOf(url)).html).toContain('>drawn<');
  });

  it('loads lazy content of the first screens, but not endless lists', async () => {
    site.serve('/item', (_, response) => response.end('x'));
    const { html } = await harness.captureOf(site.serve('/observed', OBSERVED));
    expect(html).toContain('item 3');
    expect(html).not.toContain('item 40');
    const inside = OBSERVED.replace(
      '<div id=list>',
      '<main style="height:100vh;overflow:auto"><div id=list><p>zeroth</p>',
    ).replace('<div id=end></div>', '<div id=end></div></main>');
    expect((await harness.captureOf(site.serve('/observed', inside))).html).toContain('item 3');
  });

  it('scrolls back, and does not scroll a page without lazy content', async () => {
    const url = site.serve(
      '/tall',
      '<p style="height:5000px">tall</p><p id=a></p><script>onscrollend = () => a.textContent = scrollY</script>',
    );
    expect((await harness.captureOf(url)).html).toMatch(/<p id="a">(0|)<\/p>/);
    const short = site.serve(
      '/short',
      '<p id=a>unscrolled</p><script>onscroll = () => a.textContent = "scrolled"</script>',
    );
    expect((await harness.captureOf(short)).html).toContain('>unscrolled<');
  });
});

describe('takeScreenshot of the full page', () => {
  const shoot = async (page: string, changes = {}) => {
    const format = { type: 'screenshot', fullPage: true, ...changes } as const;
    const { screenshot, warnings } = await harness.captureOf(site.serve('/shot', page), { formats: [format] });
    return { ...imageSize(screenshot!), warnings };
  };

  it('includes lazy images', async () => {
    const before = site.requests.length;
    await shoot('<p style="height:7000px"></p><img loading=lazy src="/lazy.png">');
    expect(site.requests.slice(before).map(({ url }) => url)).toContain('/lazy.png');
  });

  it("limits the screenshot to Chromium's maximum size, with a warning", async () => {
    const page = '<body style="margin:0"><div style="height:20000px;background:linear-gradient(red,blue)"></div>';
    expect(await shoot(page)).toEqual({
      type: 'png',
      width: 1280,
      height: 16384,
      warnings: [expect.stringContaining('1280 × 20000')],
    });
    expect(await shoot(page, { quality: 30, viewport: { width: 7680, height: 600 } })).toEqual({
      type: 'jpeg',
      width: 7680,
      height: 5208,
      warnings: [expect.stringContaining('7680 × 20000')],
    });
  });

  it('includes horizontal overflow', async () => {
    expect(await shoot('<body style="margin:0"><div style="width:2000px;height:900px">')).toMatchObject({
      width: 2000,
      height: 900,
    });
  });
});
