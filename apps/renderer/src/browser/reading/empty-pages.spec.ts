import { type BrowserHarness, startBrowserHarness } from '../../../test/browser-harness';
import { CONCURRENT_SLOTS } from '../../../test/browsing';
import { type PageServer, startPageServer } from '../../../test/page-server';

jest.setTimeout(120_000);

let harness: BrowserHarness;
let site: PageServer;

beforeAll(async () => {
  [harness, site] = await Promise.all([startBrowserHarness({ slots: CONCURRENT_SLOTS }), startPageServer()]);
  site.serve('/answer', (_, response) => void setTimeout(() => response.end('answer'), 300));
  site.serve('/worker.js', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('setTimeout(() => postMessage("done"), 1200)'),
  );
});

afterAll(() => Promise.all([harness.close(), site.close()]));

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200"/></svg>')}`;
const fill = `document.querySelector('#root').innerHTML = '<h1>Filled</h1><p>The words have come.</p>'`;
const root = '<!doctype html><title>App</title><div id=root></div>';
const skeleton = '<!doctype html><title>App</title><div id=root><div class="card-skeleton"></div></div>';
const fields = 'getAttribute localName nodeType querySelector shadowRoot textContent'
  .split(' ')
  .map((name) => `<input name=${name}>`);
const hidingForm = `<!doctype html><h1>Sign in</h1><form>${fields.join('')}</form><img name=documentElement>`;

let served = 0;

/** Under its own URL: tests run concurrently, because most of them wait. */
async function take(page: string) {
  const url = site.serve(`/page-${++served}`, page);
  const startedAt = performance.now();
  const { html, warnings = [] } = await harness.captureOf(url);
  return { html, warnings, tookMs: performance.now() - startedAt };
}

describe('showPage on nearly empty pages', () => {
  it.concurrent.each([
    ['a timer of 400 ms', `${root}<script>setTimeout(() => { ${fill} }, 400)</script>`],
    ['a timer of 1500 ms', `${root}<script>setTimeout(() => { ${fill} }, 1500)</script>`],
    ['a timer of 3000 ms', `${root}<script>setTimeout(() => { ${fill} }, 3000)</script>`],
    [
      'a request, a timer and another request',
      `${root}<script>fetch('/answer').then(() => setTimeout(() => fetch('/answer').then(() => { ${fill} }), 800))</script>`,
    ],
    ['idle time', `${root}<script>setTimeout(() => requestIdleCallback(() => { ${fill} }), 700)</script>`],
    ['a worker', `${root}<script>new Worker('/worker.js').onmessage = () => { ${fill} }</script>`],
    [
      'a skeleton that is replaced in two steps',
      `${skeleton}<script>setTimeout(() => { root.innerHTML = '<h1>Shop</h1><div class="list skeleton"></div>'; setTimeout(() => { ${fill} }, 900) }, 600)</script>`,
    ],
    [
      'a part with aria-busy next to a heading',
      `<!doctype html><h1>Shop</h1><main id=root aria-busy=true></main><script>setTimeout(() => { ${fill}; root.ariaBusy = 'false' }, 900)</script>`,
    ],
    [
      'a heading next to an empty root',
      `<!doctype html><h1>Shop</h1><div id=root></div><script>setTimeout(() => { ${fill} }, 900)</script>`,
    ],
    [
      'a spinner',
      `<!doctype html><div id=root><svg width=40 height=40><circle r=18 cx=20 cy=20 /></svg></div><script>setTimeout(() => { ${fill} }, 900)</script>`,
    ],
    [
      'a loading text',
      `<!doctype html><div id=root><p>Loading…</p></div><script>setTimeout(() => { ${fill} }, 900)</script>`,
    ],
    [
      'a root next to a form whose fields have the names of properties',
      `${hidingForm}<div id=root></div><script>setTimeout(() => { ${fill} }, 1200)</script>`,
    ],
    ['a script in an attribute', `${root}<body onload="setTimeout(() => { ${fill} }, 900)">`],
    [
      'a custom element',
      `<!doctype html><my-app></my-app><script>document.querySelector('my-app').attachShadow({ mode: 'open' }); setTimeout(() => document.querySelector('my-app').shadowRoot.innerHTML = '<p>The words have come.</p>', 900)</script>`,
    ],
  ])('waits until a page is filled after %s', async (_, page) => {
    const { html, warnings } = await take(page);
    expect(html).toContain('<p>The words have come.</p>');
    expect(warnings).toEqual([]);
  });

  it.concurrent.each([
    ['nothing', '<!doctype html><title>Blank</title><script>1</script>'],
    ['a spinner', '<!doctype html><div class=spinner></div><script>1</script>'],
    ['a ticker of nothing', '<!doctype html><i id=a></i><script>setInterval(() => a.title += 1, 50)</script>'],
  ])('stops waiting for a page that remains empty, with a warning: %s', async (_, page) => {
    const { warnings, tookMs } = await take(page);
    expect(warnings).toEqual([expect.stringContaining('stayed empty')]);
    expect(tookMs).toBeGreaterThan(4_500);
    expect(tookMs).toBeLessThan(25_000);
  });

  it.concurrent('extends the wait by waitFor', async () => {
    const url = site.serve('/late', `${root}<script>setTimeout(() => { ${fill} }, 7000)</script>`);
    const { html, warnings } = await harness.captureOf(url, { waitForMs: 5_000 });
    expect(html).toContain('<p>The words have come.</p>');
    expect(warnings).toBeUndefined();
  });

  it.concurrent('returns no warning when an action fills the page', async () => {
    const url = site.serve('/acted', `${root}<script>1</script>`);
    const { html, warnings } = await harness.captureOf(url, {
      actions: [{ type: 'executeJavascript', script: fill }],
    });
    expect(html).toContain('<p>The words have come.</p>');
    expect(warnings).toBeUndefined();
  });

  it.concurrent.each([
    ['an empty root', '<!doctype html><h1>Shop</h1><div id=root></div><script>1</script>'],
    ['a skeleton', '<!doctype html><h1>Shop</h1><div class=list-skeleton></div><script>1</script>'],
  ])('stops waiting for a part that is never filled, with a warning: %s', async (_, page) => {
    const { html, warnings } = await take(page);
    expect(html).toContain('Shop');
    expect(warnings).toEqual([expect.stringContaining('seemed to be missing')]);
  });

  it.concurrent.each([
    ['a blank page without scripts', '<!doctype html><title>Blank</title>'],
    ['a picture', `<!doctype html><img src="${picture}"><script>1</script>`],
    ['a canvas', '<!doctype html><canvas width=300 height=200></canvas><script>1</script>'],
    ['a video', '<!doctype html><video width=300 height=200></video><script>1</script>'],
    ['a form', '<!doctype html><input name=q><script>1</script>'],
    ['a few words', '<!doctype html><p>Words.<script>1</script>'],
    ['a form whose fields have the names of properties', `${hidingForm}<script>1</script>`],
    [
      'many words next to a part with aria-busy',
      `<!doctype html><p>${'Words. '.repeat(40)}</p><div aria-busy=true></div><script>1</script>`,
    ],
  ])('does not wait for a complete page: %s', async (_, page) => {
    // Up to six times: the machine may be busy.
    const times: number[] = [];
    while (times.length < 6 && !times.some((tookMs) => tookMs < 4_000)) {
      const { warnings, tookMs } = await take(page);
      expect(warnings).toEqual([]);
      times.push(tookMs);
    }
    expect(Math.min(...times)).toBeLessThan(4_000);
  });
});
