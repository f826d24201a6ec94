import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { MALFORMED_PAGE, malformedResponses } from '@orbweaver/testing';
import { type ClientHarness, expectFailure, startClientHarness } from '../../test/client-harness';
import { askProxy, closeLater, closeOpened, open, startProxy } from '../../test/forward-proxy-harness';
import { serveHttp, serveRaw } from '../../test/local-server';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient } from '../http/http-client';

let harness: ClientHarness;

beforeEach(() => {
  harness = startClientHarness();
});
afterEach(async () => {
  await harness.close();
  await closeOpened();
});

const closing = (raw: string) => (socket: Socket) =>
  void socket.once('data', () => socket.end(Buffer.from(raw, 'latin1')));

describe.each(malformedResponses)('a response with %s', (_, raw) => {
  it('is accepted by the client', async () => {
    const site = await open(serveRaw(closing(raw)));
    expect(await harness.fetch({ url: site.url })).toMatchObject({ status: 200, body: Buffer.from(MALFORMED_PAGE) });
  });

  it('is relayed to the browser', async () => {
    const site = await open(serveRaw(closing(raw)));
    // Browsers use keep-alive, so the end of the body must not depend on closing.
    const headers = { connection: 'keep-alive' };
    expect(await askProxy(await startProxy(), site.url, { headers })).toMatchObject({
      status: 200,
      body: MALFORMED_PAGE,
    });
  });
});

it('returns valid header values only', async () => {
  const raw =
    'HTTP/1.1 200 O\x01K\r\nX-Folded : one\r\n\ttwo\r\nX-Control: a\x00b\x1b[0m\rX-Injected: 1\r\n' +
    '[x]: 1\r\nno colon\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\nLocation : /next\r\n\r\nok';
  const site = await open(serveRaw(closing(raw)));
  const direct = await harness.fetch({ url: site.url });
  expect(direct).toMatchObject({ status: 200, statusText: 'O K', setCookies: ['a=1; Path=/', 'b=2'] });
  expect(direct).toHaveProperty('headers', {
    'x-folded': 'one two',
    'x-control': 'a b [0m X-Injected: 1',
    location: '/next',
  });
  const relayed = await askProxy(await startProxy(), site.url);
  expect(relayed.headers).toMatchObject({ 'x-folded': 'one two', 'x-control': 'a b [0m X-Injected: 1' });
  expect(relayed.headers).not.toHaveProperty('x-injected');
});

it('never reuses the connection', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nbad line\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok';
  let requests = 0;
  const site = await open(
    serveRaw((socket) =>
      socket.on('data', () => {
        requests += 1;
        socket.write(answer + answer);
      }),
    ),
  );
  for (let turn = 0; turn < 3; turn += 1) expect(await harness.page({ url: site.url })).toMatchObject({ status: 200 });
  expect([requests, site.connections]).toEqual([4, 4]);
  const proxy = await startProxy();
  for (let turn = 0; turn < 3; turn += 1) expect(await askProxy(proxy, site.url)).toMatchObject({ body: 'ok' });
  expect([requests, site.connections]).toEqual([8, 8]);
});

it('repeats no request with side effects', async () => {
  const methods: (string | undefined)[] = [];
  const site = await open(
    serveRaw((socket) =>
      socket.once('data', (chunk) => {
        methods.push(String(chunk).split(' ')[0]);
        socket.end('HTTP/1.1 200 OK\r\nbad line\r\n\r\nok');
      }),
    ),
  );
  const post = { url: site.url, method: 'POST', body: 'x' };
  expectFailure(await harness.fetch(post), 'bad-response', 'ERR_INVALID_HTTP_RESPONSE');
  const proxy = await startProxy();
  const sent = { method: 'POST', headers: { 'content-length': 1 } };
  expect(await askProxy(proxy, site.url, sent, 'x')).toMatchObject({ status: 502 });
  expect(methods).toEqual(['POST', 'POST']);
  expect(await harness.fetch(post)).toMatchObject({ status: 200 });
  expect(await askProxy(proxy, site.url, sent, 'x')).toMatchObject({ status: 200, body: 'ok' });
  expect(methods).toHaveLength(4);
});

it('responds with 502 to a request with side effects when the second chunk is malformed', async () => {
  const raw = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n';
  const site = await open(serveRaw(closing(raw)));
  const sent = { method: 'POST', headers: { 'content-length': 1 } };
  const { status, headers, body } = await askProxy(await startProxy(), site.url, sent, 'x');
  expect([status, headers['x-orbweaver-refusal']]).toEqual([502, 'bad-response']);
  expect(body).not.toContain('hello');
});

