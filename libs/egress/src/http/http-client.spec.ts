import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type ClientHarness, expectFailure, loopback, startClientHarness, testNames } from '../../test/client-harness';
import { serveHttp } from '../../test/local-server';
import { withoutDetail } from '../address/egress-failure';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient } from './http-client';

let stage: ClientHarness;

beforeEach(() => {
  stage = startClientHarness();
});

afterEach(() => stage.close());

describe('a response', () => {
  it('has the final URL, status, headers, cookies and body', async () => {
    const { url } = await stage.site((request, response) => {
      response.setHeader('set-cookie', ['a=1; Path=/, b', 'c=2']);
      response.writeHead(404, 'Gone Fishing', { 'X-Two': ['1', '2'] }).end(`for ${request.headers['user-agent']}`);
    });
    expect(await stage.page({ url: `${url}/x?y=1#z` })).toMatchObject({
      url: `${url}/x?y=1#z`,
      status: 404,
      statusText: 'Gone Fishing',
      headers: { 'x-two': '1, 2' },
      setCookies: ['a=1; Path=/, b', 'c=2'],
      body: Buffer.from('for Orbweaver/test'),
      redirects: [],
    });
  });

  it('receives the method, headers and body of the request without hop-by-hop fields', async () => {
    const { url } = await stage.site(async (request, response) => {
      const [body] = await once(request, 'data');
      response.end(JSON.stringify([request.method, request.headers.host, request.headers['x-a'], String(body)]));
    });
    const headers = { 'X-A': '1', Host: 'other.test', 'Content-Length': '99' };
    const { body } = await stage.page({ url, method: 'post', headers, body: 'hello' });
    expect(JSON.parse(String(body))).toEqual(['POST', new URL(url).host, '1', 'hello']);
  });

  it('sends credentials of the URL to the server and omits them in the result', async () => {
    const { port } = await stage.site((request, response) => response.end(request.headers.authorization));
    const { url, body } = await stage.page({ url: `http://me:p%40ss@127.0.0.1:${port}/` });
    expect(String(body)).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(url).toBe(`http://127.0.0.1:${port}/`);
  });

  it('reuses connections', async () => {
    const server = await stage.site((_, response) => response.end('ok'));
    for (let count = 0; count < 8; count += 1) await stage.page({ url: server.url });
    expect(server.connections).toBeLessThanOrEqual(2);
  });
});

describe('a failure', () => {
  it.each([
    ['a silent server', () => undefined],
    [
      'a body that never ends',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nstart');
      },
    ],
  ])('is reported as timed-out after %s', async (_, answer) => {
    const { url } = await stage.raw((socket) => socket.once('data', () => answer(socket)));
    expectFailure(await stage.fetch({ url, signal: AbortSignal.timeout(150) }), 'timed-out', 'ERR_TIMED_OUT');
  });

  it('is cancelled when the caller aborts, before or during the request', async () => {
    const { url } = await stage.raw(() => undefined);
    expectFailure(await stage.fetch({ url, signal: AbortSignal.abort() }), 'cancelled', 'ERR_ABORTED');
    const abort = new AbortController();
    const result = stage.fetch({ url, signal: abort.signal });
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expectFailure(await result, 'cancelled', 'ERR_ABORTED');
  });

  it.each([
    ['closes silently', 'reset', 'ERR_EMPTY_RESPONSE', (socket: Socket) => socket.end()],
    ['resets', 'reset', 'ERR_CONNECTION_RESET', (socket: Socket) => socket.resetAndDestroy()],
    [
      'uses another protocol',
      'bad-response',
      'ERR_INVALID_HTTP_RESPONSE',
      (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n'),
    ],
    [
      'sends an invalid status',
      'bad-response',
      'ERR_INVALID_HTTP_RESPONSE',
      (socket: Socket) => socket.end('HTTP/1.1 000 x\r\ncontent-length: 2\r\n\r\nok'),
    ],
    [
      'declares more than it sends',
      'reset',
      'ERR_CONNECTION_CLOSED',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    ],
    [
      'stops between chunks',
      'reset',
      'ERR_CONNECTION_CLOSED',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    ],
  ])('reports a server that %s as %s', async (_, reason, netCode, answer) => {
    const { url } = await stage.raw((socket) => socket.once('data', () => answer(socket)));
    expectFailure(await stage.fetch({ url }), reason, netCode);
  });

  it('reports a port without a listener as refused', async () => {
    const server = await serveHttp(() => undefined);
    await server[Symbol.asyncDispose]();
    expectFailure(await stage.fetch({ url: server.url }), 'refused', 'ERR_CONNECTION_REFUSED');
  });

  it('reports an unknown name as dns', async () => {
    expectFailure(await stage.fetch({ url: 'http://gone.example/' }), 'dns', 'ERR_NAME_NOT_RESOLVED');
  });

  it.each(['ftp://site.test/', 'no url', 'file:///etc/passwd'])('reports %s as invalid-url', async (url) => {
    expectFailure(await stage.fetch({ url }), 'invalid-url', 'ERR_INVALID_URL');
  });

  it('reports an invalid header as bad-response', async () => {
    const { url } = await stage.site((_, response) => response.end());
    const result = await stage.fetch({ url, headers: { 'x-a': 'b\r\nhost: c' } });
    expectFailure(result, 'bad-response', 'ERR_INVALID_ARGUMENT');
  });
});

