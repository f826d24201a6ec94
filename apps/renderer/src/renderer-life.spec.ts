import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageDocument } from '@orbweaver/contracts';
import { loadConfigs } from '@orbweaver/platform';
import { scrapeSpec, until } from '@orbweaver/testing';
import { SHELL } from '../test/empty-shell';
import { type PageServer, startPageServer } from '../test/page-server';
import { keepLog } from '../test/quiet-log';
import { crawlPart, renderMessage } from '../test/render-message';
import { startRenderer } from '../test/renderer-harness';
import { findBrowser } from './browser/supply/find-browser';
import { pagePatienceMs, rendererConfig } from './renderer.config';

// The extraction threads run the built worker of libs/extraction.
jest.setTimeout(60_000);

let site: PageServer;

beforeAll(async () => {
  site = await startPageServer();
});

afterAll(() => site.close());

describe('publishing', () => {
  it('is repeated until it succeeds', async () => {
    const own = startRenderer();
    let refusals = 2;
    const { publish } = own.publisher;
    own.publisher.publish = async (...args) => {
      refusals -= 1;
      if (refusals >= 0) throw new Error('broker away');
      await publish(...args);
    };
    try {
      await own.renderer.intake.take(renderMessage(site.serve('/plain', '<p>words</p>')));
      await own.renderer.intake.whenEmpty();
      expect(own.published).toHaveLength(1);
      expect(own.events.filter(({ event }) => event === 'publish-failed')).toHaveLength(2);
    } finally {
      await own.stop();
    }
  });
});

/** An executable that is no browser. */
const NO_BROWSER = process.execPath;

describe('a renderer without a browser', () => {
  it('is not ready, and returns an empty shell with a warning', async () => {
    const own = startRenderer({ CHROMIUM_PATH: NO_BROWSER });
    try {
      await own.renderer.intake.take(renderMessage(site.serve('/app', SHELL)));
      await own.renderer.intake.take(
        renderMessage(site.serve('/app', SHELL), { spec: scrapeSpec({ mobile: true }), attempt: 3 }),
      );
      await own.renderer.intake.whenEmpty();
      const results = own.published.map(({ message }) => PageDocument.parse(message).result);
      expect(results).toContainEqual(expect.objectContaining({ kind: 'done', engine: 'http' }));
      expect(results).toContainEqual({
        kind: 'failed',
        failure: { reason: 'browser-crashed', message: expect.stringContaining('needs a browser') },
      });
      expect(own.health.ready().browser).toMatchObject({
        healthy: false,
        reason: expect.stringContaining(NO_BROWSER),
      });
    } finally {
      await own.stop();
    }
  });

  it.each(['/nowhere/chromium', __dirname, __filename])('does not start with %s as the browser', (path) => {
    const read = () => loadConfigs({ renderer: rendererConfig }, { CHROMIUM_PATH: path });
    expect(read).toThrow('CHROMIUM_PATH: must be a file that can be executed');
  });
});

describe('a renderer whose browser crashes at start-up', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crashing-browser-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A browser that crashes at start-up once for each file `crash-*` in the folder. */
  async function crashingBrowser(): Promise<string> {
    const { CHROMIUM_PATH: chromiumPath, RENDERER_CACHE_DIR: cacheDir } = rendererConfig.parse({
      CHROMIUM_PATH: process.env.CHROMIUM_PATH,
    });
    const { executablePath, env = {} } = await findBrowser({ chromiumPath, cacheDir, log: keepLog().log });
    const settings = Object.entries(env).map(([name, value]) => `${name}='${value}' `);
    const path = join(folder, 'headless-shell');
    writeFileSync(
      path,
      `#!/bin/sh
for crash in '${folder}'/crash-*; do
  [ -e "$crash" ] && rm "$crash" && kill -SEGV $$
done
${settings.join('')}exec '${executablePath}' "$@"
`,
      { mode: 0o755 },
    );
    return path;
  }

  it.each([1, 4])('renders a scrape after %i crashes of the browser', async (crashes) => {
    const own = startRenderer({ CHROMIUM_PATH: await crashingBrowser() });
    try {
      own.renderer.start();
      await until('the browser to be proven', () => own.events.some(({ event }) => event === 'browser-found'));
      for (let crash = 1; crash <= crashes; crash += 1) writeFileSync(join(folder, `crash-${crash}`), '');
      const spec = scrapeSpec({ mobile: true });
      await own.renderer.intake.take(renderMessage(site.serve('/plain', '<p>words</p>'), { spec }));
      await own.renderer.intake.whenEmpty();
      const results = own.published.map(({ message }) => PageDocument.parse(message).result);
      expect(results).toEqual([expect.objectContaining({ kind: 'done', engine: 'browser' })]);
    } finally {
      await own.stop();
    }
  });
});

const RETURNED_AT_ONCE = { kind: 'deferred', retryAfterMs: 0, returned: true };

