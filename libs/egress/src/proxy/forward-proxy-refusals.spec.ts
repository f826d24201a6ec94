import { once } from 'node:events';
import http from 'node:http';
import { startStubDns } from '@orbweaver/testing';
import { askProxy, closeLater, closeOpened, open, startProxy, tunnel } from '../../test/forward-proxy-harness';
import { serveHttp } from '../../test/local-server';
import { createEgressGuard } from '../address/egress-guard';
import { NameResolver } from '../names/name-resolver';

afterEach(closeOpened);

describe('refusals', () => {
  it.each([
    ['http://169.254.169.254/latest/meta-data/', 403, 'egress-denied'],
    ['http://private.test/', 502, 'dns'],
    ['http://[::1]/', 403, 'egress-denied'],
    ['http://3232235777/', 403, 'egress-denied'],
    ['http://gone.test/', 502, 'dns'],
    ['http://127.0.0.1:1/', 502, 'refused'],
  ])('refuses %s with the reason, for requests and tunnels', async (url, status, reason) => {
    const proxy = await startProxy();
    const { host: authority, port } = new URL(url);
    const answer = await askProxy(proxy, url);
    expect(answer).toMatchObject({ status, headers: { 'x-orbweaver-refusal': reason } });
    const { head } = await tunnel(proxy, port === '' ? `${authority}:443` : authority);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\r\nx-orbweaver-refusal: ${reason}\r\n`));
    expect(proxy.pass.failureOf(url)).toMatchObject({ reason });
    expect(proxy.pass.failureOf(port === '' ? `https://${authority}` : url)).toMatchObject({ reason });
  });

  it('repeats refusals of unresolved names at once for any number of names', async () => {
    const dns = await startStubDns(() => undefined);
    closeLater(() => dns.close());
    const names = new NameResolver({ servers: [dns.server] });
    const proxy = await startProxy({ guard: createEgressGuard({ resolver: (name) => names.resolve(name) }) });
    const hosts = Array.from({ length: 60 }, (_, index) => `ad-${index}.example`);
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = await Promise.all([
        ...hosts.map(async (host) => (await askProxy(proxy, `http://${host}/`)).headers['x-orbweaver-refusal']),
        ...hosts.map(async (host) => /refusal: (.*)\r/.exec((await tunnel(proxy, `${host}:443`)).head)?.[1]),
      ]);
      expect(new Set(answers)).toEqual(new Set(['dns']));
    }
    for (const host of hosts) expect(dns.count(host)).toBe(1);
  });

  it('refuses within the connect timeout even if a lookup takes longer', async () => {
    const silent = createEgressGuard({ resolver: () => new Promise(() => undefined) });
    const proxy = await startProxy({ guard: silent, connectTimeoutMs: 100 });
    expect(await askProxy(proxy, 'http://slow.test/')).toMatchObject({
      headers: { 'x-orbweaver-refusal': 'timed-out' },
    });
    expect((await tunnel(proxy, 'slow.test:443')).head).toContain('x-orbweaver-refusal: timed-out');
  });

  it('forgets refusals when the host is reached', async () => {
    const proxy = await startProxy();
    const site = await open(serveHttp((_, response) => response.end()));
    await site[Symbol.asyncDispose]();
    await askProxy(proxy, site.url);
    expect(proxy.pass.failureOf(site.url)).toMatchObject({ reason: 'refused' });
    const again = http.createServer((_, response) => response.end()).listen(site.port, '127.0.0.1');
    closeLater(() => again.close());
    await once(again, 'listening');
    await askProxy(proxy, site.url);
    expect(proxy.pass.failureOf(site.url)).toBeUndefined();
  });

  it('remembers refusals by port: other ports of the host may be allowed', async () => {
    const site = await open(serveHttp((_, response) => response.end('wiki')));
    const allow = `wiki.test:${site.port}`;
    const resolver = async () => [{ address: '127.0.0.1', family: 4 as const }];
    const proxy = await startProxy({ guard: createEgressGuard({ allow, resolver }) });
    await askProxy(proxy, 'http://wiki.test/x');
    await tunnel(proxy, 'wiki.test:443');
    const open8080 = `http://wiki.test:${site.port}/`;
    expect(proxy.pass.failureOf('http://wiki.test/y')).toMatchObject({ reason: 'dns' });
    expect(proxy.pass.failureOf('https://wiki.test/')).toMatchObject({ reason: 'dns' });
    expect(proxy.pass.failureOf(open8080)).toBeUndefined();
    expect(await askProxy(proxy, open8080)).toMatchObject({ status: 200, body: 'wiki' });
    expect(proxy.pass.failureOf('http://wiki.test/')).toMatchObject({ reason: 'dns' });
  });

  it('refuses overlong names without a lookup or caching', async () => {
    const asked: string[] = [];
    const resolver = async (name: string) => {
      asked.push(name);
      return [];
    };
    const proxy = await startProxy({ guard: createEgressGuard({ resolver }) });
    const host = `${'a.'.repeat(127)}test`;
    expect(await askProxy(proxy, `http://${host}/`)).toMatchObject({ status: 400 });
    expect((await tunnel(proxy, `${host}:443`)).head).toMatch(/^HTTP\/1\.1 400 /);
    expect([asked, proxy.pass.failureOf(`http://${host}`)]).toEqual([[], undefined]);
  });
});