describe('the guard', () => {
  it.each([
    ['a private address', 'http://10.0.0.1/'],
    ['a link-local address', 'http://169.254.169.254/latest/meta-data/'],
    ['a number', 'http://2886729729/'],
    ['IPv6 loopback', 'http://[::1]/'],
  ])('blocks %s', async (_, url) => {
    expect(await stage.fetch({ url })).toMatchObject({ failure: { reason: 'egress-denied' } });
  });

  it('reports a name with a private address like an unknown one', async () => {
    const answers = await Promise.all(
      ['private.test', 'nowhere.example'].map(async (host) => {
        const answer = await stage.fetch({ url: `http://${host}/` });
        return JSON.stringify({
          ...answer,
          ...(answer.kind === 'failed' && { failure: withoutDetail(answer.failure) }),
        }).replaceAll(host, 'host');
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain('"reason":"dns"');
  });

  it.each([
    ['http://169.254.169.254/', 'egress-denied'],
    ['http://private.test/', 'dns'],
    ['http://[fd00::1]/', 'egress-denied'],
  ])('blocks a redirect to %s', async (target, reason) => {
    const { url } = await stage.site((_, response) => response.writeHead(302, { location: target }).end());
    expect(await stage.fetch({ url })).toMatchObject({ failure: { reason } });
  });

  it('allows the listed ports of a host', async () => {
    const [open, shut] = await Promise.all([1, 2].map(() => stage.site((_, response) => response.end('in'))));
    const guard = createEgressGuard({ allow: `127.0.0.1:${open!.port}`, resolver: testNames });
    const client = createHttpClient({ guard, userAgent: 'x' });
    for (const host of ['127.0.0.1', 'a.test']) {
      expect(await client.fetch({ url: `http://${host}:${open!.port}/` })).toMatchObject({ status: 200 });
      expect(await client.fetch({ url: `http://${host}:${shut!.port}/` })).toMatchObject({ kind: 'failed' });
    }
    expect(shut!.connections).toBe(0);
    await client.close();
  });

  it('resolves a name once per connection, so that a second answer is never used', async () => {
    const server = await stage.site((_, response) => response.end('public'));
    const answers = [[loopback], [{ address: '127.0.0.9', family: 4 as const }]];
    let asked = 0;
    const guard = createEgressGuard({
      allow: '127.0.0.1',
      resolver: async () => answers[Math.min(asked++, 1)] ?? [],
    });
    const rebinding = createHttpClient({ guard, userAgent: 'x' });
    expect(await rebinding.fetch({ url: `http://evil.test:${server.port}/` })).toMatchObject({ status: 200 });
    expect(asked).toBe(1);
    await rebinding.close();
    const later = createHttpClient({ guard, userAgent: 'x' });
    expect(await later.fetch({ url: `http://evil.test:${server.port}/` })).toMatchObject({
      failure: { reason: 'dns' },
    });
    await later.close();
  });
});

describe('TLS', () => {
  let secure: ClientHarness;

  beforeEach(() => {
    secure = startClientHarness('*.test');
  });

  afterEach(() => secure.close());

  const secureUrl = async (): Promise<string> => {
    const { port } = await secure.secureSite((request, response) => response.end(`for ${request.headers.host}`));
    return `https://secure.test:${port}/`;
  };

  it('is verified, and the failure names skipTlsVerification', async () => {
    const result = await secure.fetch({ url: await secureUrl() });
    expectFailure(result, 'tls', 'ERR_CERT_AUTHORITY_INVALID');
    expect(result).toMatchObject({ failure: { message: expect.stringContaining('skipTlsVerification') } });
  });

  it('is not verified on request, with separate connections', async () => {
    const url = await secureUrl();
    expect(await secure.page({ url, skipTlsVerification: true })).toMatchObject({ status: 200 });
    expectFailure(await secure.fetch({ url }), 'tls', 'ERR_CERT_AUTHORITY_INVALID');
  });

  it('reports a server without TLS as tls', async () => {
    const plain = await stage.raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const url = `https://127.0.0.1:${plain.port}/`;
    expectFailure(await stage.fetch({ url, skipTlsVerification: true }), 'tls', 'ERR_SSL_PROTOCOL_ERROR');
  });
});

it('handles many requests concurrently', async () => {
  const { url } = await stage.site((request, response) => response.end(request.url));
  const pages = await Promise.all(Array.from({ length: 50 }, (_, index) => stage.page({ url: `${url}/${index}` })));
  expect(pages.map(({ body }) => String(body))).toEqual(Array.from({ length: 50 }, (_, index) => `/${index}`));
});
