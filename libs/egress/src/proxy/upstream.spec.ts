import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { makeSelfSignedCertificate, type ProxyServerOptions, startProxyServer } from '@orbweaver/testing';
import { type LocalServer, serveHttp, serveHttps, serveRaw } from '../../test/local-server';
import { serveSocks } from '../../test/socks-server';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient } from '../http/http-client';
import type { HttpRequest } from '../http/http-exchange';
import type { HostAddress } from '../names/hosts-file';
import { parseProxyList } from '../proxy-pools/parse-proxy-list';
import type { UpstreamProxy } from '../proxy-pools/upstream-proxy';
import { dialProxy } from './dial-proxy';
import { startForwardProxy } from './forward-proxy';
import type { ProxyPass } from './proxy-pass';

const names: Record<string, HostAddress[]> = {
  'site.test': [{ address: '127.0.0.1', family: 4 }],
  'private.test': [{ address: '10.0.0.1', family: 4 }],
};
const guard = createEgressGuard({
  allow: '127.0.0.0/8',
  resolver: async (name) => names[name] ?? Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
});

const closers: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(server: Promise<LocalServer>): Promise<LocalServer> {
  const opened = await server;
  closers.push(() => opened[Symbol.asyncDispose]());
  return opened;
}

const credential = { username: 'operator', password: 'p@ss:,word' };

async function openProxy(options: ProxyServerOptions = {}) {
  const server = await startProxyServer({
    credential,
    names: ['site.test', 'there.test'],
    seenAs: '127.0.0.7',
    ...options,
  });
  closers.push(() => server.close());
  return { server, proxy: parseProxyList(server.url.replaceAll(',', '%2C'))[0]! };
}

const users = ['the client', 'the forward proxy'] as const;

async function ask(user: (typeof users)[number], proxy: UpstreamProxy, url: string) {
  return user === 'the client' ? await fetchBy(proxy, { url }) : await browse(proxy, url);
}

async function fetchBy(proxy: UpstreamProxy, request: HttpRequest) {
  const client = createHttpClient({ guard, userAgent: 'test' });
  closers.push(() => client.close());
  const result = await client.fetch({ ...request, proxy, connectTimeoutMs: 500, skipTlsVerification: true });
  return result.kind === 'failed' ? { failure: result.failure } : { body: String(result.body), status: result.status };
}

