import { MAX_URL_CHARS } from '@orbweaver/core';
import { type ClientHarness, expectFailure, startClientHarness, testNames } from '../../test/client-harness';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient } from './http-client';

let stage: ClientHarness;

beforeEach(() => {
  stage = startClientHarness();
});

afterEach(() => stage.close());

describe('redirects', () => {
  it('follows and lists redirects, and keeps the fragment', async () => {
    const { url } = await stage.site((request, response) => {
      if (request.url === '/c') response.end('there');
      else response.writeHead(301, { location: request.url === '/a' ? 'b' : '/c' }).end();
    });
    expect(await stage.page({ url: `${url}/a#x` })).toMatchObject({
      url: `${url}/c#x`,
      redirects: [`${url}/a#x`, `${url}/b#x`],
    });
  });

  it('does not request a redirect that the caller refuses', async () => {
    const asked: (string | undefined)[] = [];
    const { url } = await stage.site((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/refused' }).end();
    });
    const message = 'not this page';
    const refuses = ({ pathname }: URL) =>
      pathname === '/refused' ? ({ reason: 'egress-denied', message } as const) : undefined;
    expect(await stage.client.fetch({ url: `${url}/a`, refuses })).toEqual({
      kind: 'failed',
      failure: { reason: 'egress-denied', message: `A redirect led to a blocked address: ${message}` },
    });
    expect(asked).toEqual(['/a']);
    expect(await stage.client.fetch({ url: `${url}/refused`, refuses })).toMatchObject({ failure: { message } });
    expect(asked).toEqual(['/a']);
  });

  it.each([
    ['UTF-8', Buffer.from('/größe/日本?q=ü'), '/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC?q=%C3%BC'],
    ['Latin-1', Buffer.from('/gr\xf6\xdfe', 'latin1'), '/gr%F6%DFe'],
    ['both forms', Buffer.from('/gr%C3%B6ß'), '/gr%C3%B6%C3%9F'],
  ])('follows redirects with unescaped bytes (%s) like browsers', async (_, location, path) => {
    const { url } = await stage.raw((socket) =>
      socket.once('data', (request) => {
        const isThere = !String(request).startsWith('GET / ');
        const head = isThere ? 'HTTP/1.1 200 OK' : 'HTTP/1.1 302 Found\r\nLocation: ';
        socket.end(Buffer.concat([Buffer.from(head), isThere ? Buffer.alloc(0) : location, Buffer.from('\r\n\r\n')]));
      }),
    );
    expect(await stage.page({ url })).toMatchObject({ status: 200, url: url + path });
  });

  it('follows redirects with unescaped bytes to international hosts', async () => {
    const { url, port } = await stage.site((request, response) => {
      if (request.url === '/')
        response.writeHead(302, { location: Buffer.from(`http://bücher.test:${port}/ü`).toString('latin1') }).end();
      else response.end(`${request.headers.host}${request.url}`);
    });
    expect(String((await stage.page({ url })).body)).toBe(`xn--bcher-kva.test:${port}/%C3%BC`);
  });

  it('stops at the maximum number of redirects', async () => {
    const { url } = await stage.site((request, response) =>
      response.writeHead(302, { location: `${request.url}x` }).end(),
    );
    expectFailure(
      await stage.fetch({ url, maxRedirects: 3 }),
      'too-many-redirects',
      'The server redirects more than 3 times: [^ ]+: ERR_TOO_MANY_REDIRECTS',
    );
    expect(await stage.page({ url, maxRedirects: 0 })).toMatchObject({ status: 302, redirects: [] });
  });

  it('reports a redirect loop', async () => {
    const { url } = await stage.site((request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    expectFailure(
      await stage.fetch({ url: new URL('/a', url).href, maxRedirects: 3 }),
      'too-many-redirects',
      'The server redirects in a loop: [^ ]+: ERR_TOO_MANY_REDIRECTS',
    );
  });

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    `/${'a'.repeat(MAX_URL_CHARS)}`,
    `/${'"'.repeat(MAX_URL_CHARS / 2)}`,
  ])('rejects a redirect to %.50s', async (location) => {
    const { url } = await stage.site((_, response) => response.writeHead(302, { location }).end());
    expectFailure(await stage.fetch({ url }), 'bad-response', 'ERR_UNSAFE_REDIRECT');
  });

  it('reports a redirect to a blocked address as a redirect, unlike a requested address', async () => {
    const refused =
      '10.0.0.1 is not on the public internet; only the operator of this service can allow it (EGRESS_ALLOW)';
    const { url } = await stage.site((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
    const failureAt = async (address: string) => {
      const result = await stage.fetch({ url: address });
      return result.kind === 'failed' ? result.failure : undefined;
    };
    const own = await failureAt('http://10.0.0.1/');
    expect(own).toMatchObject({ reason: 'egress-denied', message: expect.stringContaining(refused) });
    const message = `A redirect led to a blocked address: ${own?.message}`;
    expect(await failureAt(url)).toEqual({ ...own, message });
  });

  it('returns a redirect without a target as the page', async () => {
    const { url } = await stage.site((_, response) => response.writeHead(302).end('nowhere'));
    expect(await stage.page({ url })).toMatchObject({ status: 302, body: Buffer.from('nowhere') });
  });

  it.each([
    [303, 'POST', 'GET '],
    [302, 'POST', 'GET '],
    [307, 'POST', 'POST text'],
    [308, 'PUT', 'PUT text'],
    [301, 'PUT', 'PUT text'],
  ])('changes, after a redirect with status %i, %s with a body to %s', async (status, method, expected) => {
    const { url } = await stage.site(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (request.url === '/') response.writeHead(status, { location: '/to' }).end();
      else response.end(`${request.method} ${body}`);
    });
    expect(String((await stage.page({ url: `${url}/`, method, body: 'text' })).body)).toBe(expected);
  });

  it('does not send the caller’s secrets to other origins', async () => {
    const stranger = await stage.site((request, response) =>
      response.end(
        ['authorization', 'cookie', 'x-kept', 'x-own', 'accept'].map((name) => request.headers[name]).join(' '),
      ),
    );
    const { url } = await stage.site((request, response) => {
      const { authorization, cookie, 'x-own': own, accept } = request.headers;
      response.writeHead(302, { location: request.url === '/' ? '/again' : `${stranger.url}/` });
      response.end();
      expect([authorization, cookie, own, accept]).toEqual(['secret', 'a=1', 'mine', 'text/x']);
    });
    const headers = { Authorization: 'over', Cookie: 'a=1', 'X-Kept': 'yes', Accept: 'text/y' };
    const originHeaders = { Authorization: 'secret', 'X-Own': 'mine', Accept: 'text/x' };
    expect(String((await stage.page({ url, headers, originHeaders })).body)).toBe('  yes  text/y');
  });

  it('follows a redirect with a slow body at once', async () => {
    const { url } = await stage.site((request, response) => {
      if (request.url === '/to') return response.end('there');
      response.writeHead(302, { location: '/to' });
      return response.write('endless');
    });
    expect(String((await stage.page({ url, signal: AbortSignal.timeout(3000) })).body)).toBe('there');
  });
});

describe('cookies', () => {
  it('sends cookies of a redirecting site to it together with the caller’s', async () => {
    const { url } = await stage.site((request, response) => {
      if (request.headers.cookie?.includes('passed=yes')) return response.end(request.headers.cookie);
      return response.writeHead(302, { location: '/', 'set-cookie': ['passed=yes; Path=/', 'mine=new; Path=/'] }).end();
    });
    const { body } = await stage.page({ url, headers: { cookie: 'mine=old; other=1' } });
    expect(String(body)).toBe('other=1; passed=yes; mine=new');
  });

  it('does not send cookies to another site or by another request', async () => {
    const server = await stage.site((request, response) => {
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
