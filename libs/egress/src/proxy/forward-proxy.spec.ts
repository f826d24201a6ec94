import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { ProxyAgent, request as send } from 'undici';
import { askProxy, closeLater, closeOpened, open, startProxy, tunnel } from '../../test/forward-proxy-harness';
import { serveHttp, serveHttps, serveRaw } from '../../test/local-server';

afterEach(closeOpened);

describe('plain requests', () => {
  it('forwards plain requests with method, headers and body, and their responses', async () => {
    const site = await open(
      serveHttp(async (request, response) => {
        response.writeHead(201, 'Made', { 'X-Case': 'Kept', 'Set-Cookie': ['a=1', 'b=2'] });
        response.end(JSON.stringify([request.method, request.url, request.headers, await text(request)]));
      }),
    );
    const headers = { 'X-A': '1', 'Proxy-Connection': 'keep-alive', 'Content-Type': 'text/plain', 'Content-Length': 5 };
    const answer = await askProxy(
      await startProxy(),
      `http://site.test:${site.port}/p?q=1`,
      { method: 'POST', headers },
      'hello',
    );
    const [method, url, fields, body] = JSON.parse(answer.body);
    expect([answer.status, answer.headers['x-case'], answer.headers['set-cookie']]).toEqual([
      201,
      'Kept',
      ['a=1', 'b=2'],
    ]);
    expect([method, url, body]).toEqual(['POST', '/p?q=1', 'hello']);
    expect(fields).toMatchObject({ host: `site.test:${site.port}`, 'x-a': '1', 'content-type': 'text/plain' });
    expect(fields).not.toHaveProperty('proxy-connection');
  });

  it("treats a site's copy of our own error header as part of the response", async () => {
    const site = await open(serveHttp((_, response) => response.setHeader('X-Orbweaver-Refusal', 'dns').end()));
    const answer = await askProxy(await startProxy(), site.url);
    expect(answer.headers).not.toHaveProperty('x-orbweaver-refusal');
  });

  it("hides a site's proxy challenge from the browser", async () => {
    const challenge = { 'proxy-authenticate': 'Basic realm="orbweaver"' };
    const site = await open(serveHttp((_, response) => response.writeHead(407, challenge).end('who are you?')));
    const proxy = await startProxy();
    const { status, headers } = await askProxy(proxy, site.url);
    expect([status, headers['x-orbweaver-refusal']]).toEqual([502, 'bad-response']);
    expect(headers).not.toHaveProperty('proxy-authenticate');
    expect(proxy.pass.failureOf(site.url)).toBeUndefined();
  });

  it('forwards unescaped bytes in fields unchanged', async () => {
    const head = Buffer.from('HTTP/1.1 302 Found\r\nLocation: /größe/日本\r\nContent-Length: 0\r\n\r\n');
    const site = await open(serveRaw((socket) => socket.once('data', () => socket.end(head))));
    const { location = '' } = (await askProxy(await startProxy(), site.url)).headers;
    expect(Buffer.from(location, 'latin1').toString()).toBe('/größe/日本');
  });

  it('forwards the head before the first byte of the body', async () => {
    const site = await open(
      serveHttp((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      }),
    );
    const { url, shown } = await startProxy();
    const request = http.get({
      host: '127.0.0.1',
      port: new URL(url).port,
      path: site.url,
      agent: false,
      headers: shown,
    });
    closeLater(() => request.on('error', () => undefined).destroy());
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
  });

  it('breaks a response off when the site breaks off', async () => {
    const site = await open(
      serveRaw((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))),
    );
    expect(await askProxy(await startProxy(), site.url)).toMatchObject({ status: 200, body: 'broken' });
  });

  it.each([
    ['a status of zero', 'HTTP/1.1 000 x', 502],
    ['a status below 100', 'HTTP/1.1 099 x', 502],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade', 502],
    ['control characters after the status', 'HTTP/1.1 200 O\x01K\x7f', 200],
    ['invalid UTF-8 after the status', 'HTTP/1.1 200 \xff\xfe', 200],
    ['control characters in a field', 'HTTP/1.1 200 OK\r\nX: a\x01', 200],
  ])('forwards a response for %s', async (_, head, status) => {
    const answer = Buffer.from(`${head}\r\nContent-Length: 2\r\n\r\nok`, 'latin1');
    const site = await open(serveRaw((socket) => socket.once('data', () => socket.end(answer))));
    expect(await askProxy(await startProxy(), site.url)).toMatchObject({ status });
  });

  it.each(['/local', 'https://site.test/', 'ftp://site.test/'])(
    'rejects a plain request to %s with 400',
    async (url) => {
      expect(await askProxy(await startProxy(), url)).toMatchObject({ status: 400 });
    },
  );
});

describe('tunnels', () => {
  it('tunnels TLS', async () => {
    const site = await open(serveHttps((request, response) => response.end(`for ${request.headers.host}`)));
    const { url, shown } = await startProxy();
    const token = shown['Proxy-Authorization'];
    const agent = new ProxyAgent({ uri: url, token, requestTls: { rejectUnauthorized: false } });
    const { body } = await send(`https://site.test:${site.port}/`, { dispatcher: agent });
    expect(await body.text()).toBe(`for site.test:${site.port}`);
    await agent.destroy();
  });

  it('tunnels any bytes in both directions, as WebSockets need', async () => {
    const site = await open(serveRaw((socket) => socket.on('data', (chunk) => socket.write(`<${chunk}>`))));
    const { socket, head } = await tunnel(await startProxy(), `127.0.0.1:${site.port}`);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    for (const word of ['one', 'two']) {
      socket.write(word);
      expect(String((await once(socket, 'data'))[0])).toBe(`<${word}>`);
    }
  });

  it('closes a tunnel with either side', async () => {
    const site = await open(serveRaw((socket) => socket.on('data', () => socket.destroy())));
    const { socket } = await tunnel(await startProxy(), `site.test:${site.port}`);
    socket.write('go');
    await once(socket, 'close');
  });

  it('closes a tunnel without traffic', async () => {
    const site = await open(serveRaw(() => undefined));
    const { socket } = await tunnel(await startProxy({ idleTimeoutMs: 100 }), `site.test:${site.port}`);
    await once(socket, 'close');
  });

  it.each(['site.test', 'site.test:x', 'user@site.test:80', '/'])(
    'rejects a tunnel to %s with 400',
    async (authority) => {
      expect((await tunnel(await startProxy(), authority)).head).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
});

it('listens on loopback only', async () => {
  expect(new URL((await startProxy()).url).hostname).toBe('127.0.0.1');
});
