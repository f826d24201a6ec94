import { type NamedSite, startNamedSite } from '../../../test/named-site';
import { adEngine } from '../requests/ad-engine';
import { adSelectors } from './hide-ads';

const SCREENSHOT = { type: 'screenshot', fullPage: true } as const;
const words = (text: string, times = 30): string => `<p>${`${text} `.repeat(times)}</p>`;
const page = (content: string): string => `<!doctype html><title>t</title><body style="margin:0">${content}`;

let site: NamedSite;

beforeAll(async () => {
  site = await startNamedSite();
});

afterAll(() => site.close());

/** Marks content that must be hidden; the rest is marked KEEP. */
const ad = (markup: string): string => `<!--ad-->${markup}<!--/ad-->`;

const pages: [string, string, string][] = [
  [
    'boxes by their class and id, in whatever depth',
    'news.example',
    `<main><h1>KEEP 1</h1>${words('KEEP 2')}<div>${ad('<div class="google-ad" style="height:90px">AD 1 <b>AD 2</b></div>')}</div></main>
     ${ad('<aside id="ad-slot">AD 3</aside><ins class="adsbygoogle" style="display:block;height:50px">AD 4</ins>')}`,
  ],
  [
    'links to advertisers',
    'news.example',
    `<main>${words('KEEP 1')}</main>${ad('<a href="https://ad.doubleclick.net/click"><img alt="AD 1" width=300 height=100></a>')}`,
  ],
  [
    'rules for one site',
    'balls.ie',
    `<main>${words('KEEP 1')}</main>${ad('<div type="doubleclick" style="height:50px">AD 1</div>')}`,
  ],
  [
    'empty boxes of blocked content',
    'news.example',
    `<main>${words('KEEP 1')}</main>${ad('<iframe title="AD 1" src="http://ib.adnxs.com/frame"></iframe><img alt="AD 2" width=300 height=200 src="http://ib.adnxs.com/pixel.png">')}`,
  ],
  [
    'ads that scripts insert again',
    'news.example',
    `<main>${words('KEEP 1')}</main>${ad(`<script>setInterval(() => { if (!document.querySelector('.google-ad')) {
      const box = document.createElement('div'); box.className = 'google-ad'; box.textContent = 'A' + 'D 1'; document.body.append(box) } }, 100)</script>`)}`,
  ],
];

describe('hideAds', () => {
  it.each(pages)('hides ads in text and screenshot: %s', async (_, host, content) => {
    site.serve('/page', page(content));
    site.serve('/same', page(content.replaceAll(/<!--ad-->.*?<!--\/ad-->/gs, '')));
    const { html, screenshot } = await site.captureOf(site.at(host, '/page'), {
      formats: [SCREENSHOT],
      blockAds: true,
    });
    expect(html).not.toMatch(/AD \d/);
    const kept = content.match(/KEEP \d/g)!;
    for (const mark of kept) expect(html).toContain(mark);
    const { screenshot: expected } = await site.captureOf(site.at('other.example', '/same'), { formats: [SCREENSHOT] });
    expect(screenshot === expected).toBe(true);
  });

  it.each([
    ['127.0.0.1', 'long adsense', `<ins class="adsbygoogle">${words('AD 1', 300)}</ins>`],
    ['localhost', 'a filled slot', `<div id="div-gpt-ad-123-0">${words('AD 1', 300)}</div>`],
    ['news.example', 'a slot of an AMP page', `<amp-ad>${words('AD 1', 300)}</amp-ad>`],
    ['127.0.0.1', 'a frame', '<iframe id="google_ads_iframe_/1/x_0" srcdoc="<p>AD 1</p>"></iframe>'],
  ])('hides long ads on hosts without generic rules: %s, %s', async (host, _, box) => {
    site.serve('/slots', page(`<main>${words('KEEP 1')}</main>${box}<p>KEEP 2`));
    const { html } = await site.captureOf(site.at(host, '/slots'), { blockAds: true });
    expect(html).not.toContain('AD 1');
    expect(html).toMatch(/KEEP 1.*KEEP 2/s);
  });

  it('keeps ads with blockAds false', async () => {
    site.serve('/page', page(pages[0]![2]));
    expect((await site.captureOf(site.at('news.example', '/page'), { blockAds: false })).html).toContain('AD 4');
  });

  it('hides ads from actions and uncovers buttons behind them', async () => {
    site.serve(
      '/covered',
      page(`<button id=more onclick="this.textContent = 'pressed'">more</button>
        <div class="google-ad" style="position:fixed;inset:0">AD 1</div>`),
    );
    const { actions, html } = await site.captureOf(site.at('news.example', '/covered'), {
      blockAds: true,
      actions: [{ type: 'click', selector: '#more', all: false }, { type: 'scrape' }],
    });
    expect(actions?.scrapes).toMatchObject([{ html: expect.stringContaining('pressed') }]);
    expect(actions?.scrapes[0]?.html).not.toContain('AD 1');
    expect(html).not.toContain('AD 1');
  });
});

describe('hideAds on content', () => {
  it.each([
    ['with a heading in a box named like an ad', `<div class="google-ad"><h1>KEEP 1</h1>${words('KEEP 2')}</div>`],
    ['that is a large part of the page', `${words('KEEP 1')}<section id="ad-box">${words('KEEP 2')}</section>`],
    ['in the main element', `<main class="top-ad">${words('KEEP 1')}</main><footer>${words('KEEP 2', 300)}</footer>`],
    [
      'with names that start like those of ads',
      `<p class="adventure ad-hoc header">KEEP 1</p><p id="address">KEEP 2</p>`,
    ],
    ['in a body named like an ad', `<script>document.body.className = 'google-ad'</script>${words('KEEP 1')}KEEP 2`],
    [
      'with fields named like DOM properties',
      `<form id="f"><input name=style><input name=children><input name=textContent>KEEP 1</form><p>KEEP 2</p>`,
    ],
  ])('keeps content: %s', async (_, content) => {
    site.serve('/content', page(content));
    const { html } = await site.captureOf(site.at('news.example', '/content'), { blockAds: true });
    expect(html).toMatch(/KEEP 1.*KEEP 2/s);
  });
});

describe('adEngine', () => {
  it("loads the compiled lists with the library's version", async () => {
    const engine = await adEngine();
    const names = { classes: ['google-ad', 'text'], ids: ['ad-slot', 'top'], hrefs: [] };
    const { generic, specific } = adSelectors(engine, 'https://www.balls.ie/', names);
    expect(generic).toEqual(expect.arrayContaining(['.google-ad', '#ad-slot', 'ins.adsbygoogle']));
    expect(specific).toContain('[type="doubleclick"]');
    expect(adSelectors(engine, 'https://www.example.com/', names).specific).toEqual([]);
  });
});
