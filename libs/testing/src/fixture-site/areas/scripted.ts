import { type FixtureAnswer, html } from '../page-answer';

/** Delay of the script of /scripted/late, in milliseconds. */
const LATE_CONTENT_MS = 1200;

const LATE = `<div id="late"></div>
<script>setTimeout(() => { document.getElementById('late').textContent = 'Late words have come'; }, ${LATE_CONTENT_MS});</script>`;

const SHELL = `<noscript>You need to enable JavaScript to run this app.</noscript>
<div id="root"></div>
<script>
const root = document.getElementById('root');
root.innerHTML = '<main><h1>App started</h1><p>These words were made by a script, and none of them is in the answer of the server.</p>' +
  '<a href="/scripted/app/one">one</a> <a href="/scripted/app/two">two</a></main>';
</script>`;

const FORM = `<p id="state">untouched</p>
<button id="button" onclick="document.getElementById('state').textContent = 'button pressed'">Press</button>
<input id="field" oninput="document.getElementById('typed').textContent = 'typed ' + this.value"
  onkeydown="if (event.key === 'Enter') document.getElementById('key').textContent = 'enter pressed'">
<p id="typed"></p>
<p id="key"></p>
<div style="height: 4000px"></div>
<p id="bottom">bottom not seen</p>
<script>
addEventListener('scroll', () => { document.getElementById('bottom').textContent = 'page scrolled'; });
</script>`;

export function planScripted(): Map<string, FixtureAnswer> {
  return new Map<string, FixtureAnswer>([
    ['/scripted/', html('Scripted', ['/scripted/app', '/scripted/late'])],
    ['/scripted/late', html('Scripted late', [], { markup: LATE })],
    [
      '/scripted/app',
      html('Scripted app', [], {
        bare: true,
        markup: SHELL,
        scriptedLinks: ['/scripted/app/one', '/scripted/app/two'],
      }),
    ],
    ['/scripted/app/one', html('Scripted one', [])],
    ['/scripted/app/two', html('Scripted two', [])],
    ['/scripted/form', html('Scripted form', [], { markup: FORM })],
  ]);
}
