import type { Action } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { imageSize } from '../../test/image-size';
import { keepLog } from '../../test/quiet-log';
import { PageActivity } from '../browser/reading/page-activity';
import { findBrowser } from '../browser/supply/find-browser';
import { type LaunchedBrowser, launchBrowser } from '../browser/supply/launch-browser';
import { rendererConfig } from '../renderer.config';
import { ActionFailed, runActions } from './run-actions';

jest.setTimeout(60_000);

const FORM = `<!doctype html><body style="margin:0">
<p id=state>untouched</p><p id=typed></p><p id=key></p><p id=scrolled></p>
<button id=button onclick="state.textContent = 'pressed'">Press</button>
<my-box></my-box><iframe srcdoc="<button id=framed onclick=&quot;parent.state.textContent = 'framed pressed'&quot;>x</button>"></iframe>
<i class=many onclick="this.textContent = 'x'">o</i><i class=many onclick="this.textContent = 'x'">o</i>
<input id=field oninput="typed.textContent = 'typed ' + value" onkeydown="key.textContent += event.key + (event.ctrlKey ? '!' : ' ')">
<div id=box style="height:50px;overflow:auto"><div style="height:500px"></div></div>
<div style="height:3000px"></div><button id=far onclick="state.textContent = 'far pressed'">Press</button>
<script>
customElements.define('my-box', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'open' }).innerHTML = '<button id=inside>x</button>';
  this.shadowRoot.querySelector('button').onclick = () => { state.textContent = 'inside pressed'; }; } });
setTimeout(() => { const b = document.createElement('button'); b.id = 'later'; b.textContent = 'x'; b.onclick = () => { state.textContent = 'later pressed'; }; document.body.prepend(b); }, 800);
addEventListener('scroll', () => { scrolled.textContent = scrollY; });
setTimeout(() => { const p = document.createElement('p'); p.id = 'late'; document.body.append(p); }, 500);
</script>`;

let launched: LaunchedBrowser;
let page: Page;

