import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { makeSelfSignedCertificate } from '@orbweaver/testing';
import { type BrowserHarness, startBrowserHarness } from '../../../test/browser-harness';
import { CONCURRENT_SLOTS } from '../../../test/browsing';
import { type PageServer, startPageServer } from '../../../test/page-server';

jest.setTimeout(120_000);

/** Well above the time that a page takes: tests run concurrently. */
const LIMIT_MS = 60_000;

let harness: BrowserHarness;
let site: PageServer;
let silent: Server;
let silentPort: number;
/** Accepts the connection and the request, and sends no response. */
let hung: TlsServer;
let hungPort: number;
let streaming: Http2SecureServer;
const asked: string[] = [];

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  silent = createServer((socket) => socket.on('error', () => undefined));
  silentPort = await listen(silent);
  const certificate = makeSelfSignedCertificate('hung.test');
  hung = createTlsServer(certificate, (socket) => socket.on('error', () => undefined).resume());
  hungPort = await listen(hung);
  streaming = createSecureServer(certificate);
  const resolver = async (name: string) => {
    asked.push(name);
    if (name.endsWith('.unresolved.test')) await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    if (name.endsWith('.gone.test')) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return [{ address: '127.0.0.1', family: 4 as const }];
  };
  [harness, site] = await Promise.all([startBrowserHarness({ resolver, slots: CONCURRENT_SLOTS }), startPageServer()]);
  site.serve('/data', (_, response) => response.end('data'));
});

afterAll(async () => {
  await Promise.all([harness.close(), site.close()]);
  for (const server of [silent, hung, streaming]) server.close();
});

/** Resources of many hosts, with text of the page before and between them. */
function pageOf(address: (index: number) => string): string {
  const tags = Array.from({ length: 45 }, (_, index) => {
    const url = address(index);
    if (index % 5 === 0) return `<script src="${url}"></script><p>Words behind script ${index}.</p>`;
    if (index % 5 === 1) return `<link rel=stylesheet href="${url}">`;
    return index % 5 === 2 ? `<iframe src="${url}"></iframe>` : `<img src="${url}">`;
  });
  return `<!doctype html><title>Page</title><p id=own></p>${tags.join('')}<p>The last words.</p>
    <script>fetch('/data').then((answer) => answer.text()).then((text) => { own.textContent = 'own ' + text })</script>`;
}

describe('PageActivity with stalled resources', () => {
  it.concurrent.each<[string, number, isGivenUp: boolean, (index: number) => string]>([
    ['unresolvable names', 15_000, false, (index) => `https://x${index}.gone.test/a`],
    ['closed ports', 15_000, false, (index) => `http://x${index}.refused.test:1/a`],
    ['silent servers', 35_000, true, (index) => `http://x${index}.silent.test:${silentPort}/a`],
    ['silent TLS servers', 35_000, true, (index) => `https://x${index}.silent.test:${silentPort}/a`],
    [
      'servers that are silent after the TLS handshake',
      35_000,
      true,
      (index) => `https://x${index}.hung.test:${hungPort}/a`,
    ],
    ['names without a DNS response', 35_000, true, (index) => `https://x${index}.unresolved.test/a`],
  ])('finishes a page with stalled resources: %s', async (name, mostMs, isGivenUp, address) => {
    const url = site.serve(`/${name.replaceAll(' ', '-')}`, pageOf(address));
    const startedAt = performance.now();
    const { html, warnings } = await harness.captureOf(url, { skipTlsVerification: true }, LIMIT_MS);
    expect(performance.now() - startedAt).toBeLessThan(mostMs);
    expect(html).toContain('Words behind script 40.');
    expect(html).toContain('The last words.');
    expect(html).toContain('own data');
    // Its scripts continue. The warning keeps the page from the cache.
    expect(warnings).toEqual(
      isGivenUp ? expect.arrayContaining([expect.stringContaining('did not load in time')]) : undefined,
    );
  });

  it.concurrent('does not abort the document on the same connection', async () => {
    const port = await listen(streaming as unknown as Server);
    streaming.on('request', (request, response) => {
      if (request.url !== '/') return;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<!doctype html><title>Page</title><p>The first words.</p><img src="/never">');
      setTimeout(() => response.end('<p>The last words.</p>'), 8_000);
    });
    const { html, warnings } = await harness.captureOf(`https://stream.test:${port}/`, { skipTlsVerification: true });
    expect(html).toContain('The last words.');
    expect(warnings).toBeUndefined();
  });

  it.concurrent('does not shorten the wait for a slow page', async () => {
    site.serve(
      '/slow.js',
      (_, response) => void setTimeout(() => response.end("own.textContent = 'slow words'"), 3_500),
    );
    const url = site.serve('/slow', '<!doctype html><p id=own>early</p><script src="/slow.js"></script>');
    expect((await harness.captureOf(url)).html).toContain('slow words');
  });

  // Not concurrent: it reads the state of the last page. It comes last, when the concurrent tests have ended.
  it('does not request hosts again whose name does not resolve', async () => {
    const url = site.serve(
      '/asks-again',
      `<!doctype html><p id=own></p><script>
        const ask = (index) => new Promise((end) => {
          const picture = document.body.appendChild(new Image());
          picture.onerror = end;
          picture.src = \`http://one.gone.test/a?\${index}\`;
        });
        ask(0)
          .then(() => Promise.all(Array.from({ length: 40 }, (_, index) => ask(index + 1))))
          .then(() => { own.textContent = 'all failed' });
      </script>`,
    );
    asked.length = 0;
    // Requests are paused only if there are rules for them.
    expect((await harness.captureOf(url, { blockAds: true })).html).toContain('all failed');
    expect(asked.filter((name) => name === 'one.gone.test')).toHaveLength(1);
    expect(harness.refusalOf('one.gone.test')).toMatchObject({ reason: 'dns' });
  });
});
