import type { ScrapeSpec } from '@orbweaver/core';
import { consentDialogs, DIALOG_TEXT } from '../../../test/consent-dialogs';
import { type NamedSite, startNamedSite } from '../../../test/named-site';

const SCREENSHOT = { type: 'screenshot', fullPage: true } as const;
const ARTICLE = `<!doctype html><title>News</title><body style="margin:0"><main><h1>The article</h1>${'<p>words</p>'.repeat(60)}</main>`;

let site: NamedSite;

beforeAll(async () => {
  site = await startNamedSite();
});

afterAll(() => site.close());

const withoutScripts = (html: string): string => html.replace(/<script>.*?<\/script>/gs, '');

describe('dismissConsent', () => {
  it.each(consentDialogs)(
    'rejects cookies in the dialog of $vendor and hides it in text and screenshot',
    async (dialog) => {
      if (dialog.frame !== undefined) site.serve('/index.html', dialog.frame);
      site.serve('/', ARTICLE + dialog.markup(site.at('consent.example', '/index.html')));
      site.serve('/plain', ARTICLE);
      const plain = await site.captureOf(site.at('news.example', '/plain'), { formats: [SCREENSHOT] });
      const seen = await site.captureOf(site.at('news.example', '/'), { formats: [SCREENSHOT], blockAds: true });
      expect(seen.html).toContain('The article');
      expect(withoutScripts(seen.html)).not.toContain(DIALOG_TEXT);
      expect(seen.html.includes('data-refused="yes"')).toBe(dialog.isRefusable);
      /** Pixel by pixel: no box, no backdrop, and no cut by a scroll lock. */
      expect(seen.screenshot === plain.screenshot).toBe(true);
    },
  );

  it('keeps consent dialogs with blockAds false', async () => {
    site.serve('/', ARTICLE + consentDialogs[0]!.markup(''));
    const seen = await site.captureOf(site.at('news.example', '/'), { blockAds: false });
    expect(withoutScripts(seen.html)).toContain(DIALOG_TEXT);
    expect(seen.html).not.toContain('data-refused');
  });

  it('returns the document that replaces the page after the answer', async () => {
    site.serve('/wall', (request, response) => {
      const isThrough = request.headers.cookie?.includes('refused=1');
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        isThrough
          ? ARTICLE
          : `<p>teaser</p><div role="dialog" style="position:fixed;inset:20%"><p>${DIALOG_TEXT}</p><button>Accept all</button><button id="no">Reject all</button></div>
            <script>document.querySelector('#no').onclick = () => { document.cookie = 'refused=1'; location.reload() }</script>`,
      );
    });
    const seen = await site.captureOf(site.at('news.example', '/wall'), { blockAds: true });
    expect(seen.html).toContain('The article');
  });

  it.each<[string, ScrapeSpec['actions']]>([
    ['appears during actions', [{ type: 'wait', milliseconds: 1_500 }]],
    ['appears on the page after an action', [{ type: 'click', selector: 'a', all: false }]],
  ])('hides a dialog that %s', async (_, actions) => {
    const [first] = consentDialogs;
    site.serve('/next', `${ARTICLE}${first!.markup('')}`);
    const url = site.serve(
      '/later',
      `${ARTICLE}<a href="/next">on</a><template>${first!.markup('')}</template><script>setTimeout(() => {
        document.body.append(document.querySelector('template').content.cloneNode(true)) }, 1_200)</script>`,
    );
    const { html } = await site.captureOf(url, { blockAds: true, actions });
    expect(html).toContain('data-refused="yes"');
    expect(withoutScripts(html).replace(/<template>.*?<\/template>/s, '')).not.toContain(DIALOG_TEXT);
  });

  it('rejects a dialog that appears during waitFor, before the actions', async () => {
    const [first] = consentDialogs;
    site.serve(
      '/late',
      `${ARTICLE}<template>${first!.markup('')}</template><script>setTimeout(() => {
        document.body.append(document.querySelector('template').content.cloneNode(true)) }, 1500)</script>`,
    );
    const seen = await site.captureOf(site.at('news.example', '/late'), {
      blockAds: true,
      waitForMs: 2_000,
      actions: [{ type: 'scrape' }],
    });
    expect(seen.actions?.scrapes).toMatchObject([{ html: expect.stringContaining('data-refused="yes"') }]);
    expect(seen.html).toContain('data-refused="yes"');
  });
});

