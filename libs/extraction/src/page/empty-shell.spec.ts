import { parseHtml } from '../tree/parse-html';
import { isEmptyShell } from './empty-shell';

const bundle = '<script type="module" src="/assets/index.js"></script>';
const words = 'Words that can be read without any script. '.repeat(6);

const addresses = { url: 'https://site.example/shop/', baseUrl: 'https://site.example/shop/' };
const isShell = (body: string) =>
  isEmptyShell(parseHtml(`<html><head><title>App</title></head><body>${body}</body></html>`), addresses);

describe('isEmptyShell', () => {
  it.each([
    ['an empty React root', `<div id="root"></div>${bundle}`],
    [
      'an empty root beside a request for JavaScript',
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>${bundle}`,
    ],
    ['an Angular root', `<app-root></app-root>${bundle}`],
    ['a root with a loading notice', `<div id="app"><div class=spinner></div>Loading…</div>${bundle}`],
    [
      'a Next page that is made in the browser',
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"a":1}</script>${bundle}`,
    ],
    ['a loading notice', `<p>Loading…</p>${bundle}`],
    ['an element with aria-busy', `<h1>Shop</h1><main aria-busy="true"></main>${bundle}`],
    ['only scripts', `<script>location.replace('/home')</script>`],
    ['only scripts and a tracking frame', `${bundle}<iframe src=/t height=0 width=0></iframe>`],
    ['only scripts and a hidden form', `<form style="display: none"><input name=a></form>${bundle}`],
    ['a root after an empty header', `<header></header><div id="app"></div><footer>© Acme</footer>${bundle}`],
    [
      'an element that a script fills',
      `<h1>Prices</h1><div id="out"></div><script>document.getElementById('out').textContent = 'from 20 euros'</script>`,
    ],
    [
      'a word that a script replaces',
      `<h1>Prices</h1><p id="price">…</p><script>document.querySelector('#price').innerHTML = load()</script>`,
    ],
    ['a body that a script adds to', `<p>a</p><script>document.body.insertAdjacentHTML('beforeend', more)</script>`],
    ['a body that a script writes', `<p>a</p><script>document.body.innerHTML += more</script>`],
    ['a frame of the same site', '<h1>Map</h1><iframe src="map.html"></iframe>'],
    ['a frame with the host in its URL', '<h1>Map</h1><iframe src="https://SITE.example/map"></iframe>'],
    [
      'a request for JavaScript in German',
      `<p>Willkommen</p><noscript>Bitte JavaScript aktivieren.</noscript>${bundle}`,
    ],
  ])('recognises %s as an empty shell', (_title, body) => {
    expect(isShell(body)).toBe(true);
  });

  it.each([
    ['a short page', '<h1>Example</h1><p>This domain is for use in examples.</p>'],
    ['a short page with analytics', `<h1>It works!</h1>${bundle}`],
    ['an empty page without scripts', '<div id="root"></div>'],
    ['an empty page with data only', '<div id="root"></div><script type="application/ld+json">{}</script>'],
    ['a root with server-rendered content', `<div id="root"><h1>Hello and welcome to the shop</h1></div>${bundle}`],
    [
      'a page with text that also asks for JavaScript',
      `<p>${words}</p><noscript>Please enable JavaScript</noscript>${bundle}`,
    ],
    [
      'a page whose noscript is the page',
      `<div id="app"></div><noscript>${words.repeat(4)} enable javascript</noscript>${bundle}`,
    ],
    ['a gallery without text', `<div id="app"><img src=a.png></div>${bundle}`],
    ['a lone image with a script', `<img src=a.png>${bundle}`],
    ['a login form', `<form><label>Name</label><input name=a><button>Go</button></form>${bundle}`],
    ['a video player', `<video src=a.mp4></video>${bundle}`],
    ['much text next to an element with aria-busy', `<p>${words}</p><div aria-busy="true"></div>${bundle}`],
    ['an element with aria-busy but no scripts', '<main aria-busy="true"></main>'],
    [
      'a script that only reads what the page says',
      '<p>a</p><script>if (document.body.textContent == 1) log()</script>',
    ],
    ['an empty body', ''],
    ['a frame of another site', '<h1>Film</h1><iframe src="https://video.example/1"></iframe>'],
    ['a frame of a page without a host', '<h1>Film</h1><iframe src="about:blank"></iframe>'],
    [
      'a frame of the same site in a hidden box',
      '<h1>Film</h1><p style="display: none"><iframe src="/a"></iframe></p>',
    ],
    ['a frame in noscript', '<h1>Film</h1><noscript><iframe src="/count"></iframe></noscript>'],
    ['a tracking frame', '<h1>Film</h1><iframe src="/count" width=1 height=1></iframe>'],
    [
      'a script that adds another',
      `<h1>Prices</h1><div id="out"></div><script>a = 'out'; s = document.createElement('script'); s.src = b</script>`,
    ],
    [
      'an element with words that a script changes',
      `<p id="out">All lamps cost 20 euros.</p><script>document.getElementById('out').innerHTML += '!'</script>`,
    ],
    [
      'a full page with an element that a script fills',
      `<p>${words}</p><b id="out"></b><script>document.getElementById('out').textContent = year</script>`,
    ],
    ['much text next to a frame of the same site', `<p>${words}</p><iframe src="/map"></iframe>`],
  ])('rejects %s as an empty shell', (_title, body) => {
    expect(isShell(body)).toBe(false);
  });
});

it('resolves the frames of an empty shell against the base URL', () => {
  const page = parseHtml('<h1>Film</h1><iframe src="/1"></iframe>');
  expect(isEmptyShell(page, { ...addresses, baseUrl: 'https://video.example/' })).toBe(false);
});
