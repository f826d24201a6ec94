import type { Action } from '@orbweaver/core';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { type PageServer, startPageServer } from '../../test/page-server';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;

beforeAll(async () => {
  [harness, site] = await Promise.all([startBrowserHarness(), startPageServer()]);
});

afterAll(() => Promise.all([harness.close(), site.close()]));

const down = (selector?: string): Action => ({ type: 'scroll', direction: 'down', selector });
const up = (selector?: string): Action => ({ type: 'scroll', direction: 'up', selector });

describe('scroll and lazy content', () => {
  /** Each part is requested shortly after the end of the list becomes visible, and loads slowly. */
  const lazyList = (around: (list: string) => string): string =>
    `${around('<div id=list><p style="height:900px">part 0</p></div><div id=end></div>')}<script>
    let n = 0; new IntersectionObserver(async ([entry]) => { if (!entry.isIntersecting || n >= 20) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const part = await (await fetch('/part?' + ++n)).text(); const p = document.createElement('p');
    p.style.height = '700px'; p.textContent = part; list.append(p); }).observe(end);</script>`;

  it.each<[string, Action[], (list: string) => string]>([
    ['in the window', [down(), down(), down(), down()], (list) => list],
    [
      'in a box of the page',
      [down('main'), down('main'), down('main'), down('main')],
      (list) => `<main style="height:90vh;overflow:auto">${list}</main>`,
    ],
    ['at the end of a page', [down('#end'), down('#end'), down('#end')], (list) => list],
  ])('includes content that loads on sight: %s', async (_, actions, around) => {
    site.serve('/part', ({ url }, response) => void setTimeout(() => response.end(`part ${url!.split('?')[1]}`), 300));
    const { html } = await harness.captureOf(site.serve('/list', lazyList(around)), { actions });
    expect(html).toContain('>part 3<');
    expect(html).not.toContain('>part 20<');
  });

  it('limits the wait on a page that never settles', async () => {
    const url = site.serve(
      '/ticking',
      '<p id=t style="height:9000px"></p><script>setInterval(() => { t.textContent = scrollY }, 50)</script>',
    );
    const { html } = await harness.captureOf(url, { actions: [down(), down(), down()] });
    expect(html).toContain('>2400<');
  });
});

describe('scroll with a selector', () => {
  const PAGE = `<!doctype html><body style="margin:0"><div id=plain style="height:100px">plain</div>
    <div id=box style="height:200px;overflow:auto"><div style="height:900px"></div><p id=deep>deep</p><div style="height:900px"></div></div>
    <div id=cut style="height:200px;overflow:hidden"><div style="height:900px"></div></div>
    <div id=dialog><h2>Title</h2><div id=content style="height:300px;overflow-y:scroll"><div style="height:900px"></div></div></div>
    <my-list><b id=slotted>x</b></my-list>
    <div style="height:3000px"></div><footer id=end>end</footer><div style="height:3000px"></div>
    <script>customElements.define('my-list', class extends HTMLElement { constructor() { super();
      this.attachShadow({ mode: 'open' }).innerHTML = '<div id=inner style="height:100px;overflow:auto"><slot></slot><p style="height:900px"></p></div>'; } });
    function positions() { const inner = document.querySelector('my-list').shadowRoot.firstChild;
      return JSON.stringify(Object.fromEntries(Object.entries({ window: scrollY, end: Math.round(end.getBoundingClientRect().top) < 1,
      deep: deep.getBoundingClientRect().top < box.getBoundingClientRect().bottom, box: box.scrollTop, cut: cut.scrollTop, content: content.scrollTop,
      inner: inner.scrollTop }).filter(([, value]) => value))) }</script>`;

  it.each<[string, Action[], object]>([
    ['that scrolls: itself', [down('#box'), down('#box'), up('#box')], { box: 200 }],
    ['with hidden overflow: itself', [down('#cut')], { cut: 200 }],
    ['that is the page: the window', [down('html'), down('body')], { window: 1600 }],
    ['in view: the window', [down('#plain'), down('#plain')], { window: 1600 }],
    ['further down: to its start', [down('#end')], { window: expect.any(Number), end: true }],
    ['further up: to its start', [down('#end'), up('#plain')], {}],
    [
      'further down in a container: the container',
      [down('#deep')],
      { box: expect.any(Number), deep: true, window: 100 },
    ],
    ['that mostly consists of a container: the container', [down('#dialog')], { content: 300 }],
    ['slotted into a container of a shadow root: the container', [down('#slotted')], { inner: 100 }],
    ['in a shadow root: itself', [down('#inner')], { inner: 100 }],
  ])('scrolls an element %s', async (_, actions, expected) => {
    const asked: Action = { type: 'executeJavascript', script: 'positions()' };
    const captured = await harness.captureOf(site.serve('/boxes', PAGE), { actions: [...actions, asked] });
    expect(JSON.parse(String(captured.actions?.javascriptReturns[0]?.value))).toEqual(expected);
  });
});
