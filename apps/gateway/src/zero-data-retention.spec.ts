import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { RenderPage } from '@orbweaver/contracts';
import { WebSocket } from 'ws';
import { announcePage } from '../test/announcements';
import { type JobCalls, jobCalls, url } from '../test/job-calls';
import { endJob, storePage, storePages } from '../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../test/start-gateway';
import { untilTrue } from '../test/until-true';
import { ScrapePages } from './submit/scrape-pages';

let gateway: TestGateway;
let jobs: JobCalls;

beforeAll(async () => {
  gateway = await startGateway();
  jobs = jobCalls(gateway);
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.published.length = 0;
});

const rendered = () =>
  untilTrue(() => gateway.published.find(({ topic }) => topic === 'renderInteractive')?.message as RenderPage);
const secret = { url: 'http://secret.test/secret?secret', headers: { 'x-secret': 'secret' }, includeTags: ['.secret'] };

/** Publishes the result of a page that is not stored. */
const reply = async (pageId: string, failure?: { reason: 'dns'; message: string }) => {
  const metadata = {
    sourceURL: secret.url,
    url: secret.url,
    statusCode: 200,
    proxyUsed: 'basic' as const,
    creditsUsed: 2,
  };
  await gateway.publisher.publish('directReply', pageId, {
    type: 'DirectReply',
    pageId,
    result: failure === undefined ? { kind: 'done', metadata } : { kind: 'failed', failure },
    ...(failure === undefined ? { content: gzipSync('{"markdown":"# Secret"}') } : {}),
  });
};

/** Stores the row of an ephemeral page as results does. */
const storeRow = async (pageId: string, reason?: string) => {
  await storePage(gateway.database, pageId, { id: pageId, url: '', ...(reason === undefined ? {} : { reason }) });
  await gateway.database.document.deleteMany({ where: { pageId } });
  await announcePage(gateway, pageId, pageId);
};

describe('a scrape with zeroDataRetention', () => {
  it.each(['v1', 'v2'])(
    'returns in %s the document of a message, and stores nothing of the request',
    async (version) => {
      const asking = gateway.call(`/${version}/scrape`, {
        body: { ...secret, zeroDataRetention: true, timeout: 5000 },
      });
      const message = await rendered();
      expect(message).toMatchObject({ url: secret.url, spec: { headers: secret.headers }, zeroDataRetention: true });
      const job = await gateway.database.job.findUniqueOrThrow({ where: { id: message.jobId } });
      expect(job).toMatchObject({ zeroDataRetention: true, spec: { kind: 'scrape', scrape: { timeoutMs: 5000 } } });
      expect(JSON.stringify(job)).not.toContain('secret');
      await storeRow(message.pageId);
      await reply(message.pageId);
      expect(await asking).toMatchObject({
        status: 200,
        body: { success: true, data: { markdown: '# Secret', metadata: { url: secret.url, creditsUsed: 2 } } },
      });
      expect(await gateway.call(`/${version}/scrape/${message.pageId}`)).toMatchObject({
        status: 404,
        body: { success: false, error: expect.stringMatching(/zero data retention/) },
      });
    },
  );

  it('is enabled by the team without a field in the request', async () => {
    const { key, teamId } = await insertTeam(gateway.database);
    await gateway.database.team.update({ where: { id: teamId }, data: { zeroDataRetention: true } });
    const asking = gateway.call('/v2/scrape', { body: { url: secret.url }, key });
    const message = await rendered();
    expect(message).toMatchObject({ url: secret.url, cache: { state: 'miss' } });
    expect(message).not.toHaveProperty('keepCapture');
    await reply(message.pageId, { reason: 'dns', message: 'no secret.test' });
    expect(await asking).toMatchObject({
      status: 500,
      body: { code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: expect.stringContaining('no secret.test') },
    });
    const crawl = await gateway.call('/v1/crawl', { body: { url: secret.url }, key });
    const job = await gateway.database.job.findUniqueOrThrow({ where: { id: crawl.body.id } });
    expect(job.zeroDataRetention).toBe(true);
  });

  it('returns a late document, and for a lost one an error that client libraries do not retry', async () => {
    // Only the timeout of the request applies.
    Object.assign(gateway.application.get(ScrapePages, { strict: false }), { directReplyLateMs: 0 });
    const [done, failed, late] = [3000, 3000, 60_000].map((timeout) =>
      gateway.call('/v2/scrape', { body: { ...secret, zeroDataRetention: true, timeout } }),
    );
    const pages = await untilTrue(() => {
      const found = gateway.published.filter(({ topic }) => topic === 'renderInteractive');
      return found.length === 3 ? found.map(({ message }) => message as RenderPage) : undefined;
    });
    const [lost, lostFailure] = pages.filter(({ spec }) => spec.timeoutMs === 3000);
    const latePage = pages.find(({ spec }) => spec.timeoutMs === 60_000)!;
    await storeRow(latePage.pageId);
    await storeRow(lost!.pageId);
    await storeRow(lostFailure!.pageId, 'dns');
    const answers = [await done!, await failed!].sort((a, b) => String(a.body.code).localeCompare(String(b.body.code)));
    expect(answers).toMatchObject([
      { status: 500, body: { code: 'SCRAPE_DNS_RESOLUTION_ERROR' } },
      { status: 500, body: { error: expect.stringMatching(/lost in transit.*not stored/) } },
    ]);
    await reply(latePage.pageId);
    expect(await late!).toMatchObject({ status: 200, body: { data: { markdown: '# Secret' } } });
  }, 30_000);

  it('is logged without its request on an internal error', async () => {
    gateway.onPublish = () => {
      throw new TypeError('secret');
    };
    const answer = await gateway.call('/v2/scrape', { body: { ...secret, zeroDataRetention: true } });
    gateway.onPublish = () => undefined;
    expect(answer.status).toBe(500);
    expect(gateway.logged).toContain('request-failed');
    expect(gateway.loggedErrors.join()).toContain('TypeError');
    expect(gateway.loggedErrors.join()).not.toContain('secret');
  });
});

