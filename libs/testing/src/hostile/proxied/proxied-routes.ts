import type { ProxiedRoute } from './proxied-route';

const JS = 'text/javascript';

const of = (name: string, makeBody: ProxiedRoute['makeBody'], more: Partial<ProxiedRoute> = {}): ProxiedRoute => ({
  name,
  isTaken: true,
  makeBody,
  ...more,
});

const run = (name: string, makeCode: (url: string) => string, more: Partial<ProxiedRoute> = {}): ProxiedRoute =>
  of(name, (url) => `<script>try { ${makeCode(url)} } catch {}</script>`, more);

/** Disabled in our browser, or not used by headless browsers: only the absence of requests counts. */
const UNTAKEN = { isTaken: false };

const worker = (makeCode: (url: string) => string): ProxiedRoute['below'] => ({
  '/worker.js': (url) => ({ type: JS, body: makeCode(url) }),
});

const parts: ProxiedRoute[] = [
  of('image', (url) => `<img src="${url}">`),
  of('redirected-image', (_, { redirect }) => `<img src="${redirect}">`),
  of('image-set', (url) => `<img srcset="${url} 1x, ${url} 2x"><picture><source srcset="${url}"><img></picture>`),
  of('input-image', (url) => `<input type="image" src="${url}">`),
  of('background', (url) => `<table background="${url}"><tr><td>x</table>`),
  of('poster', (url) => `<video poster="${url}"></video>`),
  of('video', (url) => `<video src="${url}" preload="auto"></video>`),
  of('audio', (url) => `<audio preload="auto"><source src="${url}"></audio>`),
  of('track', (url) => `<video preload="auto"><track default kind="captions" src="${url}"></video>`, UNTAKEN),
  of('script', (url) => `<script src="${url}"></script>`),
  of('module', (url) => `<script type="module">import("${url}").catch(() => {})</script>`),
  of('style-sheet', (url) => `<link rel="stylesheet" href="${url}">`),
  of('style-import', (url) => `<style>@import url("${url}");</style>`),
  of('style-image', (url) => `<p class="${idOf(url)}">x</p><style>.${idOf(url)} { background: url("${url}") }</style>`),
  of(
    'style-content',
    (url) => `<p class="${idOf(url)}">x</p><style>.${idOf(url)}::after { content: url("${url}") }</style>`,
  ),
  of('cursor', (url) => `<style>* { cursor: url("${url}"), auto }</style>`, UNTAKEN),
  of(
    'font',
    (url) =>
      `<style>@font-face { font-family: ${idOf(url)}; src: url("${url}") }</style><p style="font-family: ${idOf(url)}">x</p>`,
  ),
  of('svg-image', (url) => `<svg width="9" height="9"><image href="${url}" width="9" height="9"/></svg>`),
  of('svg-use', (url) => `<svg><use href="${url}#x"/></svg>`, UNTAKEN),
  of(
    'svg-filter',
    (url) => `<svg><filter id="f"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  ),
  of('svg-foreign', (url) => `<svg><foreignObject width="9" height="9"><img src="${url}"/></foreignObject></svg>`),
  of('base', (url) => `<iframe srcdoc='<base href="${url}"><img src="base">'></iframe>`),
  of('object', (url) => `<object data="${url}"></object>`),
  of('embed', (url) => `<embed src="${url}">`),
  of('favicon', (url) => `<link rel="icon" href="${url}">`, UNTAKEN),
  of('manifest', (url) => `<link rel="manifest" href="${url}">`, UNTAKEN),
  of('preload', (url) => `<link rel="preload" as="image" href="${url}">`),
  of('module-preload', (url) => `<link rel="modulepreload" href="${url}">`),
  of('prefetch', (url) => `<link rel="prefetch" href="${url}">`, UNTAKEN),
  of('prerender', (url) => `<link rel="prerender" href="${url}">`, UNTAKEN),
  of('preconnect', (url) => `<link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}">`, UNTAKEN),
  of(
    'speculation',
    (url) =>
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}"],"eagerness":"immediate"}],"prerender":[{"source":"list","urls":["${url}"],"eagerness":"immediate"}]}</script>`,
    UNTAKEN,
  ),
  of('link-header', () => '', { headers: (url) => ({ link: `<${url}>; rel=preload; as=image` }) }),
  of('refresh-in-frame', (url) => `<iframe srcdoc='<meta http-equiv="refresh" content="0; url=${url}">'></iframe>`),
  of('source-map', (_, { own }) => `<script src="${own('/mapped.js')}"></script>`, {
    ...UNTAKEN,
    below: {
      '/mapped.js': (url) => ({ type: JS, body: `1\n//# sourceMappingURL=${url}`, headers: { sourcemap: url } }),
    },
  }),
  of('attribution', (url) => `<img attributionsrc="${url}" src="data:,">`, UNTAKEN),
];

