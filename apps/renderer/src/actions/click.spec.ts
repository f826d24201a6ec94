import type { Action } from '@orbweaver/core';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { CONCURRENT_SLOTS } from '../../test/browsing';
import { type PageServer, startPageServer } from '../../test/page-server';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;

beforeAll(async () => {
  [harness, site] = await Promise.all([startBrowserHarness({ slots: CONCURRENT_SLOTS }), startPageServer()]);
});

afterAll(() => Promise.all([harness.close(), site.close()]));

let served = 0;
/** Under its own URL: tests run concurrently, because most of them wait. */
const page = (body: string): string =>
  site.serve(`/click-${++served}`, `<!doctype html><body style="margin:0"><output id=log></output>${body}`);
const click = (selector: string, all = false): { actions: Action[] } => ({
  actions: [{ type: 'click', selector, all }],
});
/** Records trusted clicks only. */
const LOG = `onclick="if (event.isTrusted) log.textContent += (this.id || this.className) + ' '"`;
const button = (attributes = ''): string => `<button id=b ${LOG} ${attributes}>b</button>`;
const COVER = '<div class="overlay dark" style="position:fixed;inset:0;background:#000a"></div>';
/** Opens after the first attempts. */
const later = (script: string): string => `<script>setTimeout(() => { ${script} }, 1200)</script>`;

