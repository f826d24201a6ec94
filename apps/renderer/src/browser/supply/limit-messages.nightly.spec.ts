import { setTimeout as delay } from 'node:timers/promises';
import { type PageOpener, startPageOpener } from '../../../test/page-opener';
import { type PageServer, startPageServer } from '../../../test/page-server';
import { MessageFilter } from './limit-messages';

jest.setTimeout(60_000);

const MIB = 1024 * 1024;

describe('MessageFilter', () => {
  const event = (method: string, size = 0): string => JSON.stringify({ method, params: { text: 'x'.repeat(size) } });
  const answer = (size: number): string =>
    `{"id":7,"result":{"text":"${'x'.repeat(size)}\\"sessionId\\":\\"FF\\"}"},"sessionId":"A1"}`;
  const small = event('Page.frameNavigated');
  const refusal =
    '{"id":7,"error":{"code":-32000,"message":"the response of the browser is too large"},"sessionId":"A1"}';

  const cases: [name: string, sent: string[], passed: string[]][] = [
    ['lets what is small pass', [small, answer(1), small], [small, answer(1), small]],
    ['drops what is written to consoles', [small, event('Runtime.consoleAPICalled'), small], [small, small]],
    ['drops what is thrown', [event('Runtime.exceptionThrown', 100_000), small], [small]],
    ['drops what workers log', [event('Log.entryAdded', 100), event('Log.entryAdded', 9 * MIB), small], [small]],
    ['drops large events', [event('Network.requestWillBeSent', 9 * MIB), small], [small]],
    ['lets large answers pass', [answer(9 * MIB), small], [answer(9 * MIB), small]],
    ['refuses answers without bounds', [answer(257 * MIB), small], [refusal, small]],
  ];

  it.each(cases)('filters messages at any chunk size: %s', (_name, sent, passed) => {
    const bytes = Buffer.from(sent.map((message) => `${message}\0`).join(''));
    // Single bytes would take minutes for large messages.
    for (const size of [bytes.length > MIB ? 7_001 : 1, 65_536, bytes.length]) {
      const filter = new MessageFilter();
      const parts: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) parts.push(...filter.take(bytes.subarray(at, at + size)));
      const expected = Buffer.from(passed.map((message) => `${message}\0`).join(''));
      expect(Buffer.concat(parts).equals(expected)).toBe(true);
    }
  });
});

describe('limitMessages', () => {
  let site: PageServer;
  let opener: PageOpener;

  beforeAll(async () => {
    [site, opener] = await Promise.all([startPageServer(), startPageOpener()]);
  });

  afterAll(async () => {
    await Promise.all([site.close(), opener.close()]);
  });

  const flood = 'const big = "x".repeat(30e6); for (let i = 0; i < 3; i++)';
  const end = 'fetch("/end")';
  const inWorker = (script: string): string =>
    `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}]))).onmessage = () => ${end}`;
  const floods: [what: string, script: string][] = [
    ['logs', `${flood} console.log(big + i); ${end}`],
    ['logs more than a string may have', `console.error('x'.repeat(2 ** 29 - 25)); ${end}`],
    ['throws', `${flood} setTimeout(() => { throw big + i; }); setTimeout(() => ${end})`],
    ['rejects', `${flood} Promise.reject(new Error(big + i)); setTimeout(() => ${end})`],
    ['logs in a worker', inWorker(`${flood} console.log(big + i); postMessage(1);`)],
    ['posts', `${flood} fetch('/sink', { method: 'POST', body: big }).catch(() => 0); ${end}`],
    ['requests data URLs', `(async () => { ${flood} await fetch('data:,' + big + i); ${end} })()`],
  ];

  it.each(floods)('protects memory and other pages from a page that %s endlessly', async (_what, script) => {
    site.serve('/sink', (request, response) => {
      request.resume().on('end', () => response.end());
    });
    const over = new Promise<void>((resolve) => {
      site.serve('/end', (_request, response) => {
        response.end();
        resolve();
      });
    });
    const hostile = site.serve('/hostile', `<script>${script}</script>`);
    const good = site.serve('/good', '<p>good</p>');
    let isOver = false;
    let peakBytes = 0;
    let received = 0;
    let slowestMs = 0;
    await opener.withPage(good, {}, async (neighbour) => {
      await neighbour.page.goto(good);
      await opener.withPage(hostile, {}, async ({ page }) => {
        const { stderr, stdio } = page.browser().process()!;
        for (const pipe of [stderr!, stdio[4]!]) {
          pipe.on('data', (chunk: Buffer) => {
            received += chunk.length;
          });
        }
        const before = process.memoryUsage().rss;
        page.goto(hostile).catch(() => undefined);
        // The page may also crash.
        void Promise.race([over, new Promise((resolve) => page.once('error', resolve))]).then(() => {
          isOver = true;
        });
        while (!isOver) {
          const askedAt = performance.now();
          expect(await neighbour.page.evaluate(() => 1 + 1)).toBe(2);
          slowestMs = Math.max(slowestMs, performance.now() - askedAt);
          peakBytes = Math.max(peakBytes, process.memoryUsage().rss - before);
          await delay(20);
        }
      });
    });
    expect(received).toBeLessThan(5 * MIB);
    expect(peakBytes).toBeLessThan(150 * MIB);
    // 90 ms on an idle machine.
    expect(slowestMs).toBeLessThan(10_000);
  });
});
