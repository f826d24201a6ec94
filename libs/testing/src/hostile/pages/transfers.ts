import { gzipSync } from 'node:zlib';
import { DOCUMENT_OR_TIMEOUT, type Exchange, type HostilePage, overHttp, TIMEOUT } from '../hostile-page';
import { BOMB_UNIT_BYTES, brotliBomb, deflateBomb, gzipBomb, gzipLayers, gzippedTwice, zstdBomb } from '../tools/bombs';
import { sendEndlessly, sendHtml, sendRaw, VISIBLE, wrap } from '../tools/send';

const TOO_LARGE = ['SCRAPE_UNSUPPORTED_FILE_ERROR'] as const;
const NOTHING = ['SCRAPE_ALL_ENGINES_FAILED'] as const;
const BROKEN = ['SCRAPE_SITE_ERROR'] as const;
/** Browsers and plain clients may differ. */
const SHOWN_OR_BROKEN = ['document', 'SCRAPE_SITE_ERROR'] as const;

const encoded =
  (coding: string, makeBody: () => Buffer) =>
  ({ response }: Exchange): void => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding }).end(makeBody());
  };

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
const PIECE = `<p>${VISIBLE.repeat(12)}</p>\n`;

export const transferPages: HostilePage[] = overHttp([
  { name: 'gzip-bomb', does: 'unpacks to 4 GiB', mayAnswer: TOO_LARGE, serve: encoded('gzip', gzipBomb) },
  { name: 'brotli-bomb', does: 'unpacks to 128 MiB', mayAnswer: TOO_LARGE, serve: encoded('br', brotliBomb) },
  { name: 'deflate-bomb', does: 'unpacks to 128 MiB', mayAnswer: TOO_LARGE, serve: encoded('deflate', deflateBomb) },
  {
    name: 'zstd-bomb',
    does: 'unpacks to 8 GiB if the client supports zstd',
    mayAnswer: ['document', 'SCRAPE_SITE_ERROR', 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    serve: encoded('zstd', zstdBomb),
  },
  {
    name: 'gzip-in-gzip-bomb',
    does: 'unpacks to a second compressed layer of 1 GiB',
    mayAnswer: TOO_LARGE,
    serve: encoded('gzip, gzip', gzippedTwice),
  },
  {
    name: 'many-codings',
    does: 'is compressed twelve times',
    mayAnswer: [...SHOWN_OR_BROKEN, 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    serve: encoded(Array(12).fill('gzip').join(', '), () => gzipLayers(wrap(''), 12)),
  },
  {
    name: 'endless-body',
    does: 'sends an endless body at full speed',
    mayAnswer: [...TOO_LARGE, ...DOCUMENT_OR_TIMEOUT],
    serve: ({ response, gone }) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      sendEndlessly(response, gone, () => PIECE.repeat(50));
    },
  },
  {
    name: 'slow-drip',
    does: 'sends one byte now and then, endlessly',
    mayAnswer: DOCUMENT_OR_TIMEOUT,
    serve: ({ response, gone }) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(wrap('').slice(0, -20));
      sendEndlessly(response, gone, () => 'x', 150);
    },
  },
  {
    name: 'silent-after-head',
    does: 'sends headers and no body',
    mayAnswer: TIMEOUT,
    serve: (exchange) => sendRaw(exchange, `${HEAD}Content-Length: 1000\r\n\r\n`, () => undefined),
  },
  {
    name: 'dripping-head',
    does: 'sends endless headers slowly',
    mayAnswer: [...TIMEOUT, ...BROKEN],
    serve: (exchange) =>
      sendRaw(exchange, HEAD, (socket) => sendEndlessly(socket, exchange.gone, () => 'X-Slow: 1\r\n', 150)),
  },
  {
    name: 'truncated-gzip',
    does: 'truncates its gzip body',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: encoded('gzip', () => {
      const whole = gzipSync(wrap(`<p>${Array.from({ length: 5000 }, (_, index) => index).join(' ')}</p>`));
      return whole.subarray(0, whole.length / 2);
    }),
  },
  {
    name: 'corrupt-gzip',
    does: 'corrupts its gzip body',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: encoded('gzip', () => gzipSync(wrap('x'.repeat(100_000))).fill(0xa5, 80, 180)),
  },
  {
    name: 'false-gzip',
    does: 'declares gzip without compressing',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: encoded('gzip', () => Buffer.from(wrap(''))),
  },
  {
    name: 'length-too-long',
    does: 'sends less than its Content-Length and closes',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: (exchange) => sendRaw(exchange, `${HEAD}Content-Length: 1000000\r\n\r\n${wrap('')}`),
  },
  {
    name: 'length-too-short',
    does: 'sends more than its Content-Length',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: (exchange) => sendRaw(exchange, `${HEAD}Content-Length: 200\r\n\r\n${wrap('x'.repeat(5000))}`),
  },
  {
    name: 'two-lengths',
    does: 'sends two Content-Length headers and chunked encoding',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: (exchange) =>
      sendRaw(
        exchange,
        `${HEAD}Content-Length: 5\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
      ),
  },
  {
    name: 'broken-chunks',
    does: 'sends invalid chunk sizes',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: (exchange) => sendRaw(exchange, `${HEAD}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n`),
  },
  {
    name: 'huge-header',
    does: 'sends a header of 8 MB',
    mayAnswer: BROKEN,
    serve: (exchange) => sendRaw(exchange, `${HEAD}X-Huge: ${'x'.repeat(8 * BOMB_UNIT_BYTES)}\r\n\r\n${wrap('')}`),
  },
  {
    name: 'many-headers',
    does: 'sends 100,000 headers',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: (exchange) => {
      const fields = Array.from({ length: 100_000 }, (_, index) => `X-${index}: ${index}\r\n`).join('');
      sendRaw(exchange, `${HEAD}${fields}\r\n${wrap('')}`);
    },
  },
  {
    name: 'many-cookies',
    does: 'sets 100,000 cookies',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: (exchange) => {
      const fields = Array.from({ length: 100_000 }, (_, index) => `Set-Cookie: c${index}=${index}\r\n`).join('');
      sendRaw(exchange, `${HEAD}${fields}\r\n${wrap('')}`);
    },
  },
  {
    name: 'no-http',
    does: 'responds with random bytes',
    mayAnswer: BROKEN,
    serve: (exchange) => sendRaw(exchange, '\x00\xff\x00\xff SSH-2.0 this is no HTTP\r\n\r\n'.repeat(1000)),
  },
  {
    name: 'odd-status',
    does: 'responds with status 999 and a binary reason phrase',
    mayAnswer: SHOWN_OR_BROKEN,
    serve: (exchange) => sendRaw(exchange, `HTTP/1.1 999 \x80\x00\xff\r\nContent-Type: text/html\r\n\r\n${wrap('')}`),
  },
  {
    name: 'interim-answers',
    does: 'sends endless "103 Early Hints"',
    mayAnswer: [...TIMEOUT, ...BROKEN],
    serve: (exchange) =>
      sendRaw(exchange, '', (socket) =>
        sendEndlessly(socket, exchange.gone, () => 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 5),
      ),
  },
  {
    name: 'unasked-upgrade',
    does: 'switches protocols without a request',
    mayAnswer: [...BROKEN, ...TIMEOUT],
    serve: (exchange) =>
      sendRaw(exchange, 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', () => undefined),
  },
  {
    name: 'endless-multipart',
    does: 'is an endless multipart/x-mixed-replace response',
    mayAnswer: [...TOO_LARGE, ...TIMEOUT],
    serve: ({ response, gone }) => {
      response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=next' });
      sendEndlessly(response, gone, () => `--next\r\nContent-Type: text/html\r\n\r\n${wrap('')}\r\n`, 5);
    },
  },
  {
    name: 'no-content',
    does: 'responds 204',
    mayAnswer: NOTHING,
    serve: ({ response }) => response.writeHead(204).end(),
  },
  {
    name: 'empty-page',
    does: 'has an empty body, which makes the service use a browser',
    mayAnswer: NOTHING,
    serve: (exchange) => sendHtml(exchange, ''),
  },
]);
