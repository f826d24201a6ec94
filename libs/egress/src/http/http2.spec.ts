import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { startProxyServer } from '@orbweaver/testing';
import { type ClientHarness, expectFailure, startClientHarness } from '../../test/client-harness';
import { selfSigned } from '../../test/self-signed';
import { parseProxyList } from '../proxy-pools/parse-proxy-list';

let stage: ClientHarness;

beforeEach(() => {
  stage = startClientHarness('*.test');
});

afterEach(() => stage.close());

type Listener = Parameters<ClientHarness['http2Site']>[0];

async function siteOf(listener: Listener): Promise<string> {
  const { port } = await stage.http2Site(listener);
  return `https://secure.test:${port}`;
}

describe('a request to a server with HTTP/2 only', () => {
  it('sends method, headers, cookies and body and returns the whole response', async () => {
    const url = await siteOf(async (request, response) => {
      if (request.url === '/start') {
        response.writeHead(302, { location: '/page?a=1', 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] });
        response.end();
        return;
      }
      const sent = [request.httpVersion, request.method, request.url, request.headers.cookie, await text(request)];
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', 'set-cookie': 'c=3' });
      response.end(gzipSync(JSON.stringify(sent)));
    });
    const page = await stage.page({ url: `${url}/start`, skipTlsVerification: true, headers: { cookie: 'mine=1' } });
    expect(page).toMatchObject({
      url: `${url}/page?a=1`,
      status: 200,
      statusText: 'OK',
      setCookies: ['a=1; Path=/', 'b=2; Path=/', 'c=3'],
      headers: { 'content-type': 'text/html' },
    });
    expect(Object.keys(page.headers).filter((name) => name.startsWith(':'))).toEqual([]);
    expect(JSON.parse(String(page.body))).toEqual(['2.0', 'GET', '/page?a=1', 'mine=1; a=1; b=2', '']);
    const posted = await stage.page({ url, skipTlsVerification: true, method: 'POST', body: 'hello' });
    expect(JSON.parse(String(posted.body))).toEqual(['2.0', 'POST', '/', null, 'hello']);
  });

  it('is sent through a proxy', async () => {
    const proxy = await startProxyServer({ names: ['secure.test'] });
    const url = await siteOf((_, response) => response.end('h2'));
    const request = { url, skipTlsVerification: true, proxy: parseProxyList(proxy.url)[0]! };
    expect(await stage.page(request)).toMatchObject({ body: Buffer.from('h2') });
    await proxy.close();
  });

  it('requires a valid certificate', async () => {
    const url = await siteOf((_, response) => response.end());
    expectFailure(await stage.fetch({ url }), 'tls', 'ERR_CERT_AUTHORITY_INVALID');
  });

  it('is limited in size and time', async () => {
    const url = await siteOf((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(2000));
      else response.write('a beginning');
    });
    const request = { skipTlsVerification: true, maxBytes: 1000 };
    expect(await stage.fetch({ ...request, url: `${url}/large` })).toMatchObject({ failure: { reason: 'too-large' } });
    const signal = AbortSignal.timeout(300);
    expectFailure(await stage.fetch({ ...request, url: `${url}/endless`, signal }), 'timed-out', 'ERR_TIMED_OUT');
  });

  it.each<[string, Listener]>([
    ['a reset stream', (_, response) => void response.stream.close(2)],
    ['a destroyed session', ({ stream }) => void stream.session?.destroy()],
    [
      'a truncated body',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.stream.close(2));
      },
    ],
    ['a goaway', ({ stream }) => void stream.session?.goaway(1)],
  ])('fails with %s', async (_, listener) => {
    const url = await siteOf(listener);
    const signal = AbortSignal.timeout(5_000);
    expect(await stage.fetch({ url, skipTlsVerification: true, signal })).toMatchObject({
      kind: 'failed',
      failure: { reason: expect.stringMatching(/^(?:reset|bad-response)$/) },
    });
  });

  it('fails when the server does not send HTTP/2 frames', async () => {
    const server = tls.createServer({ ...selfSigned, ALPNProtocols: ['h2'] }, (socket) => {
      socket.on('error', () => undefined).end('this is no frame, and not the beginning of one either');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    const result = await stage.fetch({ url: `https://secure.test:${port}/`, skipTlsVerification: true });
    expect(result).toMatchObject({ failure: { reason: expect.stringMatching(/^(?:reset|bad-response)$/) } });
    server.close();
  });
});

it('uses HTTP/1.1 for a server that supports both', async () => {
  const { port } = await stage.secureSite((request, response) => response.end(request.httpVersion));
  const page = await stage.page({ url: `https://secure.test:${port}/`, skipTlsVerification: true });
  expect(String(page.body)).toBe('1.1');
});