async function browse(upstream: UpstreamProxy, address: string) {
  const url = new URL(address);
  const forward = await startForwardProxy({ guard, upstream, connectTimeoutMs: 500 });
  closers.push(() => forward.close());
  const pass = forward.issuePass();
  const { port } = new URL(forward.url);
  const isPlain = url.protocol === 'http:';
  const host = `${url.hostname}:${url.port === '' ? 443 : url.port}`;
  const request = http.request({
    host: '127.0.0.1',
    port,
    agent: false,
    headers: shown(pass),
    ...(isPlain ? { path: address } : { method: 'CONNECT', path: host }),
  });
  request.end();
  const failure = () => pass.failureOf(address);
  if (isPlain) {
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    const body = await text(answer);
    return failure() === undefined ? { body, status: answer.statusCode } : { failure: failure() };
  }
  const [answer, socket] = (await once(request, 'connect')) as [http.IncomingMessage, net.Socket];
  if (answer.statusCode !== 200) return { failure: failure() };
  const secure = (await import('node:tls')).connect({ socket, rejectUnauthorized: false });
  secure.write(`GET / HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
  return { status: 200, body: (await text(secure)).split('\r\n\r\n').at(-1) };
}

function shown({ credential: { username, password } }: ProxyPass): { 'Proxy-Authorization': string } {
  return { 'Proxy-Authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

const seen: http.RequestListener = (request, response) => {
  response.setHeader('content-length', 9 + (request.headers['proxy-authorization']?.length ?? 0));
  response.end(`${request.socket.remoteAddress}${request.headers['proxy-authorization'] ?? ''}`);
};

describe.each(users)('upstream proxy used by %s', (user) => {
  it.each(['site.test', 'there.test', '127.0.0.1'])(
    'requests a plain page from the proxy by name: %s',
    async (name) => {
      const site = await open(serveHttp(seen));
      const { server, proxy } = await openProxy();
      const url = `http://${name}:${site.port}/p?q=1`;
      expect(await ask(user, proxy, url)).toEqual({ status: 200, body: '127.0.0.7' });
      expect(server.requests).toEqual([{ form: 'plain', target: url, authorization: proxy.authorization() }]);
    },
  );

  it('requests a TLS page by CONNECT and name', async () => {
    const site = await open(serveHttps(seen));
    const { server, proxy } = await openProxy();
    expect(await ask(user, proxy, `https://there.test:${site.port}/`)).toEqual({ status: 200, body: '127.0.0.7' });
    expect(server.requests).toEqual([
      { form: 'tunnel', target: `there.test:${site.port}`, authorization: proxy.authorization() },
    ]);
  });

  it.each(['http', 'https'])('sends %s over SOCKS by name', async (scheme) => {
    const site = await open(scheme === 'http' ? serveHttp(seen) : serveHttps(seen));
    const targets: string[] = [];
    const socks = await open(serveSocks('secret', targets));
    const [proxy] = parseProxyList(`socks5://me:secret@127.0.0.1:${socks.port}`);
    const { status } = (await ask(user, proxy!, `${scheme}://there.test:${site.port}/`)) as { status: number };
    expect([status, targets]).toEqual([200, [`there.test:${site.port}`]]);
  });

  describe('with PROXY_TARGETS=address', () => {
    const hosts: http.RequestListener = (request, response) => response.end(request.headers.host);

    it.each(['http', 'https'])(
      'sends %s requests to the checked address with the Host header of the site',
      async (scheme) => {
        const site = await open(scheme === 'http' ? serveHttp(hosts) : serveHttps(hosts));
        const { server, proxy } = await openProxy();
        const authority = `site.test:${site.port}`;
        const answer = await ask(user, proxy.withTargets('address'), `${scheme}://${authority}/`);
        expect(answer).toEqual({ status: 200, body: authority });
        const target = `127.0.0.1:${site.port}`;
        expect(server.requests).toEqual([{ form: 'tunnel', target, authorization: proxy.authorization() }]);
      },
    );

    it.each(['http', 'https'])('sends %s requests over SOCKS to the checked address', async (scheme) => {
      const site = await open(scheme === 'http' ? serveHttp(seen) : serveHttps(seen));
      const targets: string[] = [];
      const socks = await open(serveSocks('secret', targets));
      const [proxy] = parseProxyList(`socks5://me:secret@127.0.0.1:${socks.port}`);
      const url = `${scheme}://site.test:${site.port}/`;
      const { status } = (await ask(user, proxy!.withTargets('address'), url)) as { status: number };
      expect([status, targets]).toEqual([200, [`127.0.0.1:${site.port}`]]);
    });

    it.each(['http://there.test/', 'https://there.test/', 'http://private.test/', 'https://private.test/'])(
      'rejects %s, which has no public address here',
      async (url) => {
        const { server, proxy } = await openProxy();
        expect(await ask(user, proxy.withTargets('address'), url)).toMatchObject({ failure: { reason: 'dns' } });
        expect(server.requests).toEqual([]);
      },
    );

    it.each(['http', 'https'])(
      'reports a rejected tunnel (%s) with the host name instead of the address',
      async (scheme) => {
        const { server, proxy } = await openProxy();
        server.fail(403);
        const { failure } = (await ask(user, proxy.withTargets('address'), `${scheme}://site.test:9/`)) as {
          failure: object;
        };
        expect(failure).toMatchObject({
          reason: 'proxy-failed',
          message: expect.stringContaining('refused to connect to site.test (status 403)'),
        });
      },
    );
  });

  it.each([
    'http://169.254.169.254/',
    'https://169.254.169.254/',
    'http://[::1]/',
    'http://3232235777/',
    'http://private.test/',
    'https://private.test/',
    'http://localhost/',
    'https://a.localhost/',
  ])('blocks %s before contacting the proxy', async (url) => {
    const { server, proxy } = await openProxy();
    const reason = /localhost|private/.test(url) ? 'dns' : 'egress-denied';
    expect(await ask(user, proxy, url)).toMatchObject({ failure: { reason } });
    expect(server.requests).toEqual([]);
  });

  it.each<[string, 'http' | 'https', Parameters<Awaited<ReturnType<typeof startProxyServer>>['fail']>[0], boolean]>([
    ['closes plain requests', 'http', 'close', false],
    ['rejects the credentials', 'http', 407, false],
    ['rejects the credentials', 'https', 407, true],
    ['closes tunnels', 'https', 'close', false],
    ['breaks', 'https', 500, false],
    ['rejects the request', 'https', 403, false],
    ['never opens the tunnel', 'https', 'silent', false],
  ])('reports a proxy that %s (%s) as failed or suspect', async (_, scheme, fault, isCertain) => {
    const site = await open(scheme === 'http' ? serveHttp(seen) : serveHttps(seen));
    const { server, proxy } = await openProxy();
    server.fail(fault);
    const { failure } = (await ask(user, proxy, `${scheme}://site.test:${site.port}/`)) as { failure: object };
    expect(failure).toMatchObject({ reason: 'proxy-failed', isCertain });
    expect(JSON.stringify(failure)).not.toMatch(/p@ss|operator|127\.0\.0\.1/);
  });

  it.each(['http', 'https'])('reports an unreachable proxy as failed (%s)', async (scheme) => {
    const [proxy] = parseProxyList('http://me:hunter2@127.0.0.1:1');
    expect(await ask(user, proxy!, `${scheme}://site.test:9/`)).toMatchObject({
      failure: { reason: 'proxy-failed', isCertain: true, message: expect.stringContaining('ECONNREFUSED') },
    });
  });

  it('reports an https proxy with an unknown certificate as failed', async () => {
    const { proxy } = await openProxy({ certificate: makeSelfSignedCertificate('127.0.0.1') });
    expect(await ask(user, proxy, 'http://site.test:9/')).toMatchObject({
      failure: { isCertain: true, message: expect.stringContaining('ERR_PROXY_CERTIFICATE_INVALID') },
    });
  });

  it.each([
    ['refused', '', 'refused', 502],
    ['too slow', '', 'timed-out', 504],
    ['unknown', 'Proxy-Status: far; error=x, near; error=dns_error; details="no"\r\n', 'dns', 500],
    ['refused', 'X-Squid-Error: ERR_CONNECT_FAIL 111\r\n', 'refused', 503],
    ['broken', 'Proxy-Status: near; error=tls_certificate_error\r\n', 'tls', 502],
  ])('attributes the report %s of the proxy to the target (%s)', async (_, fields, reason, status) => {
    const answer = `HTTP/1.1 ${status} No\r\n${fields}Content-Length: 0\r\n\r\n`;
    const server = await open(serveRaw((socket) => socket.once('data', () => socket.end(answer))));
    const [proxy] = parseProxyList(`http://127.0.0.1:${server.port}`);
    expect(await ask(user, proxy!, 'https://site.test:9/')).toMatchObject({ failure: { reason } });
    if (fields !== '') expect(await ask(user, proxy!, 'http://site.test:9/')).toMatchObject({ failure: { reason } });
  });

  it.each([
    [5, 'refused', 'secret'],
    [6, 'timed-out', 'secret'],
    [1, 'proxy-failed', 'secret'],
    [0, 'proxy-failed', 'wrong'],
  ])('maps SOCKS reply %d to %s', async (reply, reason, password) => {
    const socks = await open(serveSocks('secret', [], reply));
    const [proxy] = parseProxyList(`socks5://me:${password}@127.0.0.1:${socks.port}`);
    const { failure } = (await ask(user, proxy!, 'https://site.test:9/')) as { failure: object };
    expect(failure).toMatchObject({ reason });
    expect(JSON.stringify(failure)).not.toMatch(/secret|wrong/);
  });
});

