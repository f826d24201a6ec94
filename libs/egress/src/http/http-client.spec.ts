import { once } from 'node:events';
import type { Socket } from 'node:net';
import zlib from 'node:zlib';
import { createEgressGuard, type HostAddress } from '../address/egress-guard';
import { type LocalServer, serveHttp, serveHttps, serveRaw } from '../testing/local-server';
import { createHttpClient, type HttpClient } from './http-client';
import type { HttpRequest, HttpResponse, HttpResult } from './http-exchange';

const loopback: HostAddress = { address: '127.0.0.1', family: 4 };
const testNames = async (name: string): Promise<HostAddress[]> => {
  if (!name.endsWith('.test')) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return name === 'private.test' ? [{ address: '10.0.0.1', family: 4 }] : [loopback];
};

let client: HttpClient;
const servers: LocalServer[] = [];

beforeEach(() => {
  client = createHttpClient({
    guard: createEgressGuard({ allow: '127.0.0.1', resolver: testNames }),
    userAgent: 'Orbweaver/test',
  });
});

afterEach(async () => {
  await client.close();
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

async function site(listener: Parameters<typeof serveHttp>[0]) {
  const server = await serveHttp(listener);
  servers.push(server);
  return server;
}

async function raw(onConnection: Parameters<typeof serveRaw>[0]) {
  const server = await serveRaw(onConnection);
  servers.push(server);
  return server;
}

async function page(request: HttpRequest): Promise<HttpResponse> {
  const result = await client.fetch(request);
  if (result.kind === 'failed') throw new Error(`${result.failure.reason}: ${result.failure.message}`);
  return result;
}

function expectFailure(result: HttpResult, reason: string, netCode: string) {
  expect(result).toMatchObject({ kind: 'failed', failure: { reason } });
  expect(result).toMatchObject({ failure: { message: expect.stringMatching(new RegExp(`${netCode}$`)) } });
}

describe('a response', () => {
  it('comes with its URL, status, headers, cookies and body', async () => {
    const { url } = await site((request, response) => {
      response.setHeader('set-cookie', ['a=1; Path=/, b', 'c=2']);
      response.writeHead(404, 'Gone Fishing', { 'X-Two': ['1', '2'] }).end(`for ${request.headers['user-agent']}`);
    });
    expect(await page({ url: `${url}/x?y=1#z` })).toMatchObject({
      url: `${url}/x?y=1#z`,
      status: 404,
      statusText: 'Gone Fishing',
      headers: { 'x-two': '1, 2' },
      setCookies: ['a=1; Path=/, b', 'c=2'],
      body: Buffer.from('for Orbweaver/test'),
      redirects: [],
    });
  });

  it('answers the method, headers and body that were sent, but not the fields of the connection', async () => {
    const { url } = await site(async (request, response) => {
      const [body] = await once(request, 'data');
      response.end(JSON.stringify([request.method, request.headers.host, request.headers['x-a'], String(body)]));
    });
    const headers = { 'X-A': '1', Host: 'other.test', 'Content-Length': '99' };
    const { body } = await page({ url, method: 'post', headers, body: 'hello' });
    expect(JSON.parse(String(body))).toEqual(['POST', new URL(url).host, '1', 'hello']);
  });

  it('takes credentials in the URL to the server and out of the result', async () => {
    const { port } = await site((request, response) => response.end(request.headers.authorization));
    const { url, body } = await page({ url: `http://me:p%40ss@127.0.0.1:${port}/` });
    expect(String(body)).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(url).toBe(`http://127.0.0.1:${port}/`);
  });

  it('reuses connections', async () => {
    const server = await site((_, response) => response.end('ok'));
    for (let count = 0; count < 8; count += 1) await page({ url: server.url });
    // The second request may be sent before the first connection counts as idle.
    expect(server.connections).toBeLessThanOrEqual(2);
  });
});

describe('compression', () => {
  const text = Buffer.from('The quick brown fox. '.repeat(5000));
  const gzip = zlib.gzipSync(text);

  it.each([
    ['gzip', 'gzip', gzip],
    ['x-gzip', 'X-GZIP', gzip],
    ['deflate with its wrapper', 'deflate', zlib.deflateSync(text)],
    ['bare deflate', 'deflate', zlib.deflateRawSync(text)],
    ['brotli', 'br', zlib.brotliCompressSync(text)],
    ['two layers', 'gzip, br', zlib.brotliCompressSync(gzip)],
    ['gzip without its end', 'gzip', gzip.subarray(0, -8)],
    ['no coding', 'identity', text],
    ['an unknown word', 'utf-8', text],
  ])('is undone: %s', async (_, coding, body) => {
    const { url } = await site((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip, deflate, br, zstd');
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    });
    expect((await page({ url })).body.equals(text)).toBe(true);
  });

  it('of a body that is left out is no error', async () => {
    const { url } = await site((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end());
    expect((await page({ url, method: 'HEAD' })).body).toHaveLength(0);
    expect((await page({ url })).body).toHaveLength(0);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('that is not what %s says gives bad-response', async (coding) => {
    const { url } = await site((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end('<p>this is plain text</p>'),
    );
    expectFailure(await client.fetch({ url }), 'bad-response', 'ERR_CONTENT_DECODING_FAILED');
  });
});

describe('bounds', () => {
  it.each([
    ['announced', { 'content-length': '2000' }],
    ['not announced', {}],
  ])('end a body that is too large, %s', async (_, headers) => {
    const { url } = await site((_, response) => response.writeHead(200, headers).end(Buffer.alloc(2000)));
    expect(await client.fetch({ url, maxBytes: 1000 })).toMatchObject({ failure: { reason: 'too-large' } });
    expect((await page({ url, maxBytes: 2000 })).body).toHaveLength(2000);
  });

  it('cut the body instead when asked to', async () => {
    const { url } = await site((_, response) => response.end(Buffer.alloc(2000)));
    expect((await page({ url, maxBytes: 1000, onTooLarge: 'cut' })).body).toHaveLength(1000);
    expect((await page({ url, maxDecodedBytes: 700, onTooLarge: 'cut' })).body).toHaveLength(700);
  });

  it.each([
    ['one layer', 'gzip'],
    ['three layers', 'gzip, gzip, gzip'],
  ])('end a bomb of %s long before it is unpacked', async (_, coding) => {
    let bomb = zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 1 });
    if (coding !== 'gzip') for (let layer = 0; layer < 2; layer += 1) bomb = zlib.gzipSync(bomb);
    const { url } = await site((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bomb));
    const before = process.memoryUsage().arrayBuffers;
    const result = await client.fetch({ url, maxDecodedBytes: 1024 * 1024 });
    expect(result).toMatchObject({ failure: { reason: 'too-large' } });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('are bounded between their layers, too', async () => {
    // Megabytes of empty gzip files: the outer layer gives them, the inner one makes nothing of them.
    const empty = zlib.gzipSync('');
    const body = zlib.gzipSync(Buffer.concat(Array.from({ length: 100_000 }, () => empty)), { level: 1 });
    const { url } = await site((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(body),
    );
    expect(await client.fetch({ url, maxDecodedBytes: 1024 * 1024 })).toMatchObject({
      failure: { reason: 'too-large' },
    });
  });

  it('end a compressed stream that goes silent after the bound, and its connection', async () => {
    let closed: Promise<unknown> = Promise.reject(new Error('no request came'));
    closed.catch(() => undefined);
    const { url } = await site((request, response) => {
      closed = once(request.socket, 'close');
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(zlib.gzipSync(Buffer.alloc(100_000)));
    });
    expect(await client.fetch({ url, maxDecodedBytes: 1000 })).toMatchObject({ failure: { reason: 'too-large' } });
    await closed;
  });

  it('end headers without end', async () => {
    const { url } = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write(`X-Pad: ${'x'.repeat(8000)}\r\n`), 1);
      socket.on('close', () => clearInterval(timer));
    });
    expectFailure(await client.fetch({ url }), 'bad-response', 'ERR_RESPONSE_HEADERS_TOO_BIG');
  });
});

describe('a failure', () => {
  it.each([
    ['silence instead of an answer', () => undefined],
    [
      'a body that never ends',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nstart');
      },
    ],
  ])('is timed-out after %s', async (_, answer) => {
    const { url } = await raw((socket) => socket.once('data', () => answer(socket)));
    expectFailure(await client.fetch({ url, signal: AbortSignal.timeout(150) }), 'timed-out', 'ERR_TIMED_OUT');
  });

  it('is cancelled when the caller gives up, before or during the request', async () => {
    const { url } = await raw(() => undefined);
    expectFailure(await client.fetch({ url, signal: AbortSignal.abort() }), 'cancelled', 'ERR_ABORTED');
    const abort = new AbortController();
    const result = client.fetch({ url, signal: abort.signal });
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expectFailure(await result, 'cancelled', 'ERR_ABORTED');
  });

  it.each([
    ['closes without a word', 'reset', 'ERR_EMPTY_RESPONSE', (socket: Socket) => socket.end()],
    ['resets', 'reset', 'ERR_CONNECTION_RESET', (socket: Socket) => socket.resetAndDestroy()],
    [
      'speaks another protocol',
      'bad-response',
      'ERR_INVALID_HTTP_RESPONSE',
      (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n'),
    ],
    [
      'answers with no status that there is',
      'bad-response',
      'ERR_INVALID_HTTP_RESPONSE',
      (socket: Socket) => socket.end('HTTP/1.1 000 x\r\ncontent-length: 2\r\n\r\nok'),
    ],
    [
      'announces more than it sends',
      'reset',
      'ERR_CONNECTION_CLOSED',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    ],
    [
      'stops amid its chunks',
      'reset',
      'ERR_CONNECTION_CLOSED',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'),
    ],
  ])('of a server that %s is %s', async (_, reason, netCode, answer) => {
    const { url } = await raw((socket) => socket.once('data', () => answer(socket)));
    expectFailure(await client.fetch({ url }), reason, netCode);
  });

  it('of a port where nobody listens is refused', async () => {
    const server = await site(() => undefined);
    await servers.pop()?.[Symbol.asyncDispose]();
    expectFailure(await client.fetch({ url: server.url }), 'refused', 'ERR_CONNECTION_REFUSED');
  });

  it('of a name that does not exist is dns', async () => {
    expectFailure(await client.fetch({ url: 'http://gone.example/' }), 'dns', 'ERR_NAME_NOT_RESOLVED');
  });

  it.each(['ftp://site.test/', 'no url', 'file:///etc/passwd'])('of %s is invalid-url', async (url) => {
    expectFailure(await client.fetch({ url }), 'invalid-url', 'ERR_INVALID_URL');
  });

  it('of a header that cannot be sent is bad-response', async () => {
    const { url } = await site((_, response) => response.end());
    const result = await client.fetch({ url, headers: { 'x-a': 'b\r\nhost: c' } });
    expectFailure(result, 'bad-response', 'ERR_INVALID_ARGUMENT');
  });
});

describe('the guard', () => {
  it.each([
    ['a private address', 'http://10.0.0.1/'],
    ['a link-local address', 'http://169.254.169.254/latest/meta-data/'],
    ['a number', 'http://2886729729/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['a name with a private address', 'http://private.test/'],
  ])('refuses %s', async (_, url) => {
    expect(await client.fetch({ url })).toMatchObject({ failure: { reason: 'egress-denied' } });
  });

  it.each(['http://169.254.169.254/', 'http://private.test/', 'http://[fd00::1]/'])(
    'refuses a redirect to %s',
    async (target) => {
      const { url } = await site((_, response) => response.writeHead(302, { location: target }).end());
      expect(await client.fetch({ url })).toMatchObject({ failure: { reason: 'egress-denied' } });
    },
  );

  it('asks for a name once a connection, so a second answer is never used', async () => {
    const server = await site((_, response) => response.end('public'));
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
      failure: { reason: 'egress-denied' },
    });
    await later.close();
  });
});

describe('redirects', () => {
  it('are followed and listed, and keep the fragment', async () => {
    const { url } = await site((request, response) => {
      if (request.url === '/c') response.end('there');
      else response.writeHead(301, { location: request.url === '/a' ? 'b' : '/c' }).end();
    });
    expect(await page({ url: `${url}/a#x` })).toMatchObject({
      url: `${url}/c#x`,
      redirects: [`${url}/a#x`, `${url}/b#x`],
    });
  });

  it('end after their bound', async () => {
    const { url } = await site((request, response) => response.writeHead(302, { location: `${request.url}x` }).end());
    expectFailure(await client.fetch({ url, maxRedirects: 3 }), 'too-many-redirects', 'ERR_TOO_MANY_REDIRECTS');
    expect(await page({ url, maxRedirects: 0 })).toMatchObject({ status: 302, redirects: [] });
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'http://'])('to %s are not followed', async (location) => {
    const { url } = await site((_, response) => response.writeHead(302, { location }).end());
    expectFailure(await client.fetch({ url }), 'bad-response', 'ERR_UNSAFE_REDIRECT');
  });

  it('without a target are the page', async () => {
    const { url } = await site((_, response) => response.writeHead(302).end('nowhere'));
    expect(await page({ url })).toMatchObject({ status: 302, body: Buffer.from('nowhere') });
  });

  it.each([
    [303, 'POST', 'GET '],
    [302, 'POST', 'GET '],
    [307, 'POST', 'POST text'],
    [308, 'PUT', 'PUT text'],
    [301, 'PUT', 'PUT text'],
  ])('with %i make of %s and its body: %s', async (status, method, expected) => {
    const { url } = await site(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (request.url === '/') response.writeHead(status, { location: '/to' }).end();
      else response.end(`${request.method} ${body}`);
    });
    expect(String((await page({ url: `${url}/`, method, body: 'text' })).body)).toBe(expected);
  });

  it('keep the caller’s secrets from other origins', async () => {
    const stranger = await site((request, response) =>
      response.end(
        ['authorization', 'cookie', 'x-kept', 'x-own', 'accept'].map((name) => request.headers[name]).join(' '),
      ),
    );
    const { url } = await site((request, response) => {
      const { authorization, cookie, 'x-own': own, accept } = request.headers;
      response.writeHead(302, { location: request.url === '/' ? '/again' : `${stranger.url}/` });
      response.end();
      expect([authorization, cookie, own, accept]).toEqual(['secret', 'a=1', 'mine', 'text/x']);
    });
    const headers = { Authorization: 'over', Cookie: 'a=1', 'X-Kept': 'yes', Accept: 'text/y' };
    const originHeaders = { Authorization: 'secret', 'X-Own': 'mine', Accept: 'text/x' };
    expect(String((await page({ url, headers, originHeaders })).body)).toBe('  yes  text/y');
  });

  it('of a slow body are followed at once', async () => {
    const { url } = await site((request, response) => {
      if (request.url === '/to') return response.end('there');
      response.writeHead(302, { location: '/to' });
      return response.write('endless');
    });
    expect(String((await page({ url, signal: AbortSignal.timeout(3000) })).body)).toBe('there');
  });
});

describe('cookies', () => {
  it('that a wall sets are shown to it, and those of the caller stay', async () => {
    const { url } = await site((request, response) => {
      if (request.headers.cookie?.includes('passed=yes')) return response.end(request.headers.cookie);
      return response.writeHead(302, { location: '/', 'set-cookie': ['passed=yes; Path=/', 'mine=new; Path=/'] }).end();
    });
    const { body } = await page({ url, headers: { cookie: 'mine=old; other=1' } });
    expect(String(body)).toBe('other=1; passed=yes; mine=new');
  });

  it('are not carried to another site or another request', async () => {
    const server = await site((request, response) => {
      const target = `http://b.test:${server.port}/to`;
      if (request.url === '/to') return response.end(String(request.headers.cookie));
      return response.writeHead(302, { location: target, 'set-cookie': ['a=1; Path=/', 'b=2; Domain=b.test'] }).end();
    });
    const named = createHttpClient({
      guard: createEgressGuard({ allow: '*.test', resolver: testNames }),
      userAgent: 'x',
    });
    expect(await named.fetch({ url: `http://a.test:${server.port}/` })).toMatchObject({
      body: Buffer.from('undefined'),
    });
    await named.close();
  });
});

describe('TLS', () => {
  const secure = async () => {
    const server = await serveHttps((request, response) => response.end(`for ${request.headers.host}`));
    servers.push(server);
    const guard = createEgressGuard({ allow: '*.test', resolver: testNames });
    await client.close();
    client = createHttpClient({ guard, userAgent: 'x' });
    return server;
  };

  it('is checked, and the failure names the way out', async () => {
    const { port } = await secure();
    const result = await client.fetch({ url: `https://secure.test:${port}/` });
    expectFailure(result, 'tls', 'ERR_CERT_AUTHORITY_INVALID');
    expect(result).toMatchObject({ failure: { message: expect.stringContaining('skipTlsVerification') } });
  });

  it('is not checked when asked so, with connections of its own', async () => {
    const { port } = await secure();
    const url = `https://secure.test:${port}/`;
    expect(await page({ url, skipTlsVerification: true })).toMatchObject({ status: 200 });
    expectFailure(await client.fetch({ url }), 'tls', 'ERR_CERT_AUTHORITY_INVALID');
  });

  it('with a server that does not speak it fails as tls', async () => {
    const plain = await raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const url = `https://127.0.0.1:${plain.port}/`;
    expectFailure(await client.fetch({ url, skipTlsVerification: true }), 'tls', 'ERR_SSL_PROTOCOL_ERROR');
  });
});

it('answers many requests at once', async () => {
  const { url } = await site((request, response) => response.end(request.url));
  const pages = await Promise.all(Array.from({ length: 50 }, (_, index) => page({ url: `${url}/${index}` })));
  expect(pages.map(({ body }) => String(body))).toEqual(Array.from({ length: 50 }, (_, index) => `/${index}`));
});
