import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ANY_RESULT, DOCUMENT_OR_TIMEOUT, type HostilePage, inBrowser } from '../hostile-page';
import { acceptWebSocket } from '../tools/accept-web-socket';
import { markup, routes, script, sendEndlessly, sendHtml, wrap } from '../tools/send';

const of = (
  name: string,
  does: string,
  serve: HostilePage['serve'],
  more: Partial<HostilePage> = {},
): Omit<HostilePage, 'engine'> => ({
  name,
  does,
  mayAnswer: DOCUMENT_OR_TIMEOUT,
  serve,
  ...more,
});

/** May exceed the page size limit before it times out. */
const MUCH = [...DOCUMENT_OR_TIMEOUT, 'SCRAPE_UNSUPPORTED_FILE_ERROR'] as const;

/** A WebSocket that sends without end. */
function talkEndlessly(socket: Duplex, request: IncomingMessage, gone: AbortSignal): void {
  socket.write(acceptWebSocket(request));
  const frame = Buffer.concat([Buffer.from([0x81, 126, 0x10, 0x00]), Buffer.alloc(4096, 'x')]);
  sendEndlessly(socket, gone, () => frame, 1);
}

export const floodPages: HostilePage[] = inBrowser([
  of(
    'thousand-frames',
    'has a thousand frames',
    (exchange) => {
      if (exchange.below === '')
        sendHtml(exchange, wrap('<iframe src="/thousand-frames/inner"></iframe>'.repeat(1000)));
      else sendHtml(exchange, '<p>inner</p><script>setInterval(() => {}, 1)</script>');
    },
    { mayAnswer: ANY_RESULT },
  ),
  of(
    'frame-of-itself',
    'embeds itself in frames with new URLs',
    (exchange) =>
      sendHtml(
        exchange,
        wrap(
          `<iframe src="/frame-of-itself/${Math.random()}"></iframe><iframe src="/frame-of-itself/${Math.random()}"></iframe>`,
        ),
      ),
    { mayAnswer: ANY_RESULT },
  ),
  of(
    'frames-in-frames',
    'nests frames by script until it fails',
    script(
      'let doc = document; for (let i = 0; i < 300; i++) { const f = doc.createElement("iframe"); f.srcdoc = "<p>" + i; doc.body.append(f); if (!f.contentDocument) break; doc = f.contentDocument; if (!doc.body) break; }',
    ),
  ),
  of(
    'frames-that-come-and-go',
    'adds and removes frames continuously',
    script(
      'setInterval(() => { const f = document.createElement("iframe"); f.src = "/frames-that-come-and-go/x"; document.body.append(f); setTimeout(() => f.remove(), 5); }, 2)',
    ),
  ),
  of(
    'looping-frame',
    'has a frame with an endless loop',
    routes({
      '': markup(
        () =>
          '<iframe src="/looping-frame/inner"></iframe><iframe sandbox="allow-scripts" srcdoc="<script>for(;;);</script>"></iframe>',
      ),
      '/inner': script('for (;;);'),
    }),
  ),
  of('requests', 'sends ten thousand concurrent requests', (exchange) => {
    if (exchange.below === '')
      script('for (let i = 0; i < 10000; i++) fetch("/requests/" + i).catch(() => {});')(exchange);
    else exchange.response.writeHead(404).end();
  }),
  of('pictures', 'has five thousand missing images', (exchange) => {
    if (exchange.below === '')
      sendHtml(exchange, wrap(Array.from({ length: 5000 }, (_, n) => `<img src="/pictures/${n}">`).join('')));
    else exchange.response.writeHead(404).end();
  }),
  of('silent-parts', 'waits for two hundred silent resources', (exchange) => {
    if (exchange.below === '')
      script('for (let i = 0; i < 200; i++) fetch("/silent-parts/" + i).catch(() => {});')(exchange);
  }),
  of(
    'sockets',
    'opens WebSockets with endless messages',
    script(
      'for (let i = 0; i < 20; i++) { const s = new WebSocket("ws://" + location.host + "/sockets/" + i); s.onmessage = () => s.send("x".repeat(1000)); }',
    ),
    { talk: talkEndlessly, mayAnswer: MUCH },
  ),
  of('event-streams', 'opens endless event streams', (exchange) => {
    const { below, response, gone } = exchange;
    if (below === '') {
      script(
        'for (let i = 0; i < 5; i++) new EventSource("/event-streams/" + i).onmessage = () => { document.title = Math.random(); };',
      )(exchange);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    sendEndlessly(response, gone, () => `data: ${'x'.repeat(1000)}\n\n`, 1);
  }),
  of(
    'beacons',
    'sends beacons on unload',
    script(
      'onpagehide = onvisibilitychange = onbeforeunload = () => { for (let i = 0; i < 500; i++) navigator.sendBeacon("/beacons/" + i, "x".repeat(1000)); fetch("/beacons/late", { keepalive: true, method: "POST", body: "x" }); const x = new XMLHttpRequest(); x.open("GET", "/beacons/sync", false); x.send(); };',
    ),
  ),
  of('synchronous', 'sends a synchronous request to a silent server', (exchange) => {
    if (exchange.below === '')
      script(
        'const x = new XMLHttpRequest(); x.open("GET", "/synchronous/silence", false); try { x.send(); } catch {}',
      )(exchange);
  }),
  of(
    'peers',
    'opens a hundred connections from browser to browser',
    script(
      'for (let i = 0; i < 100; i++) try { const p = new RTCPeerConnection(); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o)).catch(() => {}); } catch {}',
    ),
  ),
  of(
    'speech-and-sound',
    'plays sound and speech',
    script(
      'try { const c = new AudioContext(); for (let i = 0; i < 500; i++) { const o = c.createOscillator(); o.connect(c.destination); o.start(); } } catch {} for (let i = 0; i < 50; i++) try { speechSynthesis.speak(new SpeechSynthesisUtterance("noise")); } catch {}',
    ),
  ),
]);
