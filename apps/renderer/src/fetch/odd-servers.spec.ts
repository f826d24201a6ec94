import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import type { RenderPage } from '@orbweaver/contracts';
import { makeSelfSignedCertificate, malformedResponses, scrapeSpec } from '@orbweaver/testing';
import { renderMessage } from '../../test/render-message';
import { rendererHarness, startRenderer } from '../../test/renderer-harness';

const harness = rendererHarness();
const certificate = makeSelfSignedCertificate('127.0.0.1');

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: net.Server, scheme: string): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const closing = (raw: string) => (socket: Socket) =>
  void socket.on('error', () => undefined).once('data', () => socket.end(Buffer.from(raw, 'latin1')));
const plain = (raw: string) => listen(net.createServer(closing(raw)), 'http');
const secure = (raw: string) => listen(tls.createServer(certificate, closing(raw)), 'https');

async function render(url: string, changes: Partial<RenderPage> = {}) {
  const spec = scrapeSpec({ skipTlsVerification: true, ...changes.spec });
  const [sent] = await harness.render(renderMessage(url, { ...changes, spec }));
  return { result: sent!.document!.result, content: sent!.content, keep: sent!.document!.capture };
}

const inBrowser = { spec: scrapeSpec({ waitForMs: 1, skipTlsVerification: true }) };

describe.each(malformedResponses)('a page whose response has %s', (_, raw) => {
  it('is fetched by plain HTTP despite the malformed response', async () => {
    expect(await render(await plain(raw))).toMatchObject({
      result: { kind: 'done', engine: 'http', metadata: { title: 'Malformed' } },
      content: { markdown: 'words of the page' },
    });
  });

  it('is rendered by the browser despite the malformed response', async () => {
    expect(await render(await plain(raw), inBrowser)).toMatchObject({
      result: { kind: 'done', engine: 'browser', metadata: { title: 'Malformed' } },
      content: { markdown: 'words of the page' },
    });
  });
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
const LARGE_HEAD = `${HEAD}X-Large: ${'x'.repeat(200 * 1024)}\r\n\r\n<p>words`;

describe('TLS servers', () => {
  it('fetches a page of an HTTP/2-only server', async () => {
    const server = createSecureServer(certificate, (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<p>by HTTP/${request.httpVersion}`);
    });
    expect(await render(await listen(server, 'https'))).toMatchObject({
      result: { kind: 'done', engine: 'http' },
      content: { markdown: 'by HTTP/2.0' },
    });
  });

  it('fetches a TLS page despite a malformed response head', async () => {
    const url = await secure(`${HEAD}bad line\r\n\r\n<p>words`);
    expect(await render(url)).toMatchObject({ result: { engine: 'http' }, content: { markdown: 'words' } });
    expect(await render(url, inBrowser)).toMatchObject({
      result: { engine: 'browser' },
      content: { markdown: 'words' },
    });
  });

  it('continues in the browser when plain HTTP rejects the TLS response', async () => {
    expect(await render(await secure(LARGE_HEAD))).toMatchObject({
      result: { kind: 'done', engine: 'browser' },
      content: { markdown: 'words' },
    });
  });

  it('fails with the reason when the browser rejects the TLS response too', async () => {
    expect(await render(await secure('SSH-2.0-OpenSSH\r\n'))).toMatchObject({
      result: { failure: { reason: 'bad-response', message: expect.stringMatching(/ERR_INVALID_HTTP_RESPONSE$/) } },
    });
    const noTls = await plain('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await render(noTls.replace('http:', 'https:'))).toMatchObject({
      result: { failure: { reason: 'tls', message: expect.stringMatching(/ERR_SSL_PROTOCOL_ERROR$/) } },
    });
  });

  it('fails with the reason of plain HTTP without a browser', async () => {
    const without = startRenderer({ CHROMIUM_PATH: '/bin/false' });
    const url = await secure(LARGE_HEAD);
    await without.renderer.intake.take(renderMessage(url, { spec: scrapeSpec({ skipTlsVerification: true }) }));
    await without.renderer.intake.whenEmpty();
    expect(without.published).toMatchObject([
      { message: { result: { failure: { reason: 'bad-response', message: expect.stringMatching(/TOO_BIG$/) } } } },
    ]);
    await without.stop();
  });
});

describe('bodies without end', () => {
  /** Writes `beginning`, then white space at intervals. */
  const trickling = (type: string, beginning: string) =>
    listen(
      createServer((_, response) => {
        response.writeHead(200, { 'content-type': type }).write(beginning);
        const timer = setInterval(() => response.write(' '), 50);
        response.once('close', () => clearInterval(timer));
      }),
      'http',
    );
  const soon = () => ({ deadlineAt: Date.now() + 3_000 });

  it.each([
    ['text/html; charset=utf-8', '<title>T</title><p>All words are here.</p>'],
    ['text/plain', 'All words are here.'],
  ])('returns the text of an endless body with a warning, and does not cache it: %s', async (type, beginning) => {
    const { result, content, keep } = await render(await trickling(type, beginning), { ...soon(), keepCapture: true });
    expect(result).toMatchObject({ kind: 'done', engine: 'http' });
    expect(content).toMatchObject({
      markdown: expect.stringContaining('All words are here.'),
      warning: expect.stringContaining('did not finish loading'),
    });
    expect(keep).toBeUndefined();
  });

  it.each([
    ['markup only', 'text/html', '<!doctype html><html><head><link rel=x>'],
    ['a file', 'application/pdf', '%PDF-1.4\n'],
    ['data', 'application/json', '{"a": 1,'],
  ])('fails an endless body as timed-out with %s', async (_, type, beginning) => {
    expect(await render(await trickling(type, beginning), soon())).toMatchObject({
      result: { kind: 'failed', failure: { reason: 'timed-out' } },
    });
  });
});