const frames: ProxiedRoute[] = [
  of('frame', (url) => `<iframe src="${url}"></iframe>`),
  of('redirected-frame', (_, { redirect }) => `<iframe src="${redirect}"></iframe>`),
  of('frame-in-frame', (url) => `<iframe srcdoc='<iframe src="data:text/html,&lt;iframe src=${url}>">'></iframe>`),
  of(
    'sandboxed-frame',
    (url) => `<iframe sandbox="allow-scripts" srcdoc='<script>fetch("${url}", { mode: "no-cors" })</script>'></iframe>`,
  ),
  run(
    'moved-frame',
    (url) =>
      `const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.location = "${url}";`,
  ),
  run(
    'blob-frame',
    (url) =>
      `const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(['<img src="${url}">'], { type: "text/html" })); document.body.append(f);`,
  ),
  of(
    'posted-form',
    (url) =>
      `<iframe name="${idOf(url)}"></iframe><form method="post" action="${url}" target="${idOf(url)}"><input name="a" value="b"></form><script>document.forms[document.forms.length - 1].submit()</script>`,
  ),
  of(
    'form',
    (url) =>
      `<iframe name="${idOf(url)}"></iframe><form action="${url}" target="${idOf(url)}"></form><script>document.forms[document.forms.length - 1].submit()</script>`,
  ),
  run('window', (url) => `open("${url}");`, UNTAKEN),
  run(
    'download',
    (url) =>
      `const a = document.createElement("a"); a.href = "${url}"; a.download = "x"; document.body.append(a); a.click();`,
    UNTAKEN,
  ),
  of(
    'ping',
    (url) => `<a id="pinged" href="#" ping="${url}">x</a><script>document.getElementById("pinged").click()</script>`,
    UNTAKEN,
  ),
  of('xml-style', (_, { own }) => `<iframe src="${own('/styled.xml')}"></iframe>`, {
    ...UNTAKEN,
    below: {
      '/styled.xml': (url) => ({
        type: 'application/xml',
        body: `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${url}"?><!DOCTYPE a [<!ENTITY e SYSTEM "${url}">]><a>&e;</a>`,
      }),
    },
  }),
];

