import { once } from 'node:events';
import type http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '@orbweaver/testing';
import { askProxy, basic, closeLater, closeOpened, open, startProxy, tunnel } from '../../test/forward-proxy-harness';
import { serveHttp, serveRaw } from '../../test/local-server';
import type { Excess } from './proxy-pass';

afterEach(closeOpened);

describe('the credential', () => {
  it('is required for every request and tunnel', async () => {
    const site = await open(serveHttp((_, response) => response.end('in')));
    const { url, pass, shown } = await startProxy();
    const { username, password } = pass.credential;
    const { host } = new URL(site.url);
    const refused: object[] = [
      {},
      { 'Proxy-Authorization': basic(username, 'x') },
      { 'Proxy-Authorization': basic('x', password) },
      { 'Proxy-Authorization': `Bearer ${password}` },
      { 'Proxy-Authorization': `Basic ${'x'.repeat(5000)}` },
      { Authorization: basic(username, password) },
    ];
    for (const fields of refused) {
      const asking = { url, shown: fields };
      expect(await askProxy(asking, site.url)).toMatchObject({ status: 407, body: '' });
      expect(await askProxy(asking, site.url, { method: 'POST' }, 'body')).toMatchObject({ status: 407 });
      expect((await tunnel(asking, host)).head).toMatch(/^HTTP\/1\.1 407 /);
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
      expect(await askProxy(asking, site.url, { headers: upgrade })).toMatchObject({ status: 407 });
    }
    expect(site.connections).toBe(0);
    expect(await askProxy({ url, shown }, site.url)).toMatchObject({ status: 200 });
    expect((await tunnel({ url, shown }, host)).head).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is requested, and connections without it are closed', async () => {
    const { url } = await startProxy({ idleTimeoutMs: 200 });
    const refused = net.connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    closeLater(() => refused.destroy());
    const reset = once(refused, 'error').catch(() => undefined);
    refused.write('CONNECT site.test:443 HTTP/1.1\r\nHost: site.test\r\n\r\n');
    expect(String((await once(refused, 'data'))[0])).toMatch(/^HTTP\/1\.1 407 /);
    const writing = setInterval(() => refused.write('x'), 20);
    await reset;
    clearInterval(writing);
    const idle = net.connect(Number(new URL(url).port), '127.0.0.1');
    await once(idle.resume(), 'close');
  });

  it('is unique per page and invalid after the page is closed', async () => {
    const site = await open(serveRaw((socket) => socket.on('data', (chunk) => socket.write(`<${chunk}>`))));
    const one = await startProxy();
    const other = one.another();
    expect(one.pass.credential).not.toEqual(other.pass.credential);
    const [kept, lost] = [await tunnel(other, `127.0.0.1:${site.port}`), await tunnel(one, `127.0.0.1:${site.port}`)];
    one.pass.close();
    await once(lost.socket, 'close');
    expect(await askProxy(one, site.url)).toMatchObject({ status: 407 });
    kept.socket.write('still');
    expect(String((await once(kept.socket, 'data'))[0])).toBe('<still>');
  });
});

describe('hosts that a page must not request', () => {
  it('refuses plain requests and tunnels without a connection', async () => {
    const site = await open(serveHttp((_, response) => response.end('in')));
    const { host, port } = new URL(site.url);
    const failure = { reason: 'egress-denied', message: 'closed' } as const;
    const proxy = await startProxy({}, { refuses: (url) => (url.port === port ? failure : undefined) });
    expect(await askProxy(proxy, site.url)).toMatchObject({
      status: 403,
      headers: { 'x-orbweaver-refusal': 'egress-denied' },
    });
    expect((await tunnel(proxy, host)).head).toMatch(/^HTTP\/1\.1 403 /);
    expect(site.connections).toBe(0);
    expect(proxy.pass.failureOf(site.url)).toEqual(failure);
  });
});

describe('what a page receives', () => {
  const megabytes = (count: number) => (_: unknown, response: http.ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    for (let sent = 0; sent < count; sent += 1) response.write(Buffer.alloc(1024 * 1024));
    response.end();
  };

  it('limits the bytes of each plain response', async () => {
    const site = await open(serveHttp(megabytes(20)));
    const told: Excess[] = [];
    const maxBytes = 4 * 1024 * 1024;
    const proxy = await startProxy({}, { maxResponseBytes: maxBytes, onTooLarge: (excess) => told.push(excess) });
    expect((await askProxy(proxy, `${site.url}/large`)).body).toBe('broken');
    expect(told).toEqual([{ url: `${site.url}/large`, maxBytes }]);
    const small = await open(serveHttp((_, response) => response.end('small')));
    expect((await askProxy(proxy, small.url)).body).toBe('small');
  });

  it.each(['plain requests', 'tunnels'])(`limits the bytes of all responses of a page, by %s`, async (way) => {
    const maxBytes = 4 * 1024 * 1024;
    const site = await open(serveHttp(megabytes(3)));
    const told: Excess[] = [];
    const proxy = await startProxy({}, { maxBytes, onTooLarge: (excess) => told.push(excess) });
    const other = proxy.another();
    const load = async () => {
      if (way === 'plain requests') return (await askProxy(proxy, site.url)).body;
      const { socket } = await tunnel(proxy, new URL(site.url).host);
      socket.write('GET / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n');
      return await text(socket).catch(() => 'broken');
    };
    expect((await load()).length).toBeGreaterThanOrEqual(3 * 1024 * 1024);
    await load();
    expect(told).toEqual([{ maxBytes }]);
    expect(await askProxy(proxy, site.url)).toMatchObject({ status: 407 });
    expect(await askProxy(other, site.url)).toMatchObject({ status: 200 });
  });
});

describe('servers that do not answer', () => {
  it("abandons silent servers after the page's time limit and does not request them again", async () => {
    const silent = await open(serveRaw(() => undefined));
    const site = await open(serveHttp((request, response) => void (request.url === '/' && response.end('in'))));
    const proxy = await startProxy();
    const { host } = new URL(silent.url);
    const { socket } = await tunnel(proxy, host);
    const ended = Promise.all([
      askProxy(proxy, silent.url).catch(() => 'broken off'),
      askProxy(proxy, `${site.url}/never`).catch(() => 'broken off'),
      once(socket, 'close'),
    ]);
    expect(await askProxy(proxy, site.url)).toMatchObject({ status: 200 });
    await until('all exchanges to be running', () => silent.connections === 2 && site.connections === 2);
    proxy.pass.giveUpSilent(60_000);
    proxy.pass.giveUpSilent(0, { sparing: 3 });
    expect(socket.destroyed).toBe(false);
    proxy.pass.giveUpSilent(0);
    expect(await ended).toEqual(['broken off', 'broken off', expect.anything()]);
    expect(await askProxy(proxy, silent.url)).toMatchObject({
      status: 502,
      headers: { 'x-orbweaver-refusal': 'timed-out' },
    });
    expect((await tunnel(proxy, host)).head).toMatch(/^HTTP\/1\.1 502 /);
    expect(silent.connections).toBe(2);
    expect(await askProxy(proxy, site.url)).toMatchObject({ status: 200 });
    await tunnel(proxy.another(), host);
    expect(silent.connections).toBe(3);
  });
});
