import { once } from 'node:events';
import { connect } from 'node:net';
import type { RenderPage } from '@orbweaver/contracts';
import { announceEnd, announcePage } from '../../test/announcements';
import { startCrawl } from '../../test/job-calls';
import { endJob, storePage, storePages } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';
import { watch } from '../../test/watch';
import { Authenticator } from '../auth/authenticator';
import { JobEvents } from '../notifications/job-events';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe.each(['/v1/crawl', '/v1/batch/scrape', '/v2/crawl', '/v2/batch/scrape'])('a WebSocket of %s', (path) => {
  it('sends stored documents, new documents, and the end as the close reason', async () => {
    const id = await startCrawl(gateway);
    await storePage(gateway.database, id, { content: { markdown: 'one' } });
    await storePage(gateway.database, id, { content: { markdown: 'two' } });
    const { socket, frames, closed } = watch(gateway, `${path}/${id}`, { key: gateway.key });
    await untilTrue(() => frames.length === 1);
    expect(socket.protocol).toBe(gateway.key);
    expect(frames[0]).toMatchObject({
      type: 'catchup',
      data: {
        success: true,
        status: 'scraping',
        completed: 2,
        creditsUsed: 2,
        data: [{ markdown: 'one' }, { markdown: 'two' }],
      },
    });
    const pageId = await storePage(gateway.database, id, { content: { markdown: 'three' } });
    await announcePage(gateway, id, pageId);
    await untilTrue(() => frames.length === 2);
    expect(frames[1]).toMatchObject({ type: 'document', data: { markdown: 'three', metadata: { scrapeId: pageId } } });
    await storePage(gateway.database, id, { content: { markdown: 'four' } });
    await endJob(gateway.database, id, 'completed');
    await announceEnd(gateway, id, 'completed');
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(frames.slice(2)).toMatchObject([{ type: 'document', data: { markdown: 'four' } }]);
  });
});

describe('a WebSocket of a job', () => {
  it('sends all documents of an ended job and closes', async () => {
    const id = await startCrawl(gateway);
    const contents = Array.from({ length: 250 }, (_, page) => ({ content: { markdown: `${page}` } }));
    await storePages(gateway.database, id, contents);
    await endJob(gateway.database, id, 'completed');
    const { frames, closed } = watch(gateway, `/v2/crawl/${id}`, { header: `Bearer ${gateway.key}` });
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(frames).toHaveLength(1);
    const markdown = frames[0].data.data.map((document: { markdown: string }) => document.markdown);
    expect(markdown).toEqual(Array.from({ length: 250 }, (_, page) => `${page}`));
  });

  it('closes with the error of a failed job, truncated to the limit of the protocol', async () => {
    const id = await startCrawl(gateway);
    await endJob(gateway.database, id, 'failed', 'ü'.repeat(200));
    const { closed } = watch(gateway, `/v1/crawl/${id}`, { key: gateway.key });
    const { code, reason } = await closed;
    expect(code).toBe(1000);
    expect(JSON.parse(reason)).toEqual({ type: 'error', error: expect.stringMatching(/^ü{40,}$/) });
  });

  it('closes with 1008 for an unknown job and a job of another team', async () => {
    const { key } = await insertTeam(gateway.database);
    const id = await startCrawl(gateway);
    for (const watcher of [watch(gateway, '/v2/crawl/x', { key }), watch(gateway, `/v2/crawl/${id}`, { key })]) {
      expect(await watcher.closed).toEqual({ code: 1008, reason: '{"type":"error","error":"Job not found"}' });
    }
  });

  it('sends documents that are stored after the cancellation', async () => {
    const id = await startCrawl(gateway);
    const { frames, closed } = watch(gateway, `/v2/crawl/${id}`, { key: gateway.key });
    await untilTrue(() => frames.length === 1);
    expect((await gateway.call(`/v2/crawl/${id}`, { method: 'DELETE' })).status).toBe(200);
    const pageId = await storePage(gateway.database, id, { content: { markdown: 'late' } });
    await announcePage(gateway, id, pageId);
    await untilTrue(() => frames.length === 2);
    await endJob(gateway.database, id, 'cancelled');
    await announceEnd(gateway, id, 'cancelled');
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(frames[1]).toMatchObject({ type: 'document', data: { markdown: 'late' } });
  });

  it('closes when its key is revoked', async () => {
    const { teamId, key } = await insertTeam(gateway.database);
    const id = await startCrawl(gateway, {}, { key });
    const { frames, closed } = watch(gateway, `/v2/crawl/${id}`, { key });
    await untilTrue(() => frames.length === 1);
    await gateway.database.apiKey.updateMany({ where: { teamId }, data: { revokedAt: new Date() } });
    gateway.application.get(Authenticator).clearCache();
    await announcePage(gateway, id, await storePage(gateway.database, id, { content: { markdown: 'secret' } }));
    expect(await closed).toMatchObject({ code: 3000 });
    expect(frames).toHaveLength(1);
  });

  it('is unsubscribed on disconnect', async () => {
    const id = await startCrawl(gateway);
    const { socket, frames, closed } = watch(gateway, `/v2/crawl/${id}`, { key: gateway.key });
    await untilTrue(() => frames.length === 1);
    const events = gateway.application.get(JobEvents);
    await untilTrue(() => events.count === 1);
    socket.terminate();
    await closed;
    await untilTrue(() => events.count === 0);
  });
});

describe('the shutdown of the gateway', () => {
  it('closes WebSockets, including unresponsive ones, and returns 503 to waiting scrapes', async () => {
    const ending = await startGateway({ DRAIN_TIMEOUT: '1s', SCRAPE_DRAIN_TIMEOUT: '2500ms' });
    const id = await startCrawl(ending);
    const deaf = connect(Number(new URL(ending.address).port), '127.0.0.1');
    deaf.write(
      `GET /v2/crawl/${id} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${ending.key}\r\n\r\n`,
    );
    await once(deaf, 'data');
    const waiting = ending.call('/v2/scrape', { body: { url: 'https://example.com/', timeout: 60_000 } });
    await untilTrue(() => ending.published.some(({ topic }) => topic === 'renderInteractive'));
    const started = performance.now();
    const closed = ending.close();
    const cut = await waiting;
    expect(cut).toMatchObject({ status: 503, body: { success: false, code: 'SERVICE_STOPPING' } });
    expect(cut.headers.get('retry-after')).toBe('5');
    await closed;
    // The wait for the page takes 1.5 s. Keep-alive would add 4 s.
    expect(performance.now() - started).toBeLessThan(4500);
    expect(deaf.destroyed || deaf.readableEnded || (await once(deaf, 'close'))).toBeTruthy();
  });

  it('waits for a scrape in flight beyond DRAIN_TIMEOUT, and accepts no new request', async () => {
    const ending = await startGateway({ DRAIN_TIMEOUT: '0s' });
    const waiting = ending.call('/v2/scrape', { body: { url: 'https://example.com/', timeout: 60_000 } });
    const { pageId } = await untilTrue(
      () => ending.published.find(({ topic }) => topic === 'renderInteractive')?.message as RenderPage | undefined,
    );
    const closed = ending.close();
    const isRefused = () =>
      ending.call('/v0/health/liveness', { key: null }).then(
        () => false,
        () => true,
      );
    await untilTrue(isRefused);
    await storePage(ending.database, pageId, { id: pageId });
    await announcePage(ending, pageId, pageId);
    expect(await waiting).toMatchObject({ status: 200, body: { success: true } });
    await closed;
  });
});