describe('click', () => {
  it.concurrent.each<[string, string]>([
    ['that is visible', button()],
    ['after it becomes visible', `${button('style="visibility:hidden"')}${later("b.style.visibility = ''")}`],
    ['after it is displayed', `${button('hidden')}${later('b.hidden = false')}`],
    ['after its menu opens', `<div id=m style="display:none">${button()}</div>${later("m.style.display = ''")}`],
    ['after it gets a size', `<div id=b ${LOG}></div>${later("b.style.height = '20px'")}`],
    ['after it is enabled', `${button('disabled')}${later('b.disabled = false')}`],
    ['after its fieldset is enabled', `<fieldset id=f disabled>${button()}</fieldset>${later('f.disabled = false')}`],
    ['after it is no longer aria-disabled', `${button('aria-disabled=true')}${later("b.ariaDisabled = 'false'")}`],
    ['after its part of the page is no longer inert', `<p id=p inert>${button()}</p>${later('p.inert = false')}`],
    ['after its cover is removed', `${button()}${COVER}${later("document.querySelector('.overlay').remove()")}`],
    ['after it is replaced', `${button('disabled')}${later("b.outerHTML = b.outerHTML.replace('disabled', '')")}`],
    ['far below', `<div style="height:4000px"></div>${button()}`],
    [
      'in a scroll container',
      `<div style="height:100px;overflow:auto"><div style="height:900px"></div>${button()}</div>`,
    ],
    [
      'covered by a sticky header at the edge of the window',
      `<div style="position:fixed;inset:0 0 auto;height:80px;background:red">x</div><script>scrollTo(0, 700)</script>
       <div style="height:700px"></div>${button()}<div style="height:3000px"></div>`,
    ],
    [
      'that is half covered',
      `${button('style="width:200px"')}<i style="position:absolute;left:60px;width:500px;top:0;bottom:0"></i>`,
    ],
    ['larger than the window', `<div id=b ${LOG} style="height:9000px">b</div>`],
    ['that consists of a float', `<a id=b ${LOG} href="#x"><i style="float:left;width:50px;height:50px"></i></a>`],
    ['without a box', `<div id=b ${LOG} style="display:contents"><p>b</p></div>`],
    [
      'by an icon that receives no clicks',
      `${button().replace('>b<', ' class=host><i id=b2 style="pointer-events:none">b</i><')}`,
    ],
    ['by its descendant', button().replace('>b<', '><i style="display:block">b</i><')],
    [
      'by its label',
      `<input type=checkbox id=b ${LOG} style="position:absolute;clip:rect(0 0 0 0);width:1px;height:1px"><label for=b style="position:absolute;top:0;left:0;z-index:1">label</label>`,
    ],
    [
      'that is an area of an image map',
      `<img usemap="#m" width=200 height=100 alt=""><map name=m><area id=b ${LOG} href="#x" shape=rect coords="100,0,200,100"></map>`,
    ],
    [
      'in a shadow root',
      `<my-box></my-box><script>document.querySelector('my-box').attachShadow({ mode: 'open' }).innerHTML = '<button id=b>b</button>';
       document.querySelector('my-box').shadowRoot.firstChild.onclick = ({ isTrusted }) => { if (isTrusted) log.textContent = 'b '; }</script>`,
    ],
    [
      'in a frame inside a frame, far below',
      '<div style="height:2000px"></div><iframe src="/outer" style="padding:10px;border:5px solid"></iframe>',
    ],
  ])('clicks an element %s', expectClick);

  // Not concurrent: a busy browser draws too few frames to see movement.
  it('clicks an element after it stopped moving', () =>
    expectClick(
      'moving',
      `<style>@keyframes in { from { margin-left: 600px } }</style>${button('style="animation: in 1.5s linear"')}`,
    ));

  async function expectClick(name: string, body: string): Promise<void> {
    site.serve('/outer', '<p style="height:300px"></p><iframe src="/inner" style="margin-left:30px"></iframe>');
    site.serve('/inner', '<button id=b onclick="if (event.isTrusted) top.log.textContent += \'b \'">b</button>');
    const selector = name.includes('icon') ? '#b2' : '#b';
    const { html, warnings = [] } = await harness.captureOf(page(body), click(selector));
    expect(html).toContain('<output id="log">b </output>');
    expect(warnings).toEqual([]);
  }

  it.concurrent.each<[string, string, string]>([
    ['visibility: hidden', button('style="visibility:hidden"'), '#b is hidden (visibility: hidden)'],
    ['display: none', `<div style="display:none">${button()}</div>`, '#b is hidden'],
    ['its own display: none', button('hidden'), '#b is hidden (display: none)'],
    ['disabled', button('disabled'), '#b is disabled'],
    ['a disabled fieldset', `<fieldset disabled>${button()}</fieldset>`, '#b is disabled'],
    ['an inert part', `<p inert>${button()}</p>`, '#b is disabled (inert)'],
    ['zero size', `<div id=b ${LOG}></div>`, '#b has no size'],
    ['a cover', `${button()}${COVER}`, '#b is covered by <div.overlay.dark>'],
    [
      'a modal dialog',
      `${button('style="position:fixed;bottom:0"')}<dialog id=d>x</dialog><script>d.showModal()</script>`,
      '#b is covered by <dialog#d>',
    ],
    ['a position outside the window', button('style="position:absolute;left:-9999px"'), '#b is outside the window'],
    [
      'a position outside its container',
      `<div class=box style="position:relative;height:20px;overflow:clip">${button('style="position:absolute;top:50px"')}</div>`,
      '#b is cut off by <',
    ],
    ['pointer-events: none', button('style="pointer-events:none"'), '#b receives no clicks (pointer-events: none)'],
    [
      'a cover over its frame',
      `<iframe srcdoc="<button id=b onclick='top.log.textContent = 1'>b</button>"></iframe>${COVER}`,
      '#b is covered by <div.overlay.dark>',
    ],
    [
      'a cover that appears under the mouse',
      `${button(`onmouseover="this.insertAdjacentHTML('afterend', '<i id=menu style=position:fixed;inset:0></i>')"`)}`,
      '#b is covered by <i#menu>',
    ],
  ])('reports why an element cannot be clicked after 3 s: %s', (_, body, reason) => expectFailure(body, reason));

  it('fails with the reason after 3 s: movement without end', () =>
    expectFailure(
      `${button()}<script>(function move() {
        b.style.marginLeft = performance.now() % 600 + 'px';
        requestAnimationFrame(move);
      })();</script>`,
      '#b is still moving',
    ));

  async function expectFailure(body: string, reason: string): Promise<void> {
    const startedAt = performance.now();
    const { reason: kind, message } = await harness.failureOf(page(body), click('#b'));
    expect([kind, message]).toEqual(['action-failed', expect.stringContaining(`Action 1 (click) failed: ${reason}`)]);
    expect(message).toMatch(/ \(waited [3-9]/);
    expect(performance.now() - startedAt).toBeGreaterThan(3_000);
  }

  const three = (changes: string[]): string =>
    changes.map((change, index) => `<button class=c${index} data-c ${LOG} ${change}>x</button>`).join('');

  // Not concurrent: the order of clicks depends on the time until the first attempt.
  it.each<[string, string, string, string[]]>([
    ['without matches', '', '', []],
    ['every element', three(['', '', '']), 'c0 c1 c2 ', []],
    [
      'including elements that open late',
      `${three(['', 'hidden', ''])}${later("document.querySelector('.c1').hidden = false")}`,
      'c0 c2 c1 ',
      [],
    ],
    [
      'with a warning about elements that cannot be clicked',
      three(['', 'disabled', 'hidden']),
      'c0 ',
      [
        expect.stringMatching(
          /^2 elements were not clicked of those matching \[data-c\]: the first is disabled \(waited 3/,
        ),
      ],
    ],
  ])('clicks all matches, %s', async (_, body, clicked, warnings) => {
    const capture = await harness.captureOf(page(body), click('[data-c]', true));
    expect(capture.html).toContain(`<output id="log">${clicked}</output>`);
    expect(capture.warnings ?? []).toEqual(warnings);
  });

  it.concurrent('fails when none of all matches can be clicked', async () => {
    const { message } = await harness.failureOf(page(three(['hidden', 'hidden'])), click('[data-c]', true));
    expect(message).toMatch(/2 elements were not clicked .*: the first is hidden \(display: none\) \(waited 3/);
  });

  it.concurrent('reports the reason before the deadline of the page', async () => {
    const { reason, message } = await harness.failureOf(page(button('disabled')), click('#b'), 4_000);
    expect([reason, message]).toEqual(['action-failed', expect.stringContaining('#b is disabled')]);
  });
});

describe('scroll', () => {
  const list = '<div id=b style="height:100px;overflow:auto" hidden><p style="height:900px">x</p></div>';
  const scroll: Action = { type: 'scroll', direction: 'down', selector: '#b' };

  it.concurrent('waits for an element that is displayed late', async () => {
    const measure: Action = { type: 'executeJavascript', script: 'b.scrollTop' };
    const { actions } = await harness.captureOf(page(`${list}${later('b.hidden = false')}`), {
      actions: [scroll, measure],
    });
    expect(actions?.javascriptReturns).toEqual([{ type: 'number', value: 100 }]);
  });

  it.concurrent('fails to scroll a hidden element', async () => {
    const { message } = await harness.failureOf(page(list), { actions: [scroll] });
    expect(message).toMatch(/Action 1 \(scroll\) failed: #b is hidden \(waited 3/);
  });
});