const BAD = 'HTTP/1.1 200 OK\r\nbad line\r\n';
const CHUNKED = `${BAD}Transfer-Encoding: chunked\r\n\r\n`;

it.each<[string, string, string, string]>([
  [
    'different lengths',
    `${BAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok!`,
    'bad-response',
    'INVALID_HTTP_RESPONSE',
  ],
  ['headers above the limit', `${BAD}X: ${'x'.repeat(130 * 1024)}\r\n\r\n`, 'bad-response', 'RESPONSE_HEADERS_TOO_BIG'],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n', 'bad-response', 'INVALID_HTTP_RESPONSE'],
  ['another protocol', `${BAD}\r\n`.replace('200', '101'), 'bad-response', 'INVALID_HTTP_RESPONSE'],
  ['interim responses only', 'http/1.1 100 Continue\r\n\r\n'.repeat(30), 'bad-response', 'INVALID_HTTP_RESPONSE'],
  ['a truncated chunk', `${CHUNKED}5\r\nabc`, 'reset', 'CONNECTION_CLOSED'],
  ['no last chunk', `${CHUNKED}2\r\nok\r\n`, 'reset', 'CONNECTION_CLOSED'],
  ['a chunk longer than its size', `${CHUNKED}2\r\nokay\r\n0\r\n\r\n`, 'bad-response', 'INVALID_HTTP_RESPONSE'],
  ['no chunk size', `${CHUNKED}zz\r\nok`, 'bad-response', 'INVALID_HTTP_RESPONSE'],
  ['an endless chunk extension', `${CHUNKED}2;${'x'.repeat(20_000)}`, 'bad-response', 'INVALID_HTTP_RESPONSE'],
  ['a truncated body', `${BAD}Content-Length: 9\r\n\r\nok`, 'reset', 'CONNECTION_CLOSED'],
])('rejects %s', async (_, raw, reason, code) => {
  // Except for resets, the server keeps the connection open and the client must close it.
  const ends = reason === 'reset';
  const site = await open(
    serveRaw((socket) => socket.once('data', () => (ends ? socket.end(raw) : socket.write(raw)))),
  );
  expectFailure(await harness.fetch({ url: site.url }), reason, `ERR_${code}`);
});

it.each(['HEAD', 'GET'])('reads no body after a malformed head of a response without one: %s', async (method) => {
  const status = method === 'HEAD' ? '200 OK' : '204 None';
  const raw = `HTTP/1.1 ${status}\r\nbad line\r\nContent-Length: 5\r\n\r\n`;
  const site = await open(serveRaw((socket) => socket.once('data', () => socket.write(raw))));
  expect(await harness.page({ url: site.url, method })).toMatchObject({ body: Buffer.alloc(0) });
});

it('limits the body of a malformed response', async () => {
  const site = await open(serveRaw(closing(`${BAD}\r\n${'x'.repeat(2000)}`)));
  expect(await harness.fetch({ url: site.url, maxBytes: 1000 })).toMatchObject({ failure: { reason: 'too-large' } });
});

it('follows a redirect with a malformed head', async () => {
  const target = await open(serveHttp((_, response) => response.end('there')));
  const site = await open(serveRaw(closing(`HTTP/1.1 302 Found\r\nLocation : ${target.url}/x\r\n\r\n`)));
  expect(await harness.page({ url: site.url })).toMatchObject({ url: `${target.url}/x`, body: Buffer.from('there') });
});

it('checks the egress guard for the second connection', async () => {
  const site = await open(serveRaw(closing(`${BAD}\r\n`)));
  const asked: string[] = [];
  const client = createHttpClient({
    userAgent: 'test',
    guard: createEgressGuard({
      allow: '127.0.0.1',
      resolver: async (name) => {
        asked.push(name);
        return [{ address: asked.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
      },
    }),
  });
  expect(await client.fetch({ url: `http://site.test:${site.port}/` })).toMatchObject({ failure: { reason: 'dns' } });
  expect(asked).toHaveLength(2);
  await client.close();
});

it('rejects a malformed request', async () => {
  const proxy = await startProxy();
  const socket = net.connect(Number(new URL(proxy.url).port), '127.0.0.1');
  closeLater(() => socket.destroy());
  socket.write(`GET http://site.test/ HTTP/1.1\r\nHost : site.test\r\nbad line\r\n\r\n`);
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});
