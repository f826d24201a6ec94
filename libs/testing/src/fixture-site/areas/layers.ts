import { type FixtureAnswer, html } from '../page-answer';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==';

const SHADOW = `<div id="open"></div>
<div id="slotted"><p slot="middle">words in the slot</p></div>
<div id="declared"><template shadowrootmode="open"><p>words of a declared shadow</p></template></div>
<script>
const inside = document.getElementById('open').attachShadow({ mode: 'open' });
inside.innerHTML = '<p>words in the shadow</p><div id="nested"></div>';
inside.getElementById('nested').attachShadow({ mode: 'open' }).innerHTML = '<p>words in the shadow of a shadow</p>';
document.getElementById('slotted').attachShadow({ mode: 'open' }).innerHTML =
  '<p>words before the slot</p><slot name="middle"></slot>';
</script>`;

const LAZY = `<p><img id="first" alt="first" src="/layers/first.png"></p>
<div style="height: 6000px"></div>
<p><img alt="native" loading="lazy" src="/layers/native.png"></p>
<p><img alt="scripted" class="lazy" data-src="/layers/scripted.png" src="${PIXEL}"></p>
<p id="late">not seen yet</p>
<script>
new IntersectionObserver((entries, observer) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    target.src = target.dataset.src;
    document.getElementById('late').textContent = 'scripted picture shown';
  }
}).observe(document.querySelector('.lazy'));
</script>`;

const SOURCES = `<p><img alt="set" src="small.png" srcset="small.png 320w, large.png 1600w, middle.png 800w"></p>
<picture><source srcset="wide.webp 2x, narrow.webp 1x"><img alt="picture" src="fallback.png"></picture>
<p><img alt="inlined" src="${PIXEL}"></p>
<video poster="poster.png"></video>
<p style="background-image: url('backdrop.png')">before a backdrop</p>
<p><a href="leaf">a relative link</a></p>`;

/** Pages with frames, shadow trees and lazy-loaded images. */
export function planLayers(other: string): Map<string, FixtureAnswer> {
  const frames = `<iframe src="/layers/inner"></iframe>
<iframe srcdoc="<p>words of a frame without an address</p>"></iframe>
<iframe src="${other}/framed"></iframe>`;
  const pixel = Buffer.from(PIXEL.slice(PIXEL.indexOf(',') + 1), 'base64');
  const picture = (name: string): [string, FixtureAnswer] => [
    `/layers/${name}.png`,
    { kind: 'bytes', contentType: 'image/png', body: pixel },
  ];
  return new Map<string, FixtureAnswer>([
    ['/layers/frames', html('Layers frames', [], { markup: frames })],
    ['/layers/inner', html('Layers inner', [], { markup: '<iframe src="/layers/innermost"></iframe>' })],
    ['/layers/innermost', html('Layers innermost', [])],
    ['/layers/shadow', html('Layers shadow', [], { markup: SHADOW })],
    ['/layers/lazy', html('Layers lazy', [], { markup: LAZY })],
    ['/layers/sources', html('Layers sources', [], { base: '/layers/deep/', markup: SOURCES })],
    ...['first', 'native', 'scripted'].map(picture),
  ]);
}

/** The foreign site's page within a frame. */
export const planFramed = (): Map<string, FixtureAnswer> => new Map([['/framed', html('Other framed', [])]]);
