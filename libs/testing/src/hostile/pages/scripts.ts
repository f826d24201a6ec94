import { ANY_RESULT, DOCUMENT_OR_TIMEOUT, type HostilePage, inBrowser } from '../hostile-page';
import { javascript, markup, routes, script } from '../tools/send';

const of = (name: string, does: string, code: string, mayAnswer: HostilePage['mayAnswer'] = DOCUMENT_OR_TIMEOUT) => ({
  name,
  does,
  mayAnswer,
  serve: script(code),
});

/** Overrides the globals that the service's scripts use. */
const SABOTAGE = `
const no = () => { throw new Error('no'); };
const loop = () => { for (;;); };
for (const type of [Document, Element, Node, HTMLElement, XMLSerializer, MutationObserver, Promise, Array, String, Object, Map, JSON])
  for (const name of Object.getOwnPropertyNames(type.prototype ?? type)) {
    if (name === 'constructor' || name === 'hasOwnProperty') continue;
    try { Object.defineProperty(type.prototype ?? type, name, { configurable: false, get: no, set: no }); } catch {}
  }
for (const name of ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'MutationObserver', 'Promise', 'XMLSerializer', 'fetch', 'JSON', 'getComputedStyle', 'CustomEvent', 'Event', 'eval'])
  try { Object.defineProperty(window, name, { get: no, set: no }); } catch {}
`;

