import { createHash, X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSelfSignedCertificate, startTripwire } from '@orbweaver/testing';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { type PageServer, startPageServer } from '../../test/page-server';
import { keepLog } from '../../test/quiet-log';
import { rendererConfig } from '../renderer.config';
import { findBrowser } from './supply/find-browser';

jest.setTimeout(120_000);

const certificate = makeSelfSignedCertificate('strict.test');
const resolver = async () => [{ address: '127.0.0.1', family: 4 as const }];

let harness: BrowserHarness;
let plain: PageServer;
let secure: PageServer;
let folder: string;
const configuredPath = process.env.CHROMIUM_PATH;

/** Trusts the certificate of this test: Chromium ignores HSTS headers behind untrusted ones. */
beforeAll(async () => {
  const { CHROMIUM_PATH, RENDERER_CACHE_DIR } = rendererConfig.parse({ CHROMIUM_PATH: configuredPath });
  const found = await findBrowser({ chromiumPath: CHROMIUM_PATH, cacheDir: RENDERER_CACHE_DIR, log: keepLog().log });
  folder = await mkdtemp(join(tmpdir(), 'page-isolation-'));
  await chmod(folder, 0o755);
  const key = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' });
  const trusted = `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
  const variables = Object.entries(found.env ?? {}).map(([name, value]) => `export ${name}='${value}'\n`);
  process.env.CHROMIUM_PATH = join(folder, found.headless === 'shell' ? 'chrome-headless-shell' : 'chrome');
  const script = `#!/bin/sh\n${variables.join('')}exec '${found.executablePath}' "$@" ${trusted}\n`;
  await writeFile(process.env.CHROMIUM_PATH, script, { mode: 0o755 });
  [harness, plain, secure] = await Promise.all([
    startBrowserHarness({ resolver }),
    startPageServer(),
    startPageServer('127.0.0.1', certificate),
  ]);
});

afterAll(async () => {
  if (configuredPath === undefined) delete process.env.CHROMIUM_PATH;
  else process.env.CHROMIUM_PATH = configuredPath;
  await Promise.all([harness.close(), plain.close(), secure.close()]);
  await rm(folder, { recursive: true, force: true });
});

const at = (site: PageServer, path: string): string => site.origin.replace('127.0.0.1', 'strict.test') + path;

describe('page isolation', () => {
  it('does not apply the HSTS header of one page to the next', async () => {
    plain.serve('/words', '<p>Words without TLS.</p>');
    const strict = (text: string) =>
      secure.serve('/strict', (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'strict-transport-security': 'max-age=31536000' })
          .end(text),
      );
    const spec = { skipTlsVerification: false };
    strict(`<p>Strict.</p><script>setTimeout(() => location.href = '${at(plain, '/words')}', 100)</script>`);
    // The same page is then requested with TLS, which proves that Chromium accepted the header.
    expect(await harness.failureOf(at(secure, '/strict'), spec)).toMatchObject({ reason: 'tls' });
    strict('<p>Strict.</p>');
    expect((await harness.captureOf(at(secure, '/strict'), spec)).html).toContain('Strict.');
    expect((await harness.captureOf(at(plain, '/words'), spec)).html).toContain('Words without TLS.');
  });

  it('does not keep service workers for the next page', async () => {
    secure.serve('/worker.js', (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'service-worker-allowed': '/' })
        .end("onfetch = (event) => event.respondWith(new Response('<p>Of the worker.</p>'))"),
    );
    secure.serve('/inner', `<script>parent.done('inner', navigator.serviceWorker.register('/worker.js'))</script>`);
    const url = secure.serve(
      '/page',
      `<p id=said></p><script>
        const done = window.done = (where, going) => going.then(() => 'registered', (error) => error.name).then((word) => { said.textContent += where + ' ' + word + '. ' });
        done('main', navigator.serviceWorker.register('/worker.js', { scope: '/' }));
        const blank = document.createElement('iframe'); document.documentElement.append(blank);
        try { done('blank', blank.contentWindow.navigator.serviceWorker.register('/worker.js')); } catch (error) { said.textContent += 'blank ' + error.name + '. ' }
      </script><iframe src="/inner"></iframe><iframe srcdoc="<script>parent.done('written', navigator.serviceWorker.register('/worker.js'))</script>"></iframe>`,
    );
    const first = await harness.captureOf(url.replace('127.0.0.1', 'strict.test'), { waitForMs: 500 });
    const [, said = ''] = /<p id="said">(.*?)<\/p>/.exec(first.html) ?? [];
    const refused = ['blank', 'inner', 'main', 'written'].map((where) => `${where} SecurityError`);
    expect(said.split('. ').sort()).toEqual(['', ...refused]);
    expect(secure.requests.filter(({ headers }) => headers['service-worker'] !== undefined)).toEqual([]);
    secure.serve(
      '/next',
      `<p id=said>Own words. </p><script>navigator.serviceWorker.getRegistrations().then((all) => { said.textContent += all.length + ' workers' })</script>`,
    );
    expect((await harness.captureOf(at(secure, '/next'))).html).toContain('Own words. 0 workers');
  });

  it('blocks QUIC to allowed and denied hosts', async () => {
    const [open, closed] = [await startTripwire('127.0.0.1'), await startTripwire('127.200.0.1')];
    try {
      secure.serve('/transport.js', (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end('onmessage = ({ data }) => { for (const to of data) new WebTransport(to).ready.catch(() => 0) }'),
      );
      const addresses = [open, closed].map(({ origin }) => `${origin.replace('http:', 'https:')}/transport`);
      const url = secure.serve(
        '/quic',
        `<p id=said></p><script>const to = ${JSON.stringify(addresses)};
          for (const one of to) new WebTransport(one, { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] }).ready.catch((error) => { said.textContent += error.name + '. ' });
          new Worker('/transport.js').postMessage(to)</script>`,
      );
      const { html } = await harness.captureOf(url.replace('127.0.0.1', 'strict.test'), { waitForMs: 2_000 });
      expect(html).toContain('WebTransportError. WebTransportError.');
      expect([...open.visits, ...closed.visits].filter((visit) => visit === 'udp')).toEqual([]);
      expect(closed.visits).toEqual([]);
    } finally {
      await Promise.all([open.close(), closed.close()]);
    }
  });
});
