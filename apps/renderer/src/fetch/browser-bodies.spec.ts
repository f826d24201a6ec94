import { createGzip } from 'node:zlib';
import { makeSelfSignedCertificate } from '@orbweaver/testing';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { PAGE_BYTES_UNIT } from '../../test/browsing';
import { type PageServer, type ServedAnswer, startPageServer } from '../../test/page-server';

jest.setTimeout(120_000);

/** Margin for the bytes in buffers. */
const MAX_BYTES = 4 * PAGE_BYTES_UNIT;

let harness: BrowserHarness;
let plain: PageServer;
let secure: PageServer;

beforeAll(async () => {
  [harness, plain, secure] = await Promise.all([
    startBrowserHarness({ maxBytes: MAX_BYTES }),
    startPageServer(),
    startPageServer('127.0.0.1', makeSelfSignedCertificate('127.0.0.1')),
  ]);
});

afterAll(() => Promise.all([harness.close(), plain.close(), secure.close()]));

const chunk = Buffer.alloc(256 * 1024, '<p>more</p> ');

/** Sends without end. */
function endless(type: string, encoded: boolean): ServedAnswer {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type, ...(encoded && { 'content-encoding': 'gzip' }) });
    const sink = encoded ? createGzip() : response;
    if (sink !== response) sink.pipe(response);
    // About 50 MB per second: at full speed the bytes would arrive before their events.
    const pace = setInterval(() => sink.write(chunk), 5);
    response.on('close', () => clearInterval(pace));
    sink.on('error', () => undefined);
  };
}

const cases = ['plain', 'secure'].flatMap((way) => [
  [way, 'packed', true] as const,
  [way, 'as they are', false] as const,
]);

describe('bodies without end in the browser', () => {
  it.each(cases)('fails a page with an endless body like in plain HTTP: %s, %s', async (way, _, encoded) => {
    const site = way === 'plain' ? plain : secure;
    const url = site.serve('/endless', endless('text/html', encoded));
    const failure = await harness.failureOf(url, { skipTlsVerification: true });
    // On a busy machine the memory limit may be reached first.
    const message = expect.stringMatching(
      new RegExp(`^The body is larger than ${MAX_BYTES} bytes$|^The page exceeded the memory limit`),
    );
    expect(failure).toEqual({ reason: 'too-large', message });
  });

  it.each(cases)('cuts endless resources: %s, %s', async (way, _, encoded) => {
    const site = way === 'plain' ? plain : secure;
    site.serve('/endless.txt', endless('text/plain', encoded));
    const url = site.serve(
      '/page',
      `<p>Words.</p><script>fetch('/endless.txt').then((answer) => answer.text())</script>`,
    );
    const { html, warnings } = await harness.captureOf(url, { skipTlsVerification: true });
    expect(html).toContain('Words.');
    expect(warnings).toEqual([expect.stringContaining(`larger than ${MAX_BYTES} bytes`)]);
  });

  it('fails the page when a worker loads an endless body', async () => {
    secure.serve('/endless.txt', endless('text/plain', true));
    secure.serve('/worker.js', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('fetch("/endless.txt").then((a) => a.text())'),
    );
    const url = secure.serve('/page', `<p>Words.</p><script>new Worker('/worker.js')</script>`);
    expect(await harness.failureOf(url, { skipTlsVerification: true, waitForMs: 10_000 })).toMatchObject({
      reason: 'too-large',
    });
  });

  it('fails the page when all resources together exceed the limit', async () => {
    plain.serve('/part', (_, response) => response.end(Buffer.alloc(0.8 * MAX_BYTES)));
    const url = plain.serve(
      '/page',
      `<p>Words.</p><script>(async () => { for (let n = 0; n < 50; n++) await (await fetch('/part?' + n)).text() })()</script>`,
    );
    expect(await harness.failureOf(url, { waitForMs: 10_000 })).toEqual({
      reason: 'too-large',
      message: `The page and its resources exceed the size limit (${4 * MAX_BYTES} bytes).`,
    });
  });
});

it('fails a page killed for its memory with a final reason', async () => {
  const killed: number[] = [];
  const own = await startBrowserHarness({
    maxPageBytes: 300 * PAGE_BYTES_UNIT,
    onPageKilled: (bytes) => killed.push(bytes),
  });
  try {
    const url = plain.serve(
      '/hungry',
      `<p>Words.</p><script>const kept = []; setInterval(() => { const a = new Uint8Array(20e6); a.fill(1); kept.push(a) }, 20)</script>`,
    );
    expect(await own.failureOf(url, { waitForMs: 20_000 })).toMatchObject({
      reason: 'too-large',
      message: expect.stringContaining('memory'),
    });
    expect(killed).toHaveLength(1);
  } finally {
    await own.close();
  }
});
