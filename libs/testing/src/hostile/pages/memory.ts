import { ANY_RESULT, DOCUMENT_OR_TIMEOUT, type HostilePage, inBrowser } from '../hostile-page';
import { makePng } from '../tools/bombs';
import { markup, routes, script, sendBytes } from '../tools/send';

const WHOLE_PAGE = { formats: [{ type: 'screenshot', fullPage: true }] };

const of = (
  name: string,
  does: string,
  code: string,
  more: Partial<Pick<HostilePage, 'ask' | 'mayAnswer'>> = {},
): Omit<HostilePage, 'engine'> => ({ name, does, mayAnswer: ANY_RESULT, serve: script(code), ...more });

/** Each allocates for about a second; the limits protect machines without memory limits. */
export const memoryPages: HostilePage[] = inBrowser([
  of(
    'array-buffers',
    'allocates array buffers',
    'const all = []; setInterval(() => { if (all.length < 40) all.push(new Uint8Array(32 << 20).fill(1)); }, 5)',
  ),
  of(
    'shared-memory',
    'allocates WebAssembly memory',
    'const all = []; for (let i = 0; i < 8; i++) try { const m = new WebAssembly.Memory({ initial: 1600, maximum: 65536 }); new Uint8Array(m.buffer).fill(1); all.push(m); m.grow(60000); } catch {}',
  ),
  of(
    'strings',
    'doubles a string until it fails',
    'let s = "x"; const all = []; try { for (;;) { s += s; all.push(s.split("").length); } } catch {} ',
  ),
  of(
    'objects',
    'allocates objects until the heap is full',
    'const all = []; setInterval(() => { for (let i = 0; i < 300000; i++) all.push({ i, next: [i] }); }, 0)',
  ),
  of(
    'nodes',
    'creates DOM nodes endlessly',
    'setInterval(() => { const f = document.createDocumentFragment(); for (let i = 0; i < 20000; i++) f.append(document.createElement("p")); document.body.append(f); }, 0)',
  ),
  of('text-nodes', 'adds 200 MB of text to its DOM', 'document.body.append("x".repeat(200 << 20))', {
    mayAnswer: [...ANY_RESULT, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
  }),
  of(
    'canvases',
    'draws on hundreds of large canvases',
    'const all = []; setInterval(() => { if (all.length > 60) return; const c = document.createElement("canvas"); c.width = c.height = 4000; const d = c.getContext("2d"); d.fillRect(0, 0, 4000, 4000); all.push(c, d.getImageData(0, 0, 1000, 1000)); }, 10)',
  ),
  of(
    'huge-canvas',
    'has a canvas of 30,000 by 30,000 pixels, with a screenshot',
    'const c = document.createElement("canvas"); c.width = c.height = 30000; document.body.append(c); const d = c.getContext("2d"); d && d.fillRect(0, 0, 30000, 30000);',
    { ask: WHOLE_PAGE },
  ),
  of(
    'web-gl',
    'runs WebGL shaders endlessly',
    `const c = document.createElement("canvas"); document.body.append(c); c.width = c.height = 4096; const gl = c.getContext("webgl");
    if (gl) { const p = gl.createProgram(); for (const [t, s] of [[gl.VERTEX_SHADER, "attribute vec2 a;void main(){gl_Position=vec4(a,0,1);}"], [gl.FRAGMENT_SHADER, "precision highp float;void main(){float x=0.;for(int i=0;i<100000;i++){x+=sin(x+float(i));}gl_FragColor=vec4(x);}"]]) { const h = gl.createShader(t); gl.shaderSource(h, s); gl.compileShader(h); gl.attachShader(p, h); }
    gl.linkProgram(p); gl.useProgram(p); gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer()); gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1,-1,3,-1,-1,3]), gl.STATIC_DRAW); gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0); gl.drawArrays(gl.TRIANGLES, 0, 3); }`,
  ),
  of(
    'storage',
    'fills all browser storage',
    `const big = "x".repeat(1 << 20); try { for (let i = 0; ; i++) localStorage.setItem("k" + i, big); } catch {}
    (async () => { const cache = await caches.open("c"); for (let i = 0; i < 300; i++) await cache.put("/storage/" + i, new Response(big)); })().catch(() => {});
    const open = indexedDB.open("d"); open.onupgradeneeded = () => open.result.createObjectStore("s"); open.onsuccess = () => { for (let i = 0; i < 300; i++) open.result.transaction("s", "readwrite").objectStore("s").put(big + i, i); };`,
  ),
  of(
    'blobs',
    'creates a thousand blob URLs',
    'for (let i = 0; i < 1000; i++) { const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["x".repeat(100000)])); document.body.append(a); }',
  ),
  {
    name: 'tall-page',
    does: 'is ten million pixels tall, with a screenshot',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    ask: WHOLE_PAGE,
    serve: markup(() => '<div style="height:10000000px;background:linear-gradient(red,blue)"></div>'),
  },
  {
    name: 'wide-page',
    does: 'is ten million pixels wide, with a screenshot',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    ask: WHOLE_PAGE,
    serve: markup(() => '<div style="width:10000000px;height:99999px;background:linear-gradient(red,blue)"></div>'),
  },
  {
    name: 'growing-page',
    does: 'grows during the screenshot',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    ask: WHOLE_PAGE,
    serve: script(
      'setInterval(() => { document.body.style.height = (document.body.scrollHeight + 5000) + "px"; }, 1); addEventListener("resize", () => { document.body.style.height = (document.body.scrollHeight * 2) + "px"; })',
    ),
  },
  {
    name: 'image-bombs',
    does: 'shows small files of 900 million pixels',
    // The last code: the browser was killed for its memory.
    mayAnswer: [...ANY_RESULT, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    ask: WHOLE_PAGE,
    serve: routes({
      '': markup(() =>
        Array.from({ length: 6 }, (_, n) => `<img src="/image-bombs/${n < 3 ? 'png' : 'jpeg'}?n=${n}">`).join(''),
      ),
      '/png': (exchange) => sendBytes(exchange, 'image/png', makePng(20_000, 20_000)),
      // A JPEG header that declares 65,500 by 65,500 pixels in three colours, without data.
      '/jpeg': (exchange) =>
        sendBytes(
          exchange,
          'image/jpeg',
          Buffer.from('ffd8ffc0001108ffdcffdc03012200021101031101ffda000c03010002110311003f00', 'hex'),
        ),
    }),
  },
]);
