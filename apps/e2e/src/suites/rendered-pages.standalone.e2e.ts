import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createGzip } from 'node:zlib';
import type { ApiClient } from '../harness/api-client';
import { type SmallSite, startSmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const START_WITHIN_MS = 120_000;
const SCRAPE_WITHIN_MS = 60_000;

const shell = (script: string): string =>
  `<!doctype html><title>App</title><div id=root></div><script>${script}</script>`;
const fill = `root.innerHTML = '<h1>Filled</h1><p>The words have come.</p>'`;

const pages: Record<string, string> = {
  '/1500': shell(`setTimeout(() => { ${fill} }, 1500)`),
  '/chained': shell(`fetch('/data').then(() => setTimeout(() => { ${fill} }, 700))`),
  '/busy': `<!doctype html><h1>Shop</h1><main id=root aria-busy=true></main><script>setTimeout(() => { ${fill}; root.ariaBusy = 'false' }, 1000)</script>`,
  '/blank': shell('1'),
};

describe('rendered pages', () => {
  let system: System;
  let api: ApiClient;
  let site: SmallSite;
  const asked: string[] = [];

  beforeAll(async () => {
    site = await startSmallSite(({ url = '/' }, response) => {
      asked.push(url);
      if (url === '/bomb') {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
        const packed = createGzip();
        packed.pipe(response);
        const zeros = Buffer.alloc(1024 * 1024);
        const more = (): void => void packed.write(zeros, (error) => error || response.destroyed || setImmediate(more));
        more();
        return;
      }
      response.writeHead(200, { 'content-type': 'text/html' }).end(pages[url] ?? 'data');
    });
    system = await startStandalone({ EGRESS_ALLOW: '127.0.0.1' });
    api = system.api();
  }, START_WITHIN_MS);

  afterAll(async () => {
    await system?.stop();
    await site?.stop();
  });

  it.each([
    ['a plain fetch', {}],
    ['a browser', { waitFor: 1 }],
  ])(
    'return no credentials in the final URL of %s and the full sourceURL',
    async (_, options) => {
      const url = `${site.origin.replace('://', '://me:secret@')}/page`;
      const { status, body } = await api.post('/v2/scrape', { url, ...options });
      expect([status, body.data?.metadata]).toMatchObject([200, { sourceURL: url, url: `${site.origin}/page` }]);
    },
    SCRAPE_WITHIN_MS,
  );

  it.each(['/1500', '/chained', '/busy'])(
    'contain content that a script adds: %s',
    async (path) => {
      const { status, body } = await api.post('/v2/scrape', { url: site.origin + path });
      expect([status, body.data?.markdown]).toEqual([200, expect.stringContaining('The words have come.')]);
      expect(body.data?.warning).toBeUndefined();
    },
    SCRAPE_WITHIN_MS,
  );

  it(
    'return a warning if they stay empty',
    async () => {
      const { status, body } = await api.post('/v2/scrape', { url: `${site.origin}/blank` });
      expect([status, body.data?.warning]).toEqual([200, expect.stringContaining('stayed empty')]);
    },
    SCRAPE_WITHIN_MS,
  );

  it(
    'are rejected if they are endless, after one request',
    async () => {
      const url = `${site.origin}/bomb`;
      const plain = await api.post('/v2/scrape', { url, maxAge: 0 });
      const rendered = await api.post('/v2/scrape', { url, waitFor: 1 });
      const said = ({ status, body }: typeof plain) => [status, body.code, body.error];
      expect(said(rendered)).toEqual(said(plain));
      expect(plain.body.error).toMatch(/larger than/);
      expect(asked.filter((path) => path === '/bomb')).toHaveLength(2);
    },
    SCRAPE_WITHIN_MS,
  );

  it('renders through a proxy that rejects other processes of this machine', async () => {
    const ports = listeningPorts(system.process('standalone').pid);
    expect(ports.length).toBeGreaterThan(1);
    const answers = await Promise.all(ports.map((port) => askAsProxy(port, `${site.origin}/reached`)));
    expect(answers).toContain(407);
    expect(asked).not.toContain('/reached');
    const tunnels = await Promise.all(ports.map((port) => askForTunnel(port, new URL(site.origin).host)));
    expect(tunnels.some((line) => line.startsWith('HTTP/1.1 407 '))).toBe(true);
    expect(tunnels.filter((line) => line.startsWith('HTTP/1.1 200 '))).toEqual([]);
  });
});

/** Loopback ports on which the process listens. */
function listeningPorts(pid: number): number[] {
  const sockets = new Set<string>();
  for (const handle of readdirSync(`/proc/${pid}/fd`)) {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${handle}`)) ?? [];
    if (inode !== undefined) sockets.add(inode);
  }
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // Closed meanwhile.
  }
}

function askAsProxy(port: number, url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path: url, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', () => resolve(undefined)).end();
  });
}

function askForTunnel(port: number, authority: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(''));
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1').split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('close', () => resolve(''));
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  });
}
