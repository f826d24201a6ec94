import { type BrowserHarness, startBrowserHarness } from '../../../test/browser-harness';
import { type PageServer, startPageServer } from '../../../test/page-server';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;
let other: PageServer;

beforeAll(async () => {
  [harness, site, other] = await Promise.all([startBrowserHarness(), startPageServer(), startPageServer('127.0.0.2')]);
});

afterAll(() => Promise.all([harness.close(), site.close(), other.close()]));

const SHADOW = `<my-card id=open><b slot=title>in the slot</b><i>unassigned</i></my-card><my-card id=plain></my-card>
<x-closed><u>light</u></x-closed><section id=empty-host></section>
<div><template shadowrootmode="open"><p>declared <slot>nothing</slot></p></template><em>slotted</em></div>
<script>
customElements.define('my-card', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'open' }).innerHTML = '<h2><slot name=title>no title</slot></h2><a href="/from-shadow">link</a>'; } });
customElements.define('x-closed', class extends HTMLElement { constructor() { super();
  const root = this.attachShadow({ mode: 'closed' });
  root.innerHTML = 'closed: <slot></slot><x-inner></x-inner>'; } });
customElements.define('x-inner', class extends HTMLElement { constructor() { super();
  this.attachShadow({ mode: 'closed' }).innerHTML = '<s>closed in closed</s>'; } });
document.querySelector('#empty-host').attachShadow({ mode: 'closed' }).innerHTML = '<p>closed on a section</p>';
</script>`;