describe('a renderer with unrequested pages of jobs', () => {
  it('returns pages to the frontier without a request when their host answers 429', async () => {
    const own = startRenderer({ RENDERER_HTTP_SLOTS: 2, RENDERER_BROWSER_SLOTS: 8 });
    const url = site.serve('/busy', (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end());
    const before = site.requests.length;
    try {
      const pages = Array.from({ length: 5 }, () => renderMessage(url, crawlPart()));
      for (const message of pages) await own.renderer.intake.take(message);
      await own.renderer.intake.whenEmpty();
      const outcomes = own.publisher.of('pageOutcomes').map(({ outcome }) => outcome);
      expect(outcomes).toHaveLength(5);
      const returned = outcomes.filter((outcome) => outcome.kind === 'deferred' && outcome.returned);
      const requests = site.requests.length - before;
      expect(requests).toBeLessThanOrEqual(2);
      expect(returned).toHaveLength(5 - requests);
      for (const outcome of returned) {
        expect(outcome).toEqual({ kind: 'deferred', retryAfterMs: expect.any(Number), returned: true });
        expect((outcome as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(50_000);
      }
      const scrape = renderMessage(url);
      await own.renderer.intake.take(scrape);
      await own.renderer.intake.whenEmpty();
      expect(own.publisher.of('documentsInteractive')).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });

  it('returns unrequested pages of jobs when it stops', async () => {
    const own = startRenderer({ RENDERER_HTTP_SLOTS: 1, RENDERER_BROWSER_SLOTS: 8 });
    let finish = (): void => undefined;
    const slow = site.serve('/slow-page', (_, response) => {
      finish = () => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>slow</p>');
    });
    const before = site.requests.length;
    const started = renderMessage(slow, crawlPart());
    const waiting = Array.from({ length: 3 }, () => renderMessage(slow, crawlPart()));
    for (const message of [started, ...waiting]) await own.renderer.intake.take(message);
    await until('the first request', () => site.requests.length === before + 1);
    const stopped = own.stop();
    await until('the waiting pages', () => own.publisher.of('pageOutcomes').length === 3);
    const returned = own.publisher.of('pageOutcomes');
    expect(returned.map(({ pageId }) => pageId).sort()).toEqual(waiting.map(({ pageId }) => pageId).sort());
    for (const { outcome } of returned) expect(outcome).toEqual(RETURNED_AT_ONCE);
    finish();
    await stopped;
    expect(own.publisher.of('pageOutcomes').at(-1)).toMatchObject({
      pageId: started.pageId,
      outcome: { kind: 'done' },
    });
    expect(site.requests.length).toBe(before + 1);
  });
});

describe('a page of a job whose host enters back-off before its attempt in the browser', () => {
  it.each([
    [0, { kind: 'deferred', retryAfterMs: expect.any(Number) }],
    [3, { kind: 'done', statusCode: 200 }],
  ])('is deferred while it has deferrals left (it had %i)', async (deferrals, outcome) => {
    const own = startRenderer();
    let finish: (() => void) | undefined;
    const app = site.serve('/app-of-busy-host', (_, response) => {
      const answer = () => void response.writeHead(200, { 'content-type': 'text/html' }).end(SHELL);
      if (finish === undefined) finish = answer;
      else answer();
    });
    const busy = site.serve('/busy', (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end());
    try {
      const page = renderMessage(app, { ...crawlPart(), deferrals });
      await own.renderer.intake.take(page);
      await until('the first request', () => finish !== undefined);
      await own.renderer.intake.take(renderMessage(busy, crawlPart()));
      await until('the back-off', () => own.publisher.of('pageOutcomes').length === 1);
      finish?.();
      await own.renderer.intake.whenEmpty();
      const outcomes = own.publisher.of('pageOutcomes').filter(({ pageId }) => pageId === page.pageId);
      expect(outcomes.map((one) => one.outcome)).toEqual([outcome]);
    } finally {
      await own.stop();
    }
  });
});

describe('a renderer that stops', () => {
  it.each([
    [60_000, 57_500],
    [10_000, 7500],
    [2000, 1000],
    [0, 0],
  ])('continues running pages, within %i ms, for %i ms', (drainMs, patienceMs) => {
    expect(pagePatienceMs({ DRAIN_TIMEOUT: drainMs })).toBe(patienceMs);
  });

  it('accepts no more pages, drains running ones, and aborts slow ones', async () => {
    const own = startRenderer({ DRAIN_TIMEOUT: '6s' });
    let finish = (): void => undefined;
    const slow = site.serve('/slow', (_, response) => {
      finish = () => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>slow</p>');
    });
    const silent = site.serve('/silent', () => undefined);
    const before = site.requests.length;
    const ending = renderMessage(slow);
    const hanging = renderMessage(silent);
    const leased = renderMessage(silent, crawlPart());
    for (const message of [ending, hanging, leased]) await own.renderer.intake.take(message);
    await until('the pages to be asked for', () => site.requests.length === before + 3);
    const stopped = own.stop();
    finish();
    await expect(own.renderer.intake.take(renderMessage(slow))).rejects.toMatchObject({ retry: 'until-it-works' });
    await stopped;
    const results = own.publisher.of('documentsInteractive').map(({ pageId, result }) => ({ pageId, result }));
    expect(own.publisher.of('pageOutcomes')).toEqual([
      expect.objectContaining({ pageId: leased.pageId, epoch: leased.epoch, outcome: RETURNED_AT_ONCE }),
    ]);
    expect(results).toEqual([
      { pageId: ending.pageId, result: expect.objectContaining({ kind: 'done' }) },
      { pageId: hanging.pageId, result: { kind: 'failed', failure: expect.objectContaining({ reason: 'cancelled' }) } },
    ]);
  });
});