const scripts: ProxiedRoute[] = [
  run('fetch', (url) => `fetch("${url}").catch(() => {});`),
  of('redirected-fetch', (_, { redirect }) => `<script>fetch("${redirect}").catch(() => {});</script>`),
  run(
    'kept-alive',
    (url) => `fetch("${url}", { keepalive: true, method: "POST", mode: "no-cors", body: "x" }).catch(() => {});`,
  ),
  run('request', (url) => `const x = new XMLHttpRequest(); x.open("GET", "${url}"); x.send();`),
  run('synchronous-request', (url) => `const x = new XMLHttpRequest(); x.open("GET", "${url}", false); x.send();`),
  run('web-socket', (url) => `new WebSocket("${url.replace('http', 'ws')}");`),
  run('event-source', (url) => `new EventSource("${url}");`),
  run('beacon', (url) => `navigator.sendBeacon("${url}", "x");`),
  run(
    'beacon-on-leaving',
    (url) =>
      `addEventListener("pagehide", () => navigator.sendBeacon("${url}", "x")); addEventListener("visibilitychange", () => navigator.sendBeacon("${url}"));`,
    UNTAKEN,
  ),
  run(
    'worklet',
    (url) => `new OfflineAudioContext(1, 1, 44100).audioWorklet?.addModule("${url}").catch(() => {});`,
    UNTAKEN,
  ),
  run(
    'peer',
    (url) =>
      `const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:${hostOf(url)}" }, { urls: ["turn:${hostOf(url)}?transport=udp", "turn:${hostOf(url)}?transport=tcp"], username: "u", credential: "c" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o));`,
    UNTAKEN,
  ),
  run(
    'peer-candidate',
    (
      url,
    ) => `(async () => { const a = new RTCPeerConnection(), b = new RTCPeerConnection(); a.createDataChannel("x"); await a.setLocalDescription(await a.createOffer()); await b.setRemoteDescription(a.localDescription); await b.setLocalDescription(await b.createAnswer()); await a.setRemoteDescription(b.localDescription);
    for (const kind of ["udp", "tcp"]) await a.addIceCandidate({ candidate: "candidate:1 1 " + kind + " 2113937151 ${hostOf(url).replace(':', ' ')} typ host" + (kind === "tcp" ? " tcptype passive" : ""), sdpMid: "0" }).catch(() => {}); })();`,
    UNTAKEN,
  ),
  run(
    'web-transport',
    (url) => `new WebTransport("${url.replace('http:', 'https:')}").ready.catch(() => {});`,
    UNTAKEN,
  ),
  of('worker-web-transport', (_, { own }) => `<script>new Worker("${own('/worker.js')}")</script>`, {
    ...UNTAKEN,
    below: worker((url) => `new WebTransport("${url.replace('http:', 'https:')}").ready.catch(() => {})`),
  }),
  run('secure', (url) => `fetch("${url.replace('http:', 'https:')}").catch(() => {});`, UNTAKEN),
  of('policy-report', () => '<img src="http://elsewhere.invalid/">', {
    ...UNTAKEN,
    headers: (url) => ({
      'content-security-policy': `img-src 'none'; report-uri ${url}`,
      'reporting-endpoints': `default="${url}"`,
    }),
  }),
  of('worker-fetch', (_, { own }) => `<script>new Worker("${own('/worker.js')}")</script>`, {
    below: worker((url) => `fetch("${url}", { mode: "no-cors" })`),
  }),
  of('worker-import', (_, { own }) => `<script>new Worker("${own('/worker.js')}")</script>`, {
    below: worker((url) => `importScripts("${url}")`),
  }),
  of('worker-socket', (_, { own }) => `<script>new Worker("${own('/worker.js')}")</script>`, {
    below: worker((url) => `new WebSocket("${url.replace('http', 'ws')}")`),
  }),
  of('module-worker', (_, { own }) => `<script>new Worker("${own('/worker.js')}", { type: "module" })</script>`, {
    below: worker((url) => `import "${url}"`),
  }),
  of('shared-worker', (_, { own }) => `<script>new SharedWorker("${own('/worker.js')}")</script>`, {
    below: worker((url) => `fetch("${url}", { mode: "no-cors" })`),
  }),
  of('service-worker', (_, { own }) => `<script>navigator.serviceWorker.register("${own('/worker.js')}")</script>`, {
    ...UNTAKEN,
    below: worker((url) => `fetch("${url}", { mode: "no-cors" }); try { importScripts("${url}"); } catch {}`),
  }),
  run(
    'framed-service-worker',
    (url) =>
      `const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.navigator.serviceWorker.register(location.pathname + "/worker.js?to=" + encodeURIComponent("${url}"));`,
    {
      ...UNTAKEN,
      below: worker((url) => `fetch("${url}", { mode: "no-cors" })`),
    },
  ),
];

/** Unique, because a page uses each route twice. */
const idOf = (url: string): string => `to-${new URL(url).hostname.replaceAll('.', '-')}`;

const hostOf = (url: string): string => new URL(url).host;

export const proxiedRoutes: readonly ProxiedRoute[] = [...parts, ...frames, ...scripts];