it('follows redirects through the proxy and blocks those to private addresses', async () => {
  const site = await open(
    serveHttp((request, response) => {
      const to = { '/a': '/b', '/b': 'http://10.0.0.1/' }[request.url ?? ''];
      response.writeHead(to === undefined ? 200 : 302, to === undefined ? {} : { location: to }).end();
    }),
  );
  const { server, proxy } = await openProxy();
  expect(await fetchBy(proxy, { url: `http://there.test:${site.port}/a` })).toMatchObject({
    failure: { reason: 'egress-denied' },
  });
  expect(server.requests.map(({ target }) => new URL(target).pathname)).toEqual(['/a', '/b']);
});

it('verifies a site behind a tunnel to an address by its name', async () => {
  const site = await open(serveHttps(({ socket }, response) => response.end(`${(socket as TLSSocket).servername}`)));
  const { proxy } = await openProxy();
  const client = createHttpClient({ guard, userAgent: 'test' });
  closers.push(() => client.close());
  const request = { url: `https://site.test:${site.port}/`, proxy: proxy.withTargets('address') };
  expect(await client.fetch(request)).toMatchObject({ failure: { reason: 'tls' } });
  const unverified = await client.fetch({ ...request, skipTlsVerification: true });
  expect(unverified.kind === 'response' && String(unverified.body)).toBe('site.test');
});

