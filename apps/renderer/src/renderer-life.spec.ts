import { PageDocument } from '@orbweaver/contracts';
import { loadConfigs } from '@orbweaver/platform';
import { scrapeSpec, until } from '@orbweaver/testing';
import { SHELL } from '../test/empty-shell';
import { type PageServer, startPageServer } from '../test/page-server';
import { crawlPart, renderMessage } from '../test/render-message';
import { startRenderer } from '../test/renderer-harness';
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
