import { parseHtml } from '../tree/parse-html';
import { isEmptyShell } from './empty-shell';

const bundle = '<script type="module" src="/assets/index.js"></script>';
const words = 'Words that can be read without any script. '.repeat(6);

describe('isEmptyShell', () => {
  it.each([
    ['an empty React root', `<div id="root"></div>${bundle}`],
    [
      'an empty root beside a request for JavaScript',
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>${bundle}`,
    ],
    ['an Angular root', `<app-root></app-root>${bundle}`],
    ['a root that is loading', `<div id="app"><div class=spinner></div>Loading…</div>${bundle}`],
    [
      'a Next page that is made in the browser',
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"a":1}</script>${bundle}`,
    ],
    ['the word that it is loading', `<p>Loading…</p>${bundle}`],
    ['a part that says that it is busy', `<h1>Shop</h1><main aria-busy="true"></main>${bundle}`],
    ['nothing but scripts', `<script>location.replace('/home')</script>`],
    ['nothing but scripts and a tracking frame', `${bundle}<iframe src=/t height=0 width=0></iframe>`],
    ['nothing but scripts and a hidden form', `<form style="display: none"><input name=a></form>${bundle}`],
    ['a root under an empty header', `<header></header><div id="app"></div><footer>© Acme</footer>${bundle}`],
    ['a page that says it in German', `<p>Willkommen</p><noscript>Bitte JavaScript aktivieren.</noscript>${bundle}`],
  ])('is true for %s', (_title, body) => {
    expect(isEmptyShell(parseHtml(`<html><head><title>App</title></head><body>${body}</body></html>`))).toBe(true);
  });

  it.each([
    ['a short page', '<h1>Example</h1><p>This domain is for use in examples.</p>'],
    ['a short page with analytics', `<h1>It works!</h1>${bundle}`],
    ['an empty page without scripts', '<div id="root"></div>'],
    ['an empty page with data only', '<div id="root"></div><script type="application/ld+json">{}</script>'],
    ['a root that the server has filled', `<div id="root"><h1>Hello and welcome to the shop</h1></div>${bundle}`],
    [
      'a page with text that also asks for JavaScript',
      `<p>${words}</p><noscript>Please enable JavaScript</noscript>${bundle}`,
    ],
    [
      'a page whose noscript is the page',
      `<div id="app"></div><noscript>${words.repeat(4)} enable javascript</noscript>${bundle}`,
    ],
    ['a gallery without words', `<div id="app"><img src=a.png></div>${bundle}`],
    ['a lone image with a script', `<img src=a.png>${bundle}`],
    ['a login form', `<form><label>Name</label><input name=a><button>Go</button></form>${bundle}`],
    ['a video player', `<video src=a.mp4></video>${bundle}`],
    ['many words beside a part that is busy', `<p>${words}</p><div aria-busy="true"></div>${bundle}`],
    ['a busy part without scripts', '<main aria-busy="true"></main>'],
    ['an empty body', ''],
  ])('is false for %s', (_title, body) => {
    expect(isEmptyShell(parseHtml(`<html><head><title>App</title></head><body>${body}</body></html>`))).toBe(false);
  });
});
