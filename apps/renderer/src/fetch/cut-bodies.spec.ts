import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { scrapeSpec } from '@orbweaver/testing';
import { renderMessage } from '../../test/render-message';
import { rendererHarness } from '../../test/renderer-harness';

/** Time that a broken connection may add to the first visit, on a busy machine. */
const WITHIN_MS = 8_000;

const harness = rendererHarness();

// Starts the browser before the measurement.
beforeAll(() => render((_, response) => void response.writeHead(403, head).end(), 'auto'));

const late = `setTimeout(() => { document.querySelector('p').prepend('Late words and ') }, 100)`;
const page = `<title>Cut</title><script>${late}</script><p>${'words '.repeat(5000)}</p>`;
const packed = gzipSync(page);
const head = { 'content-type': 'text/html' };

/** Breaks before the first byte of the body. */
const later = (act: () => void): void => void setTimeout(act, 300);

type Cut = (request: IncomingMessage, response: ServerResponse) => void;
const ways: [string, Cut][] = [
  [
    'shorter than announced',
    ({ socket }, response) => {
      response.writeHead(200, { ...head, 'content-length': page.length + 1000 });
      response.write(page, () => later(() => socket.end()));
    },
  ],
  [
    'cut in the middle of its gzip',
    ({ socket }, response) => {
      response.writeHead(200, { ...head, 'content-encoding': 'gzip', 'content-length': packed.length });
      response.write(packed.subarray(0, -20), () => later(() => socket.end()));
    },
  ],
  [
    'broken off by a reset',
    ({ socket }, response) => {
      response.writeHead(200, head).write(page);
      later(() => socket.resetAndDestroy());
    },
  ],
];

async function render(serve: Cut, proxy: 'basic' | 'auto') {
  let asked = 0;
  const url = harness.serve('/cut', (request, response) => {
    asked += 1;
    serve(request, response);
  });
  const startedAt = performance.now();
  const [sent] = await harness.render(renderMessage(url, { spec: scrapeSpec({ proxy }) }));
  const tookMs = performance.now() - startedAt;
  return { asked, tookMs, result: sent!.document!.result, content: sent!.content };
}

const BROKEN = {
  kind: 'failed',
  failure: {
    reason: 'reset',
    message: expect.stringMatching(/before the end of the response: .*: ERR_CONNECTION_CLOSED$/),
  },
};

describe.each(ways)('a page that is %s', (_, serve) => {
  it("returns a broken page with its scripts' content and a warning, soon", async () => {
    const { tookMs, result, content } = await render(serve, 'auto');
    expect(result).toMatchObject({ kind: 'done', engine: 'browser' });
    expect(content).toMatchObject({
      markdown: expect.stringMatching(/Late words and words words/),
      warning: expect.stringContaining('did not finish loading'),
    });
    expect(tookMs).toBeLessThan(WITHIN_MS);
  });

  it('retries a broken page and fails without a browser', async () => {
    expect(await render(serve, 'basic')).toMatchObject({ asked: 3, result: BROKEN });
  });
});

it('does not retry a page that breaks slowly', async () => {
  const slow: Cut = (request, response) => {
    response.writeHead(200, head).write(page);
    setTimeout(() => request.socket.resetAndDestroy(), 3500);
  };
  const { asked, tookMs, result } = await render(slow, 'basic');
  expect({ asked, result }).toMatchObject({ asked: 2, result: BROKEN });
  expect(tookMs).toBeLessThan(6500);
});
