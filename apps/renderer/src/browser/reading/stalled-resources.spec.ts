import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { type BrowserStage, startBrowserStage } from '../../fixture/browser-stage';
import { type PageServer, startPageServer } from '../../fixture/page-server';

jest.setTimeout(120_000);

let stage: BrowserStage;
let site: PageServer;
let silent: Server;
let silentPort: number;

beforeAll(async () => {
  silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  silentPort = (silent.address() as AddressInfo).port;
  const resolver = async (name: string) => {
    if (name.endsWith('.unresolved.test')) await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    if (name.endsWith('.gone.test')) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return [{ address: '127.0.0.1', family: 4 as const }];
  };
  [stage, site] = await Promise.all([startBrowserStage({ resolver }), startPageServer()]);
  site.serve('/data', (_, response) => response.end('data'));
});

afterAll(async () => {
  await Promise.all([stage.close(), site.close()]);
  silent.close();
});

/** Scripts, styles, pictures and frames of as many hosts, with the page's own words behind and between them. */
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

describe('resources that do not come', () => {
  it.each<[string, number, (index: number) => string]>([
    ['names that lead nowhere', 8_000, (index) => `https://x${index}.gone.test/a`],
    ['ports where nobody listens', 8_000, (index) => `http://x${index}.refused.test:1/a`],
    ['servers that say nothing', 14_000, (index) => `http://x${index}.silent.test:${silentPort}/a`],
    ['servers that say nothing, over TLS', 14_000, (index) => `https://x${index}.silent.test:${silentPort}/a`],
    ['names that are looked up for ever', 14_000, (index) => `https://x${index}.unresolved.test/a`],
  ])('keep no page from its rest: %s', async (_, mostMs, address) => {
    const url = site.serve('/page', pageOf(address));
    const startedAt = performance.now();
    const { html, warnings } = await stage.captureOf(url);
    expect(performance.now() - startedAt).toBeLessThan(mostMs);
    expect(html).toContain('Words behind script 40.');
    expect(html).toContain('The last words.');
    expect(html).toContain('own data');
    // It is not stopped half-way: its scripts go on.
    expect(warnings).toBeUndefined();
  });

  it('are asked for once, when their names lead nowhere', async () => {
    const url = site.serve(
      '/page',
      pageOf(() => 'http://one.gone.test/a?'.concat(String(Math.random()))),
    );
    const { html } = await stage.captureOf(url);
    expect(html).toContain('The last words.');
    expect(stage.refusalOf('one.gone.test')).toMatchObject({ reason: 'dns' });
  });

  it('do not make a slow page hurry', async () => {
    site.serve(
      '/slow.js',
      (_, response) => void setTimeout(() => response.end("own.textContent = 'slow words'"), 3_500),
    );
    const url = site.serve('/page', '<!doctype html><p id=own>early</p><script src="/slow.js"></script>');
    expect((await stage.captureOf(url)).html).toContain('slow words');
  });
});