export const scriptPages: HostilePage[] = inBrowser([
  of('loop', 'runs an endless loop while it is parsed', 'for (;;);'),
  of('late-loop', 'starts an endless loop after load', 'addEventListener("load", () => { for (;;); })'),
  of('loop-when-read', 'starts an endless loop half a second after load', 'setTimeout(() => { for (;;); }, 500)'),
  of('microtasks', 'blocks the event loop with microtasks', 'const again = () => queueMicrotask(again); again();'),
  of('promises', 'blocks the event loop with promises', 'const again = async () => { for (;;) await null; }; again();'),
  of(
    'intervals',
    'sets 10,000 intervals',
    'for (let i = 0; i < 10000; i++) setInterval(() => { document.title = i; }, 0)',
  ),
  of(
    'frames-per-second',
    'computes during every animation frame',
    'const again = () => { const end = performance.now() + 200; while (performance.now() < end); requestAnimationFrame(again); }; again();',
  ),
  of(
    'messages',
    'posts messages to itself continuously',
    'onmessage = () => { postMessage(0); postMessage(0); }; postMessage(0);',
  ),
  of('throwing-getters', 'replaces globals with throwing getters', SABOTAGE),
  of(
    'circle-in-getters',
    'replaces globals with endlessly looping getters',
    `const loop = () => { for (;;); };
    for (const [type, name] of [[Element.prototype, 'outerHTML'], [Document.prototype, 'documentElement'], [Node.prototype, 'textContent'], [Object.prototype, 'toJSON'], [Element.prototype, 'scrollHeight']])
      Object.defineProperty(type, name, { get: loop });
    MutationObserver.prototype.observe = loop; XMLSerializer.prototype.serializeToString = loop;`,
  ),
  of(
    'false-answers',
    'returns false values from DOM methods',
    `const huge = 'x'.repeat(1 << 28);
    Object.defineProperty(Element.prototype, 'outerHTML', { get: () => ({ length: 1, toString: () => huge, toJSON: () => huge }) });
    Object.defineProperty(Document.prototype, 'title', { get: () => ({ toString: () => { throw 1; } }) });
    String.prototype.concat = () => huge; Promise.prototype.then = function () { return this; };`,
    ANY_RESULT,
  ),
  of(
    'endless-text',
    'returns a text of maximum length from DOM getters',
    `const text = 'x'.repeat((1 << 29) - 100);
    Object.defineProperty(Element.prototype, 'outerHTML', { get: () => text });`,
    [...ANY_RESULT, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
  ),
  of(
    'frozen',
    'freezes its own objects',
    'for (const x of [window.Node.prototype, Element.prototype, Document.prototype, Array.prototype, Object.prototype]) Object.freeze(x);',
  ),
  of(
    'writing',
    'calls document.write endlessly',
    'setInterval(() => document.write("<p>again</p><script>document.write(1)<" + "/script>"), 0)',
  ),
  of(
    'opening',
    'calls document.open endlessly',
    'setInterval(() => { document.open(); document.write("<p>anew"); document.close(); }, 0)',
  ),
  of(
    'writing-while-parsed',
    'calls document.write during parsing',
    'const self = document.currentScript.outerHTML; for (;;) document.write("<p>x</p>" + self);',
    ANY_RESULT,
  ),
  of('gone', 'removes its root element', 'addEventListener("load", () => { document.documentElement.remove(); })'),
  of(
    'never-quiet',
    'changes its DOM continuously',
    'setInterval(() => { const p = document.createElement("p"); p.textContent = Math.random(); document.body.append(p); if (document.body.childElementCount > 500) document.body.lastChild.remove(); }, 1)',
  ),
  of(
    'recursion',
    'overflows the stack repeatedly',
    'const f = () => f(); setInterval(() => { try { f(); } catch {} }, 0)',
  ),
  of('evil-pattern', 'runs a catastrophic regular expression', '/^(a+)+$/.test("a".repeat(50) + "!")'),
  of(
    'console',
    'fills the console',
    'const big = "x".repeat(100000); setInterval(() => { for (let i = 0; i < 50; i++) console.log(big, { big }); }, 0)',
    ANY_RESULT,
  ),
  of(
    'errors',
    'throws errors continuously',
    'setInterval(() => { for (let i = 0; i < 20; i++) Promise.reject(new Error("x".repeat(1000))); throw new Error("no"); }, 0)',
  ),
  of('debugger', 'stops in the debugger', 'setInterval(() => { debugger; }, 0); debugger;'),
  of(
    'elements-of-itself',
    'defines an element that contains itself',
    'customElements.define("x-x", class extends HTMLElement { connectedCallback() { this.append(document.createElement("x-x")); } }); document.body.append(document.createElement("x-x"));',
    ANY_RESULT,
  ),
  of(
    'shadows',
    'nests 3,000 shadow trees',
    'let at = document.body; for (let i = 0; i < 3000; i++) { const next = document.createElement("div"); at.append(next); at = next.attachShadow({ mode: "open" }); } at.append("deep");',
    ANY_RESULT,
  ),
  of(
    'deep-tree',
    'builds a tree 100,000 levels deep',
    'let at = document.body; for (let i = 0; i < 100000; i++) { const next = document.createElement("div"); at.append(next); at = next; }',
    ANY_RESULT,
  ),
  {
    name: 'workers',
    does: 'starts 16 workers with endless loops',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: routes({
      '': script('for (let i = 0; i < 16; i++) new Worker("/workers/loop.js");'),
      '/loop.js': javascript('for (;;);'),
    }),
  },
  {
    name: 'shared-workers',
    does: 'starts shared workers with endless loops',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: routes({
      '': script(
        'for (let i = 0; i < 4; i++) new SharedWorker("/shared-workers/loop.js", "w" + i).port.postMessage(1);',
      ),
      '/loop.js': javascript('for (;;);'),
    }),
  },
  {
    name: 'service-worker',
    does: 'installs a service worker that replaces all responses',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: routes({
      '': script(
        'navigator.serviceWorker.register("/service-worker/worker.js", { scope: "/" }).then(() => navigator.serviceWorker.ready).then(() => location.reload());',
      ),
      '/worker.js': javascript(
        'oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim()); onfetch = (event) => event.respondWith(new Response("<h1>HIJACKED</h1>", { headers: { "content-type": "text/html" } }));',
        { 'service-worker-allowed': '/' },
      ),
    }),
  },
  {
    name: 'styles',
    does: 'has styles that never finish computing',
    mayAnswer: ANY_RESULT,
    serve: markup(
      () => `<style>:root{--a0:xxxxxxxxxx;${Array.from({ length: 24 }, (_, level) => `--a${level + 1}:var(--a${level})var(--a${level});`).join('')}} p::before{content:var(--a24)}
        ${'*:has(* *:not(p *:nth-last-child(odd)))+'.repeat(40)}*{color:red} @keyframes x{to{width:99999px;filter:blur(999px)}} *{animation:x 1ms infinite;backdrop-filter:blur(99px)}</style>${'<div><i></i>'.repeat(2000)}`,
    ),
  },
  {
    name: 'drawings',
    does: 'has an SVG with a billion nested uses',
    mayAnswer: ANY_RESULT,
    serve: markup(
      () =>
        `<svg width="900" height="900"><defs><g id="u0"><rect width="9" height="9"/></g>${Array.from({ length: 10 }, (_, level) => `<g id="u${level + 1}">${`<use href="#u${level}" filter="url(#f)"/>`.repeat(10)}</g>`).join('')}<filter id="f"><feGaussianBlur stdDeviation="99"/><feTurbulence numOctaves="99"/></filter></defs><use href="#u10"/></svg>`,
    ),
  },
]);
