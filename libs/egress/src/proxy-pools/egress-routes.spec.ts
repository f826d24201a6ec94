import { type ProxyServer, type ProxyServerOptions, startProxyServer } from '@orbweaver/testing';
import { type LocalServer, serveHttp } from '../../test/local-server';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient } from '../http/http-client';
import type { HostAddress } from '../names/hosts-file';
import { startForwardProxy } from '../proxy/forward-proxy';
import { EgressRoutes } from './egress-routes';
import { NoProxy } from './no-proxy';
import { parseProxyList } from './parse-proxy-list';

const resolver = async (name: string): Promise<HostAddress[]> => {
  const found = { 'local.test': '127.0.0.1', 'private.test': '10.0.0.1', 'public.test': '8.8.8.8' }[name];
  if (found === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return [{ address: found, family: 4 }];
};
const guard = createEgressGuard({ allow: '127.0.0.0/8', resolver });

const closers: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openProxy(options: ProxyServerOptions = {}): Promise<ProxyServer> {
  const server = await startProxyServer({ names: ['there.test', 'local.test'], ...options });
  closers.push(() => server.close());
  return server;
}

async function openSite(): Promise<LocalServer> {
  const site = await serveHttp((request, response) => {
    if (request.url?.startsWith('/to/')) response.writeHead(302, { location: request.url.slice(4) }).end();
    else response.end('the site');
  });
  closers.push(() => site[Symbol.asyncDispose]());
  return site;
}

const only = (url: string) => parseProxyList(url)[0]!;

function clientBy(routes: EgressRoutes) {
  const client = createHttpClient({ guard, userAgent: 'test', routes });
  closers.push(() => client.close());
  return async (url: string) => {
    const result = await client.fetch({ url });
    return result.kind === 'failed' ? result.failure.reason : String(result.body);
  };
}

const noProxy = new NoProxy('');

describe('EgressRoutes', () => {
  it('sends names that only the proxy resolves through PROXY_BASIC, HTTP_PROXY or neither', async () => {
    const [site, basic, system] = [await openSite(), await openProxy(), await openProxy()];
    const url = `http://there.test:${site.port}/`;
    const http = only(system.url);
    const both = { basic: parseProxyList(basic.url), http, noProxy };
    expect(await clientBy(new EgressRoutes(both, 'sites', resolver))(url)).toBe('the site');
    expect([basic.requests.length, system.requests.length]).toEqual([1, 0]);
    expect(await clientBy(new EgressRoutes(both, 'services', resolver))(url)).toBe('the site');
    expect([basic.requests.length, system.requests.length]).toEqual([1, 1]);
    expect(await clientBy(new EgressRoutes({ basic: [], http, noProxy }, 'sites', resolver))(url)).toBe('the site');
    expect([basic.requests.length, system.requests.length]).toEqual([1, 2]);
    expect(await clientBy(new EgressRoutes({ basic: [], noProxy }, 'sites', resolver))(url)).toBe('dns');
  });

  it('uses HTTP_PROXY for http and HTTPS_PROXY for https', async () => {
    const [http, https] = [only('http://one.test:1'), only('http://two.test:2')];
    const routes = new EgressRoutes({ basic: [], http, https, noProxy }, 'services', resolver);
    expect((await routes.pick(new URL('http://a.test/')))?.proxy).toBe(http);
    expect((await routes.pick(new URL('https://a.test/')))?.proxy).toBe(https);
  });

  it.each([
    ['http://private.test/', 'dns'],
    ['http://10.0.0.1/', 'egress-denied'],
    ['http://169.254.169.254/', 'egress-denied'],
    ['http://[::ffff:a00:1]/', 'egress-denied'],
  ])('does not ask a proxy for %s', async (url, reason) => {
    const proxy = await openProxy();
    const http = only(proxy.url);
    for (const settings of [{ basic: parseProxyList(proxy.url) }, { basic: [], http }]) {
      expect(await clientBy(new EgressRoutes({ ...settings, noProxy }, 'sites', resolver))(url)).toBe(reason);
    }
    expect(proxy.requests).toEqual([]);
  });

  it('reaches hosts of NO_PROXY directly, also after a redirect and for the proxy of a page', async () => {
    const [site, proxy] = [await openSite(), await openProxy()];
    const settings = { basic: parseProxyList(proxy.url), noProxy: new NoProxy(`127.0.0.1:${site.port}`) };
    const routes = new EgressRoutes(settings, 'sites', resolver);
    const direct = `http://127.0.0.1:${site.port}/`;
    expect(await clientBy(routes)(`http://there.test:${site.port}/to/${direct}`)).toBe('the site');
    expect(proxy.requests.map(({ target }) => target)).toEqual([`http://there.test:${site.port}/to/${direct}`]);
    expect(await routes.pick(new URL(direct), settings.basic[0])).toBeUndefined();
  });

  it('decides for each request of a browser', async () => {
    const [site, proxy] = [await openSite(), await openProxy()];
    const settings = { basic: parseProxyList(proxy.url), noProxy: new NoProxy('127.0.0.1') };
    const forward = await startForwardProxy({ guard, routes: new EgressRoutes(settings, 'sites', resolver) });
    closers.push(() => forward.close());
    const { username, password } = forward.issuePass().credential;
    const browser = createHttpClient({ guard, userAgent: 'test' });
    closers.push(() => browser.close());
    const local = only(forward.url.replace('http://', `http://${username}:${password}@`));
    const targets = [`http://there.test:${site.port}/`, `http://127.0.0.1:${site.port}/`, 'http://private.test/'];
    const seen = [];
    for (const url of targets) {
      const result = await browser.fetch({ url, proxy: local });
      seen.push(result.kind === 'response' ? String(result.body) : result.failure.reason);
    }
    expect(seen.slice(0, 2)).toEqual(['the site', 'the site']);
    expect(proxy.requests.map(({ target }) => target)).toEqual(targets.slice(0, 1));
  });

  it('tries another proxy of PROXY_BASIC when one is unreachable, and avoids it afterwards', async () => {
    const [site, proxy] = [await openSite(), await openProxy()];
    const basic = parseProxyList(`http://127.0.0.1:1,${proxy.url}`);
    const routes = new EgressRoutes({ basic, noProxy }, 'sites', resolver);
    const fetch = clientBy(routes);
    expect(await fetch(`http://there.test:${site.port}/`)).toBe('the site');
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await routes.pick(new URL('http://there.test/')))?.proxy).toBe(basic[1]);
    }
  });

  it('reports an unreachable proxy when there is no other', async () => {
    const routes = new EgressRoutes({ basic: [], http: only('http://127.0.0.1:1'), noProxy }, 'sites', resolver);
    expect(await clientBy(routes)('http://there.test/')).toBe('proxy-failed');
  });

  it.each([
    ['http://private.test/', false],
    ['http://127.0.0.1:11434/v1', false],
    ['http://public.test/', true],
    ['http://there.test/', true],
    ['http://8.8.8.8/', true],
  ])('decides whether services at %s are reached through PROXY_BASIC: %s', async (url, isProxied) => {
    const routes = new EgressRoutes({ basic: parseProxyList('http://one.test:1'), noProxy }, 'services', resolver);
    expect((await routes.pick(new URL(url))) !== undefined).toBe(isProxied);
  });
});
