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
  it('is repeated until it works', async () => {
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

/** It can be executed, and is no browser. */
const NO_BROWSER = process.execPath;

describe('a renderer without a browser', () => {
  it('says so in its readiness, and gives an empty shell as it is, with a warning', async () => {
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

describe('a renderer whose browser crashes at its start', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'crashing-browser-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A browser that crashes at its start once for each file `crash-*` in the folder. */
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

  it.each([1, 4])('gives what a scrape asks for after %i of them', async (crashes) => {
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

describe('a renderer that is told to stop', () => {
  it.each([
    [60_000, 57_500],
    [10_000, 7500],
    [2000, 1000],
    [0, 0],
  ])('within %i ms lets pages go on for %i ms', (drainMs, patienceMs) => {
    expect(pagePatienceMs({ DRAIN_TIMEOUT: drainMs })).toBe(patienceMs);
  });

  it('takes nothing more, lets pages end, and gives up what takes too long', async () => {
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
    const results = own.published
      .map(({ message }) => PageDocument.parse(message))
      .map(({ pageId, result }) => ({ pageId, result }));
    expect(results).toEqual([
      { pageId: ending.pageId, result: expect.objectContaining({ kind: 'done' }) },
      { pageId: hanging.pageId, result: { kind: 'failed', failure: expect.objectContaining({ reason: 'cancelled' }) } },
    ]);
  });
});
