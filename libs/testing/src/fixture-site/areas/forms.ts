import { type FixtureAnswer, type Headers, html } from '../page-answer';

/** Delay of the answer of /forms/delayed, in milliseconds. */
const DELAYED_MS = 700;
/** Entries of the infinite-scroll list. */
export const ENDLESS_ENTRIES = 40;

const LOGIN = `<form id="first" onsubmit="event.preventDefault(); showSecond()">
  <input id="user" name="user" autocomplete="off"><button id="next">Next</button>
</form>
<form id="second" hidden onsubmit="event.preventDefault(); signIn()">
  <input id="password" type="password"><button id="enter">Sign in</button>
</form>
<p id="told"></p>
<script>
const at = (id) => document.getElementById(id);
function showSecond() {
  // Simulates a second step from a server.
  setTimeout(() => { at('first').hidden = true; at('second').hidden = false; at('told').textContent = 'password of ' + at('user').value; }, 150);
}
function signIn() {
  if (at('password').value !== 'let me in') { at('told').textContent = 'wrong password'; return; }
  document.cookie = 'session=' + at('user').value + '; path=/';
  location.href = '/forms/account';
}
</script>`;

const KEYS = `<textarea id="area"></textarea><ol id="keys"></ol>
<script>
addEventListener('keydown', (event) => {
  const item = document.createElement('li');
  item.textContent = 'key ' + [event.ctrlKey && 'Control', event.shiftKey && 'Shift', event.key].filter(Boolean).join('+');
  document.getElementById('keys').append(item);
});
</script>`;

const BOX = `<div id="box" style="height: 200px; overflow: auto"><div style="height: 2000px">inside</div></div>
<p id="where">box at 0</p><p id="page">page at 0</p><div style="height: 4000px"></div>
<script>
document.getElementById('box').addEventListener('scroll', (event) => {
  document.getElementById('where').textContent = 'box at ' + Math.round(event.target.scrollTop);
});
addEventListener('scroll', () => { document.getElementById('page').textContent = 'page at ' + Math.round(scrollY); });
</script>`;

const ENDLESS = `<ul id="list"></ul><div id="end" style="height: 50px"></div>
<script>
const list = document.getElementById('list');
function grow() {
  for (let index = 0; index < 10 && list.children.length < ${ENDLESS_ENTRIES}; index += 1) {
    const item = document.createElement('li');
    item.style.height = '120px';
    item.textContent = 'entry ' + (list.children.length + 1) + '.';
    list.append(item);
  }
}
grow();
new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) grow(); })
  .observe(document.getElementById('end'));
</script>`;

const DELAYED = `<button id="ask">Ask</button>
<script>
document.getElementById('ask').onclick = () => setTimeout(() => {
  const answer = document.createElement('p');
  answer.id = 'answer';
  answer.textContent = 'the answer has come';
  document.querySelector('main').append(answer);
}, ${DELAYED_MS});
</script>`;

const DIALOGS = `<button id="ask">Ask</button><p id="told">not asked</p>
<script>
document.getElementById('ask').onclick = () => {
  alert('look');
  const sure = confirm('sure?');
  const name = prompt('name?');
  document.getElementById('told').textContent = 'asked: ' + sure + ' ' + name;
};
</script>`;

const MORE = [1, 2, 3]
  .map((n) => `<p><button class="more" onclick="this.replaceWith('part ${n} unfolded')">More</button></p>`)
  .join('\n');

const SIGN_UP = `<style>
body { background: #f8fafc; color: #1e293b; font: 15px/1.6 Verdana, sans-serif; }
input { border: 1px solid #cbd5e1; } input:focus { border-color: #1d4ed8; }
button { border: 0; border-radius: 6px; padding: 8px 16px; background: #1d4ed8; color: #fff; }
</style>
<p>Sign up to hear of what is new here, once a month and no more often than that.</p>
<form><input name="mail"><button>Sign up</button></form>`;

export function planForms(): Map<string, FixtureAnswer> {
  const page = (title: string, markup: string): FixtureAnswer => html(title, [], { markup });
  return new Map([
    ['/forms/login', page('Login', LOGIN)],
    ['/forms/keys', page('Keys', KEYS)],
    ['/forms/box', page('Box', BOX)],
    ['/forms/endless', page('Endless', ENDLESS)],
    ['/forms/delayed', page('Delayed', DELAYED)],
    ['/forms/dialogs', page('Dialogs', DIALOGS)],
    ['/forms/sign-up', page('Sign up', SIGN_UP)],
    ['/forms/more', page('More', MORE)],
  ]);
}

/** Pages that depend on the submitted form. */
export function answerForms(url: URL, headers: Headers): FixtureAnswer | undefined {
  if (url.pathname === '/forms/account') {
    const user = /(?:^|; )session=([^;]+)/.exec(String(headers.cookie ?? ''))?.[1];
    return html('Account', [], {
      markup: `<p>${user === undefined ? 'Please sign in' : `Welcome, ${escapeText(user)}`}</p>`,
    });
  }
  if (url.pathname === '/forms/search') {
    const asked = url.searchParams.get('q');
    const results = asked === null ? '' : `<p>Results for ${escapeText(asked)}</p>`;
    return html('Search', [], { markup: `<form><input name="q" id="q"><button>Search</button></form>${results}` });
  }
  return undefined;
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
