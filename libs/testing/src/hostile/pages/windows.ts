import { ANY_RESULT, DOCUMENT_OR_TIMEOUT, type HostilePage, inBrowser } from '../hostile-page';
import { markup, routes, script, sendBytes, sendEndlessly, sendHtml, VISIBLE, wrap } from '../tools/send';

const of = (
  name: string,
  does: string,
  code: string,
  more: Partial<HostilePage> = {},
): Omit<HostilePage, 'engine'> => ({
  name,
  does,
  mayAnswer: DOCUMENT_OR_TIMEOUT,
  serve: script(code),
  ...more,
});

const CLICKING = {
  actions: [
    { type: 'click', selector: 'h1' },
    { type: 'wait', milliseconds: 300 },
  ],
};
const FOR_EVER = 'application/octet-stream';

const download = (exchange: Parameters<HostilePage['serve']>[0], name: string): void =>
  sendBytes(exchange, FOR_EVER, 'x'.repeat(10_000), { 'content-disposition': `attachment; filename="${name}"` });

export const windowPages: HostilePage[] = inBrowser([
  of('alerts', 'opens alerts endlessly', 'for (;;) alert("stay")'),
  of(
    'questions',
    'opens prompts endlessly',
    'setInterval(() => { confirm("sure?"); prompt("name?", "x".repeat(100000)); }, 0)',
  ),
  of('late-alerts', 'opens alerts from getters', 'setTimeout(() => { for (;;) alert("late"); }, 600)'),
  of('printing', 'calls print endlessly', 'setInterval(() => print(), 0); print();'),
  of(
    'leaving',
    'has a beforeunload handler',
    'onbeforeunload = (event) => { event.preventDefault(); return "stay"; }; onunload = onpagehide = () => { for (;;); }; document.onclick = () => {};',
    { ask: CLICKING },
  ),
  of(
    'popups',
    'opens windows endlessly',
    'for (let i = 0; i < 60; i++) open("/popups?n=" + i); setInterval(() => open("about:blank"), 10); document.onclick = () => { for (let i = 0; i < 20; i++) open(location.href + "#" + i, "_blank", "width=1,height=1"); };',
    { ask: CLICKING, mayAnswer: ANY_RESULT },
  ),
  of(
    'popups-that-loop',
    'opens windows with endless loops',
    'document.onclick = () => { for (let i = 0; i < 10; i++) { const w = open("about:blank"); try { w.eval("for(;;);"); } catch {} } };',
    { ask: CLICKING, mayAnswer: ANY_RESULT },
  ),
  of('closing', 'closes itself', 'open("", "_self"); close(); window.close(); setInterval(() => close(), 1);', {
    mayAnswer: ANY_RESULT,
  }),
  of(
    'permissions',
    'requests all permissions',
    `navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission(); navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).catch(() => {});
    navigator.clipboard?.readText().catch(() => {}); navigator.requestMIDIAccess?.().catch(() => {}); navigator.storage?.persist?.(); navigator.usb?.requestDevice({ filters: [] }).catch(() => {}); document.documentElement.requestFullscreen?.().catch(() => {}); document.body.requestPointerLock?.(); navigator.registerProtocolHandler?.("web+x", origin + "/?%s"); navigator.keyboard?.lock?.(); navigator.wakeLock?.request("screen").catch(() => {}); navigator.locks?.request("x", () => new Promise(() => {}));`,
  ),
  {
    name: 'downloads',
    does: 'starts downloads with path traversal names',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: routes({
      '': script(
        'for (const n of ["plain", "climbing", "long", "program"]) { const a = document.createElement("a"); a.href = "/downloads/" + n; a.download = n; document.body.append(a); a.click(); }',
      ),
      '/plain': (exchange) => download(exchange, 'hostile.bin'),
      '/climbing': (exchange) => download(exchange, '../../../../../../../tmp/hostile-climbing.bin'),
      '/long': (exchange) => download(exchange, `hostile-${'x'.repeat(5000)}.bin`),
      '/program': (exchange) => download(exchange, 'hostile.desktop'),
    }),
  },
  {
    name: 'only-a-download',
    does: 'is a download',
    mayAnswer: ['document', 'SCRAPE_TIMEOUT', 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    serve: (exchange) => download(exchange, 'hostile-page.bin'),
  },
  {
    name: 'endless-download',
    does: 'is an endless download',
    mayAnswer: ['SCRAPE_TIMEOUT', 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    serve: ({ response, gone }) => {
      response.writeHead(200, { 'content-type': FOR_EVER, 'content-disposition': 'attachment; filename=endless.bin' });
      sendEndlessly(response, gone, () => 'x'.repeat(65_536));
    },
  },
  {
    name: 'endless-in-browser',
    does: 'sends an endless body to a browser',
    mayAnswer: [...ANY_RESULT, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    serve: ({ response, gone }) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(wrap(''));
      sendEndlessly(response, gone, () => `<p>${VISIBLE}</p>`.repeat(50), 1);
    },
  },
  {
    name: 'endless-parts',
    does: 'loads an endless script, style and image',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: (exchange) => {
      const { below, response, gone } = exchange;
      if (below === '') {
        const parts = '<link rel="stylesheet" href="/endless-parts/css"><img src="/endless-parts/png">';
        sendHtml(exchange, wrap(`${parts}<script src="/endless-parts/js"></script>`));
        return;
      }
      const types: Record<string, string> = { '/css': 'text/css', '/png': 'image/png', '/js': 'text/javascript' };
      response.writeHead(200, { 'content-type': types[below] ?? 'text/plain' });
      sendEndlessly(response, gone, () => '/* again */ '.repeat(500), 2);
    },
  },
  {
    name: 'bombs-in-parts',
    does: 'loads resources that unpack to gigabytes',
    mayAnswer: ANY_RESULT,
    serve: (exchange) => {
      if (exchange.below !== '') {
        exchange.response.writeHead(302, { location: '/gzip-bomb' }).end();
        return;
      }
      sendHtml(
        exchange,
        wrap(
          '<script src="/bombs-in-parts/js"></script><link rel=stylesheet href="/bombs-in-parts/css"><script>for (let i = 0; i < 4; i++) fetch("/gzip-bomb?" + i).then((r) => r.text()).catch(() => {});</script>',
        ),
      );
    },
  },
  {
    name: 'autofocus',
    does: 'captures the focus and all events',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    ask: CLICKING,
    serve: markup(
      () =>
        '<input autofocus><script>for (const type of ["click", "mousedown", "mousemove", "pointerdown", "keydown", "scroll", "focus", "blur"]) addEventListener(type, (event) => { event.stopImmediatePropagation(); event.preventDefault(); document.querySelector("input").focus(); }, true); setInterval(() => scrollTo(0, Math.random() * 9999), 0);</script>',
    ),
  },
]);
