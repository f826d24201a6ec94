import { type FixtureAnswer, type Headers, html } from '../page-answer';

/** Client properties that a page can read: /looks/browser shows them as JSON in `<pre id="seen">`. */
export interface SeenByPage {
  userAgent: string;
  language: string;
  languages: string[];
  timeZone: string;
  locale: string;
  /** A number in the browser's locale. */
  number: string;
  touchPoints: number;
  hasTouchEvents: boolean;
  width: number;
  pixelRatio: number;
  webdriver: boolean | undefined;
  /** From `navigator.userAgentData`, which needs a secure context; `http://127.0.0.1` is one. */
  brands?: string[];
  isMobile?: boolean;
  cookie: string;
  worker: { userAgent: string; language: string; timeZone: string };
  frame: { language: string; timeZone: string; webdriver: boolean | undefined };
  /** Request headers of a script's fetch. */
  fetched: Record<string, string>;
}

const LOOK = `
const look = async () => {
  const place = (scope) => new scope.Intl.DateTimeFormat().resolvedOptions();
  const worker = new Worker(URL.createObjectURL(new Blob([
    'postMessage({userAgent: navigator.userAgent, language: navigator.language, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone})',
  ])));
  const fromWorker = new Promise((resolve) => { worker.onmessage = (event) => resolve(event.data); });
  const frame = document.getElementById('frame').contentWindow;
  const data = navigator.userAgentData;
  document.getElementById('seen').textContent = JSON.stringify({
    userAgent: navigator.userAgent,
    language: navigator.language,
    languages: navigator.languages,
    timeZone: place(window).timeZone,
    locale: place(window).locale,
    number: (1234.5).toLocaleString(),
    touchPoints: navigator.maxTouchPoints,
    hasTouchEvents: 'ontouchstart' in window,
    width: innerWidth,
    pixelRatio: devicePixelRatio,
    webdriver: navigator.webdriver,
    brands: data && data.brands.map((one) => one.brand),
    isMobile: data && data.mobile,
    cookie: document.cookie,
    worker: await fromWorker,
    frame: { language: frame.navigator.language, timeZone: place(frame).timeZone, webdriver: frame.navigator.webdriver },
    fetched: await (await fetch('/looks/headers.json')).json(),
  });
};
addEventListener('load', look);`;

/** Pages that show their client. `<pre id="headers">` has the headers of the page request. */
export function showVisitor(url: URL, headers: Headers): FixtureAnswer | undefined {
  const told = JSON.stringify(headers);
  if (url.pathname === '/looks/headers.json') {
    return { kind: 'bytes', contentType: 'application/json', body: Buffer.from(told) };
  }
  if (url.pathname !== '/looks/browser') return undefined;
  const markup = `<pre id="headers">${escapeText(told)}</pre>
<pre id="seen"></pre>
<iframe id="frame" srcdoc="<p>empty</p>"></iframe>
<script>${LOOK}</script>`;
  // Content wider than the screen makes a phone zoom out.
  const head =
    '<meta name="viewport" content="width=device-width"><style>pre { white-space: normal; word-break: break-all }</style>';
  return html('Looks', [], { head, markup });
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