beforeAll(async () => {
  const { CHROMIUM_PATH, RENDERER_CACHE_DIR } = rendererConfig.parse({ CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  const { log } = keepLog();
  const found = await findBrowser({ chromiumPath: CHROMIUM_PATH, cacheDir: RENDERER_CACHE_DIR, log });
  launched = await launchBrowser(found, { timeoutMs: 30_000 });
});

afterAll(() => launched.end());

beforeEach(async () => {
  page = await launched.browser.newPage();
  await page.setViewport({ width: 800, height: 600 });
  await page.setContent(FORM);
});

afterEach(() => page.close());

async function run(actions: Action[], limitMs = 20_000) {
  const session = await page.createCDPSession();
  const activity = await PageActivity.watch(page, session);
  const signal = AbortSignal.timeout(limitMs);
  const endAt = Date.now() + limitMs;
  const output = await runActions({ page, session, activity, signal, remainingMs: () => endAt - Date.now() }, actions);
  return { ...output.results, warnings: output.warnings };
}

const textOf = (selector: string): Promise<string | null> => page.$eval(selector, (element) => element.textContent);

describe('runActions', () => {
  it.each<[string, Action[], string, string]>([
    ['clicks', [{ type: 'click', selector: '#button', all: false }], '#state', 'pressed'],
    ['clicks far below', [{ type: 'click', selector: '#far', all: false }], '#state', 'far pressed'],
    ['clicks into shadow roots', [{ type: 'click', selector: '#inside', all: false }], '#state', 'inside pressed'],
    ['clicks into frames', [{ type: 'click', selector: '#framed', all: false }], '#state', 'framed pressed'],
    [
      'clicks an element that appears later',
      [{ type: 'click', selector: '#later', all: false }],
      '#state',
      'later pressed',
    ],
    ['clicks all', [{ type: 'click', selector: '.many', all: true }], '.many:last-of-type', 'x'],
    ['clicks all without matches', [{ type: 'click', selector: '.nothing', all: true }], '#state', 'untouched'],
    [
      'writes',
      [
        { type: 'click', selector: '#field', all: false },
        { type: 'write', text: 'häß' },
      ],
      '#typed',
      'typed häß',
    ],
    [
      'presses keys and combinations',
      [
        { type: 'click', selector: '#field', all: false },
        { type: 'press', key: 'Enter' },
        { type: 'press', key: 'Control+a' },
        { type: 'press', key: 'Shift+KeyB' },
        { type: 'press', key: 'down' },
        { type: 'press', key: 'f5' },
        { type: 'press', key: ' ' },
        { type: 'press', key: '+' },
      ],
      '#key',
      'Enter Control!a!Shift B ArrowDown F5   + ',
    ],
    [
      'scrolls by a screen',
      [
        { type: 'scroll', direction: 'down' },
        { type: 'wait', milliseconds: 100 },
      ],
      '#scrolled',
      expect.stringMatching(/^6\d\d$/),
    ],
    ['waits for an element', [{ type: 'wait', selector: '#late' }], '#late', ''],
    ['runs scripts', [{ type: 'executeJavascript', script: "state.textContent = 'scripted'" }], '#state', 'scripted'],
  ])('performs actions: %s', async (_, actions, selector, expected) => {
    await run(actions);
    expect(await textOf(selector)).toEqual(expected);
  });

  it('scrolls an element', async () => {
    await run([{ type: 'scroll', direction: 'down', selector: '#box' }]);
    expect(await page.$eval('#box', (box) => box.scrollTop)).toBe(50);
  });

  it('warns when text was written without focus', async () => {
    const nowhere = await run([{ type: 'write', text: 'a' }]);
    expect(nowhere.warnings).toEqual([expect.stringContaining('no element had the focus')]);
    const inField = await run([
      { type: 'click', selector: '#field', all: false },
      { type: 'write', text: 'a' },
    ]);
    expect(inField.warnings).toEqual([]);
  });

  it('requests only the first matching element', async () => {
    await page.evaluate(() => {
      for (let index = 0; index < 50_000; index++) document.body.append(document.createElement('s'));
    });
    await run([
      { type: 'wait', selector: 's' },
      { type: 'scroll', direction: 'down', selector: 's' },
    ]);
  });

  it('returns the results of each kind in order', async () => {
    const results = await run([
      { type: 'scrape' },
      { type: 'click', selector: '#button', all: false },
      { type: 'scrape' },
      { type: 'screenshot', fullPage: false },
      { type: 'screenshot', fullPage: false, quality: 40, viewport: { width: 320, height: 240 } },
      { type: 'pdf', landscape: true, scale: 1, format: 'A5' },
    ]);
    expect(results.scrapes.map(({ html }) => /id="state">(\w+)/.exec(html)?.[1])).toEqual(['untouched', 'pressed']);
    expect(results.screenshots.map(imageSize)).toEqual([
      { type: 'png', width: 800, height: 600 },
      { type: 'jpeg', width: 320, height: 240 },
    ]);
    expect(results.pdfs).toEqual([expect.stringMatching(/^data:application\/pdf;base64,JVBERi/)]);
    expect(page.viewport()).toMatchObject({ width: 800, height: 600 });
  });

  it.each<[string, string, unknown]>([
    ['1 + 1', 'number', 2],
    ["'a' + 'b'", 'string', 'ab'],
    ['({ a: [1, null] })', 'object', { a: [1, null] }],
    ['const x = 3; return x * 2;', 'number', 6],
    ['Promise.resolve(true)', 'boolean', true],
    ['undefined', 'undefined', undefined],
    ['null', 'object', null],
    ['() => 1', 'function', undefined],
    ['12n', 'bigint', '12'],
    ['NaN', 'number', null],
    ['await Promise.resolve(1)', 'number', 1],
    ['await null; let y = [1, 2];\ny.length;', 'number', 2],
    ['for (const n of [1]) await n; return "done; or not"', 'string', 'done; or not'],
    ['const a = { n: 1 }; a.self = a; a', 'object', { n: 1, self: '[Circular]' }],
    ['const b = {}; [b, b]', 'object', [{}, {}]],
    [
      '[new Date(0), new Map([[1, 2]]), new Set([3]), /x/g]',
      'object',
      ['1970-01-01T00:00:00.000Z', [[1, 2]], [3], '/x/g'],
    ],
    ['document.querySelectorAll("i")', 'object', ['<i>', '<i>']],
    [
      '({ element: document.body, error: new TypeError("bad") })',
      'object',
      { element: '<body>', error: 'TypeError: bad' },
    ],
  ])('returns the value of the script %j', async (script, type, value) => {
    expect((await run([{ type: 'executeJavascript', script }])).javascriptReturns).toEqual([{ type, value }]);
  });

  it.each<[Action, string]>([
    [{ type: 'click', selector: '#nowhere', all: false }, 'Action 2 (click) failed: no element matches #nowhere'],
    [{ type: 'click', selector: '###', all: false }, 'Action 2 (click) failed'],
    [{ type: 'press', key: 'NoSuchKey' }, 'Action 2 (press) failed: unknown key NoSuchKey'],
    [
      { type: 'executeJavascript', script: "throw new Error('no luck')" },
      'Action 2 (executeJavascript) failed: Error: no luck',
    ],
    [{ type: 'executeJavascript', script: 'throw "x".repeat(1e8)' }, 'Action 2 (executeJavascript) failed: xxx'],
    [{ type: 'executeJavascript', script: 'let let = 1' }, 'Action 2 (executeJavascript) failed: SyntaxError'],
    [{ type: 'executeJavascript', script: '"x".repeat(1e8)' }, 'Action 2 (executeJavascript) failed: the return value'],
    [
      { type: 'executeJavascript', script: 'new Array(3e7).fill(0)' },
      'Action 2 (executeJavascript) failed: the return value',
    ],
    [
      { type: 'executeJavascript', script: 'JSON.stringify = () => ({ length: 1 }); 1' },
      'Action 2 (executeJavascript) failed: the page altered the return value',
    ],
    [{ type: 'pdf', landscape: false, scale: 3, format: 'A4' }, 'Action 2 (pdf) failed: the scale must be'],
    [
      { type: 'scroll', direction: 'up', selector: '#nowhere' },
      'Action 2 (scroll) failed: no element matches #nowhere',
    ],
  ])('reports which action failed and why: %j', async (action, message) => {
    const failing = run([{ type: 'scrape' }, action]);
    await expect(failing).rejects.toBeInstanceOf(ActionFailed);
    await expect(failing).rejects.toThrow(message);
  });

  it('limits the wait for an element to the time left for the page', async () => {
    const waiting = run([{ type: 'wait', selector: '#never' }], 1_500);
    await expect(waiting).rejects.toThrow('Action 1 (wait) failed: no element matched #never within');
    const late = run([{ type: 'executeJavascript', script: 'new Promise(() => undefined)' }], 300);
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('limits the size of all results', async () => {
    const large = { type: 'executeJavascript', script: '"x".repeat(8e6)' } as const;
    await expect(run([large, large, large])).rejects.toThrow('Action 3 (executeJavascript) failed: the');
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 2_000;
      const context = canvas.getContext('2d')!;
      const pixels = context.createImageData(2_000, 2_000);
      for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = Math.random() * 256;
      context.putImageData(pixels, 0, 0);
      const picture = new Image();
      picture.src = canvas.toDataURL();
      await picture.decode();
      document.body.prepend(picture);
    });
    const pdf = { type: 'pdf', landscape: false, scale: 1, format: 'A4' } as const;
    await expect(run([large, large, pdf])).rejects.toThrow('Action 3 (pdf) failed: the PDF exceeds');
  });
});
