import type { Action } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { findBrowser } from '../browser/find-browser';
import { type LaunchedBrowser, launchBrowser } from '../browser/launch-browser';
import { imageSize } from '../fixture/image-size';
import { keepLog } from '../fixture/quiet-log';
import { rendererConfig } from '../renderer.config';
import { ActionFailed, runActions } from './run-actions';

jest.setTimeout(60_000);

const FORM = `<!doctype html><body style="margin:0">
<p id=state>untouched</p><p id=typed></p><p id=key></p><p id=scrolled></p>
<button id=button onclick="state.textContent = 'pressed'">Press</button>
<button hidden id=hidden onclick="state.textContent = 'hidden pressed'">Press</button>
<i class=many onclick="this.textContent = 'x'"></i><i class=many onclick="this.textContent = 'x'"></i>
<input id=field oninput="typed.textContent = 'typed ' + value" onkeydown="key.textContent += event.key + (event.ctrlKey ? '!' : ' ')">
<div id=box style="height:50px;overflow:auto"><div style="height:500px"></div></div>
<div style="height:3000px"></div>
<script>
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
  const signal = AbortSignal.timeout(limitMs);
  return await runActions({ page, session, signal }, actions);
}

const textOf = (selector: string): Promise<string | null> => page.$eval(selector, (element) => element.textContent);

describe('runActions', () => {
  it.each<[string, Action[], string, string]>([
    ['clicks', [{ type: 'click', selector: '#button', all: false }], '#state', 'pressed'],
    ['clicks what is hidden', [{ type: 'click', selector: '#hidden', all: false }], '#state', 'hidden pressed'],
    ['clicks all', [{ type: 'click', selector: '.many', all: true }], '.many:last-of-type', 'x'],
    ['clicks all of none', [{ type: 'click', selector: '.nothing', all: true }], '#state', 'untouched'],
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
      'presses keys and combinations of them',
      [
        { type: 'click', selector: '#field', all: false },
        { type: 'press', key: 'Enter' },
        { type: 'press', key: 'Control+a' },
      ],
      '#key',
      'Enter Control!a!',
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
  ])('%s', async (_, actions, selector, expected) => {
    await run(actions);
    expect(await textOf(selector)).toEqual(expected);
  });

  it('scrolls an element', async () => {
    await run([{ type: 'scroll', direction: 'down', selector: '#box' }]);
    expect(await page.$eval('#box', (box) => box.scrollTop)).toBe(50);
  });

  it('keeps the results of each kind in order', async () => {
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
  ])('gives back what the script %j returns', async (script, type, value) => {
    expect((await run([{ type: 'executeJavascript', script }])).javascriptReturns).toEqual([{ type, value }]);
  });

  it.each<[Action, string]>([
    [{ type: 'click', selector: '#nowhere', all: false }, 'Action 2 (click) failed: no element matches #nowhere'],
    [{ type: 'click', selector: '###', all: false }, 'Action 2 (click) failed'],
    [{ type: 'press', key: 'NoSuchKey' }, 'Action 2 (press) failed: Unknown key'],
    [
      { type: 'executeJavascript', script: "throw new Error('no luck')" },
      'Action 2 (executeJavascript) failed: Error: no luck',
    ],
    [{ type: 'scroll', direction: 'up', selector: '#nowhere' }, 'Action 2 (scroll) failed: no element matches'],
  ])('says which action failed and why: %j', async (action, message) => {
    const failing = run([{ type: 'scrape' }, action]);
    await expect(failing).rejects.toBeInstanceOf(ActionFailed);
    await expect(failing).rejects.toThrow(message);
  });

  it('waits for an element no longer than the time of the page', async () => {
    await expect(run([{ type: 'wait', selector: '#never' }], 300)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