describe('a job with zeroDataRetention', () => {
  const start = async (): Promise<string> => jobs.startCrawl({ zeroDataRetention: true });
  const end = async (id: string) => {
    await endJob(gateway.database, id, 'completed');
    await gateway.database.job.update({ where: { id }, data: { eraseDueAt: new Date(Date.now() + 600_000) } });
  };
  const isToBeErased = async (id: string) => {
    const { eraseDueAt } = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    return eraseDueAt !== null && eraseDueAt.getTime() <= Date.now() + 5000;
  };
  const markErased = async (id: string) => {
    await gateway.database.job.update({ where: { id }, data: { erasedAt: new Date() } });
    await gateway.database.document.deleteMany({ where: { jobId: id } });
  };
  const isGone = { status: 410, body: { success: false, error: expect.stringMatching(/zero data retention.*erased/) } };

  const stream = async (id: string, lastEventId = '') =>
    fetch(`${gateway.address}/v2/crawl/${id}/events`, {
      headers: { authorization: `Bearer ${gateway.key}`, 'last-event-id': lastEventId },
    });
  const watch = async (id: string) => {
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/v2/crawl/${id}`, [gateway.key]);
    const frames: string[] = [];
    socket.on('message', (frame) => frames.push(String(frame)));
    const [code, reason] = await once(socket, 'close');
    return { code, reason: String(reason), frames };
  };

  it('logs no content of a corrupt document, for status, stream and WebSocket', async () => {
    const id = await start();
    const pageId = await storePage(gateway.database, id);
    await gateway.database.document.updateMany({ where: { pageId }, data: { content: Buffer.from('secret') } });
    await end(id);
    gateway.loggedErrors.length = 0;
    for (const path of [`crawl/${id}`, `scrape/${pageId}`]) {
      expect(await gateway.call(`/v2/${path}`)).toMatchObject({ status: 500 });
    }
    // The gzip stream is corrupt.
    await expect((await stream(id)).text()).rejects.toThrow();
    expect((await watch(id)).code).toBe(1011);
    expect(gateway.loggedErrors).toHaveLength(4);
    for (const error of gateway.loggedErrors) expect(error).toContain('The message is withheld');
  });

  it('is marked for erasure after it has ended and was read completely', async () => {
    const id = await start();
    await storePages(gateway.database, id, [{}, {}, {}]);
    expect((await jobs.read(`/v2/crawl/${id}`)).data).toHaveLength(3);
    await end(id);
    const authorization = `Bearer ${gateway.key}`;
    await fetch(`${gateway.address}/v2/crawl/${id}`, { method: 'HEAD', headers: { authorization } });
    await jobs.read(`/v2/crawl/${id}?skip=99`);
    await gateway.database.job.update({ where: { id }, data: { eraseDueAt: new Date(Date.now() + 60_000) } });
    const { next } = await jobs.read(`/v2/crawl/${id}?limit=2`);
    const { eraseDueAt } = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    expect(eraseDueAt!.getTime()).toBeGreaterThan(Date.now() + 500_000);
    expect((await jobs.read(new URL(next).pathname + new URL(next).search)).data).toHaveLength(1);
    await untilTrue(async () => isToBeErased(id));
  });

  it('is marked for erasure after a stream or WebSocket has sent everything', async () => {
    const [streamed, watched] = [await start(), await start()];
    for (const id of [streamed, watched]) {
      await storePages(gateway.database, id, [{}, {}]);
      await end(id);
    }
    const text = await (await stream(streamed)).text();
    expect(text.match(/^event: .*$/gm)).toEqual(['status', 'document', 'document', 'done'].map((e) => `event: ${e}`));
    expect(await watch(watched)).toMatchObject({ code: 1000, reason: '{"type":"done"}' });
    for (const id of [streamed, watched]) await untilTrue(async () => isToBeErased(id));
  });

  it('returns an error to readers if it is erased before they have read everything', async () => {
    const id = await start();
    await storePages(gateway.database, id, [{}, {}, {}]);
    await end(id);
    const { next } = await jobs.read(`/v2/crawl/${id}?limit=2`);
    await markErased(id);
    expect(await gateway.call(new URL(next).pathname + new URL(next).search)).toMatchObject(isGone);
    expect((await stream(id, '2')).status).toBe(410);
    expect(await watch(id)).toMatchObject({ code: 1008, reason: expect.stringMatching(/"error".*erased/) });
    expect(await gateway.call(`/v2/crawl/${id}`)).toMatchObject({ status: 200, body: { data: [], completed: 3 } });
  });

  it('returns state and counts after erasure, but nothing of its pages', async () => {
    const id = await start();
    const pageId = await storePage(gateway.database, id);
    await storePage(gateway.database, id, { reason: 'dns', message: 'no such host' });
    await end(id);
    await markErased(id);
    const status = await jobs.read(`/v2/crawl/${id}`);
    const remaining = { success: true, status: 'completed', completed: 1, total: 1, creditsUsed: 1, data: [] };
    expect(status).toMatchObject(remaining);
    expect(status.warning).toMatch(/zero data retention/);
    expect(status).not.toHaveProperty('next');
    expect(await jobs.read(`/v2/crawl/${id}/errors`)).toEqual({
      success: true,
      errors: [],
      robotsBlocked: [],
      warning: expect.stringMatching(/zero data retention/),
    });
    const gone = { status: 404, body: { error: expect.stringMatching(/zero data retention/) } };
    for (const path of [`crawl/${id}/urls`, `crawl/${id}/explain?url=x`, `scrape/${pageId}`]) {
      expect(await gateway.call(`/v2/${path}`)).toMatchObject(gone);
    }
    const redelivery = { body: { jobId: id, states: ['dead'] } };
    expect(await gateway.call('/v2/webhooks/deliveries/redeliver', redelivery)).toMatchObject({ status: 409 });
  });

  it('rejects appending a job with zeroDataRetention to a batch that stores its documents', async () => {
    const kept = await jobs.startBatch([url]);
    const append = (body: object) => gateway.call('/v2/batch/scrape', { body: { urls: [url], ...body } });
    expect(await append({ appendToId: kept, zeroDataRetention: true })).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/stores its documents/) },
    });
    const { body } = await append({ zeroDataRetention: true });
    expect(await append({ appendToId: body.id })).toMatchObject({ status: 200 });
    expect(await append({ appendToId: randomUUID(), zeroDataRetention: true })).toMatchObject({ status: 404 });
  });
});