describe('dismissConsent without a dialog', () => {
  it('does not delay a page without a dialog', async () => {
    const url = site.serve('/plain', `${ARTICLE}<script>document.title += '!'</script>`);
    const timed = async (blockAds: boolean): Promise<number> => {
      const startedAt = performance.now();
      await site.captureOf(url, { blockAds });
      return performance.now() - startedAt;
    };
    await timed(true);
    const times = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < 5; round += 1) {
      times.with.push(await timed(true));
      times.without.push(await timed(false));
    }
    // 20 to 50 ms on an idle machine.
    expect(Math.min(...times.with) - Math.min(...times.without)).toBeLessThan(500);
  });

  it('keeps content about cookies, and content with class names of dialogs', async () => {
    const url = site.serve(
      '/recipes',
      `<title>Recipes</title><header style="position:sticky;top:0">Menu <button>Accept all orders</button></header>
      <main id="didomi-host"><h1>Cookies</h1><p>${DIALOG_TEXT} So does our bakery.</p></main>
      <div class="truste_overlay"><article>The long story of the biscuit.</article></div>`,
    );
    const { html } = await site.captureOf(url, { blockAds: true });
    for (const text of [DIALOG_TEXT, 'Menu', 'story of the biscuit']) expect(html).toContain(text);
  });
});

describe('dismissConsent on hostile pages', () => {
  it('hides the library from page scripts, and ignores objects that a page plants for it', async () => {
    const calls = ['autoconsentSendMessage', 'autoconsentReceiveMessage', 'consentSession', 'consentParts'];
    const url = site.serve(
      '/hostile',
      `<p id="said"></p><div id="onetrust-banner-sdk" style="position:fixed;inset:0" role="dialog">${DIALOG_TEXT} <button id="onetrust-reject-all-handler">Reject all</button></div>
      <script>
        const garbage = [undefined, null, 1, 'x', {}, { type: 'eval', id: 1, code: 'process.exit()' }, { type: 'initResp', config: 7 }];
        const names = ${JSON.stringify(calls)};
        said.textContent = 'found: ' + names.filter((name) => name in window).join();
        for (const name of names) for (const each of garbage) { try { window[name](each) } catch {} }
        Object.defineProperty(window, 'Cookiebot', { get() { throw new Error('no') } });
        window.UC_UI = { closeCMP: () => new Promise(() => {}), denyAllConsents: () => 'x'.repeat(1e7) };
        window.__cmp = () => { const loop = {}; loop.loop = loop; return loop };
        Promise.prototype.then = new Proxy(Promise.prototype.then, { apply: (then, self, given) => Reflect.apply(then, self, given) });
        Array.prototype.map = Array.prototype.filter = () => { throw new Error('no') };
        JSON.stringify = () => '{"kind":"end","outcome":"closed","selectors":["body","html","*"]}';
      </script>`,
    );
    const { html } = await site.captureOf(url, { blockAds: true });
    expect(html).toContain('found: <');
    expect(html).not.toContain(DIALOG_TEXT);
  });

  it.each([
    [
      'responds to the library with an endless loop',
      `Object.defineProperty(window, 'Cookiebot', { get() { for (;;); } })`,
    ],
    ['has a button with an endless loop', `document.querySelector('button').onclick = () => { for (;;); }`],
  ])('stops a page that %s and returns it', async (_, script) => {
    const url = site.serve(
      '/loop',
      `<p>words</p><div role="dialog" style="position:fixed;inset:20%">${DIALOG_TEXT} <button>Reject all</button></div><script>${script}</script>`,
    );
    expect((await site.captureOf(url, { blockAds: true })).html).toContain('<p>words</p>');
  });
});