describe('readPage', () => {
  it('includes nested frames of all sites, with absolute URLs', async () => {
    other.serve(
      '/deep/inner',
      '<base href="/based/"><p>innermost</p><a href="x">x</a><img srcset="a.png 1x, b.png 2x">',
    );
    other.serve(
      '/deep/frame',
      '<title>Other</title><meta name=description content=other><body style="background:url(bg.png)"><p>of another site <a href="rel">rel</a></p><iframe src="inner"></iframe>',
    );
    const url = site.serve(
      '/frames',
      `<!doctype html><title>Mine</title><base href="/b/"><p>before</p><iframe id=one class="k" src="${other.origin}/deep/frame" onload="x=1"></iframe>
       <iframe srcdoc="<p>inline words</p><a href='q?a=1&amp;b=2'>q</a>"></iframe>
       <iframe hidden srcdoc="hidden words"></iframe><iframe width=1 height=1 srcdoc="counted words"></iframe><p>after`,
    );
    const { html } = await harness.captureOf(url);
    expect(html).toMatch(
      new RegExp(
        `<div data-original-tag="iframe" id="one" class="k" src="${other.origin}/deep/frame" onload="x=1"><p>of another site <a href="${other.origin}/deep/rel">rel</a></p><div data-original-tag="iframe" src="${other.origin}/deep/inner"><p>innermost</p><a href="${other.origin}/based/x">x</a><img srcset="${other.origin}/based/a.png 1x, ${other.origin}/based/b.png 2x">`,
      ),
    );
    expect(html).toMatch(
      /<div data-original-tag="iframe"><p>inline words<\/p><a href="http:\/\/127[^"]+\/b\/q\?a=1&amp;b=2">/,
    );
    expect(html).toMatch(/<p>before<\/p>.*innermost.*inline words.*<p>after/s);
    expect(html.match(/<title>|<base|<meta/g)).toEqual(['<title>', '<base']);
    expect(html).not.toMatch(/hidden words<|counted words</);
  });

  it('reads frames with unusual attributes', async () => {
    const gap = ' '.repeat(300_000);
    const frame = `<img srcset=", ${gap}"><b style="--a:url(${gap}">words</b><b style="--a:${'url('.repeat(100_000)}">x</b>`;
    const inner = site.serve('/hard', frame);
    const { html, warnings } = await harness.captureOf(site.serve('/holds-hard', `<iframe src="${inner}"></iframe>`));
    expect(html).toContain('>words</b>');
    expect(warnings).toBeUndefined();
  });

  it('replaces shadow hosts by open and closed shadow roots with filled slots', async () => {
    const { html } = await harness.captureOf(site.serve('/shadow', SHADOW));
    expect(html).toContain(
      '<my-card id="open"><h2><b slot="title">in the slot</b></h2><a href="/from-shadow">link</a></my-card>',
    );
    expect(html).toContain('<my-card id="plain"><h2>no title</h2>');
    expect(html).toContain('<div><p>declared <em>slotted</em></p></div>');
    expect(html).toContain('<x-closed>closed: <u>light</u><x-inner><s>closed in closed</s></x-inner></x-closed>');
    expect(html).toContain('<section id="empty-host"><p>closed on a section</p></section>');
    expect(html).not.toMatch(/<i>unassigned/);
  });

  it('serialises a page without frames and shadow roots like Chromium', async () => {
    const url = site.serve(
      '/plain',
      `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html lang=en><head><!-- note --><style>a > b { color: red }</style><script>var a = "<b>" && 1 < 2;</script><noscript><p>x</p></noscript></head>
<body data-q='"&amp;&nbsp;<'><pre>\n\n two</pre><textarea>\na &lt;b></textarea><template><i>t</i></template><br><svg viewBox="0 0 1 1"><linearGradient id=g /><foreignObject><p>f</p></foreignObject><use xlink:href="#g"/></svg>
<math><mi>x</mi></math><p>a&nbsp;&amp; b &lt;`,
    );
    const { html, actions } = await harness.captureOf(url, {
      actions: [{ type: 'executeJavascript', script: 'document.documentElement.outerHTML' }],
    });
    const doctype = /^<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML 1\.0 Strict\/\/EN" "[^"]+">/;
    expect(html).toMatch(doctype);
    const outer = String(actions?.javascriptReturns[0]?.value);
    const unescaped = (text: string) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>');
    expect(unescaped(html.replace(doctype, ''))).toBe(unescaped(outer));
  });

  it('reads a page that overrides DOM properties', async () => {
    const url = site.serve(
      '/hostile',
      `<form id=f><input name=childNodes><input name=firstChild><input name=attributes><input name=shadowRoot><b>in the form</b></form>
<img name=documentElement><img name=body><img name=readyState><form name=querySelector></form><embed name=querySelectorAll>
<p>true words</p><script>
JSON.stringify = () => '"false words"'; Function.prototype.toString = () => 'false words'; Array.prototype.push = () => 0;
Array.prototype.join = () => 'false words'; String.prototype.replace = () => 'false words';
Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'false words' });
Object.defineProperty(Node.prototype, 'firstChild', { get: () => null });
window.MutationObserver = undefined; window.Promise = undefined; window.performance = null; window.setTimeout = () => 0;
</script>`,
    );
    const { html } = await harness.captureOf(url);
    expect(html).toContain('<p>true words</p>');
    expect(html).toContain('<b>in the form</b>');
    expect(html.match(/<input/g)).toHaveLength(4);
  });

  it('limits deep trees and endless frames', async () => {
    site.serve('/self', (request, response) => {
      const depth = Number(new URL(request.url!, 'http://x').searchParams.get('d'));
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<p>level ${depth}</p>${depth < 9 ? `<iframe src="/self?d=${depth + 1}"></iframe>` : ''}`);
    });
    const url = site.serve(
      '/bounds',
      `<p>start</p><iframe src="/self?d=1"></iframe><p>end</p>
       <script>let at = document.body; for (let i = 0; i < 700; i++) { const d = document.createElement('div'); at.append(d); at = d; } at.textContent = 'bottom';</script>`,
    );
    const { html } = await harness.captureOf(url);
    expect(html).toMatch(/start.*level 1.*level 4.*end.*bottom/s);
    expect(html).not.toContain('level 5<');
  });

  it('reads a page while a cross-site frame hangs', async () => {
    other.serve('/hang', '<p>never</p><script>for(;;);</script>');
    const url = site.serve('/beside', `<p>start</p><iframe src="${other.origin}/hang"></iframe><p>end</p>`);
    const { html, warnings } = await harness.captureOf(url);
    expect(html).toMatch(/start.*end/s);
    expect(warnings).toHaveLength(1);
  });
});