it('connects to an https proxy over TLS', async () => {
  const certificate = makeSelfSignedCertificate('127.0.0.1');
  const { proxy } = await openProxy({ certificate });
  const socket = await dialProxy(proxy, {
    connectTimeoutMs: 5000,
    secureContext: createSecureContext({ ca: certificate.cert }),
  });
  expect(socket).toMatchObject({ encrypted: true, authorized: true });
  socket.destroy();
});

it.each(['http', 'https'])(
  'aborts the connection to a proxy with the page (%s)',
  async (scheme) => {
    const { server, proxy } = await openProxy();
    server.fail('silent');
    const client = createHttpClient({ guard, userAgent: 'test' });
    closers.push(() => client.close());
    const result = await client.fetch({ url: `${scheme}://site.test:9/`, proxy, signal: AbortSignal.timeout(200) });
    expect(result).toMatchObject({ failure: { reason: 'timed-out' } });
  },
  // Below the 30 s limit for opening a tunnel.
  25_000,
);

it('sends no request for a browser that left while the address was checked', async () => {
  let answer = (_: HostAddress[]): void => undefined;
  const slow = createEgressGuard({
    allow: '127.0.0.0/8',
    resolver: async (name) =>
      name === 'slow.test' ? await new Promise((resolve) => (answer = resolve)) : names[name]!,
  });
  const server = await open(
    serveRaw((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))),
  );
  const [upstream] = parseProxyList(`http://127.0.0.1:${server.port}`);
  const forward = await startForwardProxy({ guard: slow, upstream: upstream! });
  closers.push(() => forward.close());
  const port = Number(new URL(forward.url).port);
  const headers = shown(forward.issuePass());
  const browser = net.connect(port, '127.0.0.1').resume();
  const field = `Proxy-Authorization: ${headers['Proxy-Authorization']}`;
  browser.end(`GET http://slow.test/ HTTP/1.1\r\nHost: slow.test\r\n${field}\r\n\r\n`);
  await once(browser, 'close');
  answer(names['site.test']!);
  const request = http.get({ host: '127.0.0.1', port, agent: false, path: 'http://site.test/', headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  expect([response.statusCode, server.connections]).toEqual([200, 1]);
  response.resume();
});

it.each(users)(
  'aborts connection attempts: %s',
  async (user) => {
    let arrive = (_: net.Socket): void => undefined;
    const arrived = new Promise<net.Socket>((resolve) => (arrive = resolve));
    const server = await open(serveRaw((socket) => arrive(socket.resume())));
    // It never answers the greeting, which has a limit of 30 s.
    const [proxy] = parseProxyList(`socks5://127.0.0.1:${server.port}`);
    let close: () => Promise<void>;
    if (user === 'the client') {
      const client = createHttpClient({ guard, userAgent: 'test' });
      void client.fetch({ url: 'http://site.test/', proxy: proxy! });
      close = () => client.close();
    } else {
      const forward = await startForwardProxy({ guard, upstream: proxy! });
      const port = Number(new URL(forward.url).port);
      const headers = shown(forward.issuePass());
      const asked = http.get({ host: '127.0.0.1', port, agent: false, path: 'http://site.test/', headers });
      asked.on('error', () => undefined);
      close = () => forward.close();
    }
    const socket = await arrived;
    const gone = once(socket, 'close');
    await close();
    await gone;
  },
  25_000,
);
