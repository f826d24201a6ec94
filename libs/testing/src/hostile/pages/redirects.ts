import { DOCUMENT_OR_TIMEOUT, type Exchange, type HostilePage, inBrowser, overHttp, TIMEOUT } from '../hostile-page';
import { BOMB_UNIT_BYTES } from '../tools/bombs';
import { markup, script, sendHtml, VISIBLE, wrap } from '../tools/send';

/** Long enough for the browser to render the first piece. */
const PIECE_MS = 60;

const REFUSED = ['SCRAPE_SITE_ERROR'] as const;
const DENIED = ['UNSUPPORTED_SITE'] as const;

const to =
  (makeLocation: (exchange: Exchange) => string, status = 302) =>
  (exchange: Exchange): void => {
    exchange.response.writeHead(status, { location: makeLocation(exchange) }).end();
  };

const counted = ({ query }: Exchange): number => Number(query.get('n') ?? 0) + 1;

/** A page redirected to an unreachable target, by each kind of redirect. */
const leadingTo = (
  name: string,
  does: string,
  location: string | ((exchange: Exchange) => string),
  mayAnswer: HostilePage['mayAnswer'] = REFUSED,
) => ({
  name,
  does,
  mayAnswer,
  serve: to(typeof location === 'string' ? () => location : location),
});

const REDIRECTS = overHttp([
  leadingTo('to-itself', 'redirects to itself', '/to-itself'),
  leadingTo('to-itself-for-ever', 'redirects endlessly to new URLs', (exchange) => `?n=${counted(exchange)}`),
  leadingTo('to-a-file', 'redirects to a local file', 'file:///etc/passwd'),
  leadingTo('to-data', 'redirects to a data URL', 'data:text/html,<h1>made%20up</h1>'),
  leadingTo('to-javascript', 'redirects to a javascript: URL', 'javascript:alert(document.domain)'),
  leadingTo('to-the-secret', 'redirects to a private address', ({ secret }) => `${secret}/redirect`, DENIED),
  leadingTo(
    'to-the-cloud',
    'redirects to a cloud metadata service',
    'http://169.254.169.254/latest/meta-data/',
    DENIED,
  ),
  leadingTo('to-another-port', 'redirects to a closed port', 'http://127.0.0.1:1/'),
  leadingTo('to-nonsense', 'redirects to an invalid URL', 'http://['),
  leadingTo('to-another-scheme', 'redirects to gopher', 'gopher://127.0.0.1/'),
  leadingTo(
    'to-a-disguise',
    'redirects to a private address with user name',
    ({ origin, secret }) => `${secret.replace('http://', `${origin}@`)}/disguise`,
    DENIED,
  ),
  {
    name: 'to-a-long-address',
    does: 'redirects to a URL of a megabyte',
    mayAnswer: [...REFUSED, 'document'],
    serve: to(() => `/to-a-long-address/${'x'.repeat(BOMB_UNIT_BYTES)}`),
  },
]);

const MOVES = inBrowser([
  {
    name: 'refresh-loop',
    does: 'refreshes itself endlessly without delay',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: markup(
      () => '',
      (exchange) => `<meta http-equiv="refresh" content="0; url=?n=${counted(exchange)}">`,
    ),
  },
  {
    name: 'refresh-header',
    does: 'refreshes itself by header',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: (exchange) => sendHtml(exchange, wrap(''), { refresh: `0; url=?n=${counted(exchange)}` }),
  },
  {
    name: 'location-loop',
    does: 'navigates endlessly by script',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: script((exchange) => `location.replace('?n=${counted(exchange)}')`),
  },
  {
    name: 'location-loop-in-pieces',
    does: 'navigates endlessly after a delayed body',
    // Under load its text may arrive after the document was stopped.
    mayAnswer: [...DOCUMENT_OR_TIMEOUT, 'SCRAPE_SITE_ERROR'],
    serve: ({ response, query }) => {
      const next = Number(query.get('n') ?? 0) + 1;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write('<!doctype html><title>t</title>');
      setTimeout(() => response.end(`<p>${VISIBLE}</p><script>location.replace('?n=${next}')</script>`), PIECE_MS);
    },
  },
  {
    name: 'reload-loop',
    does: 'reloads itself a thousand times a second',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: script('setInterval(() => location.reload(), 1)'),
  },
  {
    name: 'hash-loop',
    does: 'changes its fragment continuously',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: script('let n = 0; setInterval(() => { for (let i = 0; i < 50; i++) location.hash = n++; }, 0)'),
  },
  {
    name: 'history-loop',
    does: 'changes its history continuously',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: script(
      'let n = 0; setInterval(() => { for (let i = 0; i < 100; i++) history.pushState({}, "", "?" + n++); history.back(); }, 0)',
    ),
  },
  {
    name: 'moving-to-a-file',
    does: 'navigates to file:, data: and chrome: URLs',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: script(
      `for (const url of ['file:///etc/passwd', 'data:text/html,made up', 'chrome://version', 'view-source:file:///etc/passwd',
        'about:blank#', 'mailto:a@b.example', 'intent://x#Intent;end', 'filesystem:' + origin + '/x'])
        try { location.href = url; } catch {}`,
    ),
  },
  {
    name: 'never-there',
    does: 'navigates to a silent server',
    mayAnswer: [...DOCUMENT_OR_TIMEOUT, ...TIMEOUT],
    serve: (exchange) => {
      if (exchange.below === '') script(`location.href = '/never-there/silence'`)(exchange);
    },
  },
]);

export const redirectPages: HostilePage[] = [...REDIRECTS, ...MOVES];
