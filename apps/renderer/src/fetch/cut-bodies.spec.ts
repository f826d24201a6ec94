import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { scrapeSpec } from '@orbweaver/testing';
import { renderMessage } from '../../test/render-message';
import { rendererHarness } from '../../test/renderer-harness';

/** What a broken connection may cost beside the first visit, on a machine that has more to do. */
const WITHIN_MS = 8_000;

const harness = rendererHarness();

// The start of the browser is not what is measured.
beforeAll(() => render((_, response) => void response.writeHead(403, head).end(), 'auto'));

const late = `setTimeout(() => { document.querySelector('p').prepend('Late words and ') }, 100)`;
const page = `<title>Cut</title><script>${late}</script><p>${'words '.repeat(5000)}</p>`;
const packed = gzipSync(page);
const head = { 'content-type': 'text/html' };

/** What breaks before the browser has seen the beginning is no page to it. */
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
  it('is soon shown as far as it came, with what its scripts make of it, and a warning', async () => {
    const { tookMs, result, content } = await render(serve, 'auto');
    expect(result).toMatchObject({ kind: 'done', engine: 'browser' });
    expect(content).toMatchObject({
      markdown: expect.stringMatching(/Late words and words words/),
      warning: expect.stringContaining('did not finish loading'),
    });
    expect(tookMs).toBeLessThan(WITHIN_MS);
  });

  it('is tried again, and then fails, where no browser may look', async () => {
    expect(await render(serve, 'basic')).toMatchObject({ asked: 3, result: BROKEN });
  });
});

it('a page that takes its time to break off is not waited for again and again', async () => {
  const slow: Cut = (request, response) => {
    response.writeHead(200, head).write(page);
    setTimeout(() => request.socket.resetAndDestroy(), 3500);
  };
  const { asked, tookMs, result } = await render(slow, 'basic');
  expect({ asked, result }).toMatchObject({ asked: 2, result: BROKEN });
  expect(tookMs).toBeLessThan(6500);
});
