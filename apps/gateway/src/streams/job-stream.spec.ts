import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { announceEnd, announcePage } from '../../test/announcements';
import { startCrawl } from '../../test/job-calls';
import { endJob, storePage, storePages } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';
import { Authenticator } from '../auth/authenticator';
import { JobEvents } from '../notifications/job-events';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ EVENT_HEARTBEAT: '100ms' });
});
afterAll(() => gateway.close());

interface SentEvent {
  event: string;
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read into events of every shape
  data: any;
}

interface Listener {
  status: number;
  headers: Headers;
  events: SentEvent[];
  text(): string;
  /** Resolves at the end of the stream. */
  ended: Promise<void>;
  leave(): void;
}

async function listen(path: string, lastEventId?: string, { key = gateway.key, at = gateway } = {}): Promise<Listener> {
  const leaving = new AbortController();
  const response = await fetch(at.address + path, {
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const events: SentEvent[] = [];
  let all = '';
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      all += text;
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
        if (fields.event !== undefined) events.push({ ...fields, data: JSON.parse(fields.data) });
      }
    }
  };
  const ended = read();
  ended.catch(() => undefined);
  return {
    status: response.status,
    headers: response.headers,
    events,
    text: () => all,
    ended,
    leave: () => leaving.abort(),
  };
}

const store = (jobId: string, markdown: string) => storePage(gateway.database, jobId, { content: { markdown } });

async function finish(jobId: string): Promise<void> {
  await endJob(gateway.database, jobId, 'completed');
  await announceEnd(gateway, jobId, 'completed');
}

const summaryOf = ({ events }: Listener) =>
  events.map(({ event, id, data }) => [event, id, data.markdown ?? data.status]);

describe.each(['/v2/crawl', '/v2/batch/scrape'])('the event stream of %s', (path) => {
  it('sends stored documents, new documents and the final status', async () => {
    const id = await startCrawl(gateway);
    await store(id, 'one');
    const listener = await listen(`${path}/${id}/events`);
    expect(listener.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(listener.headers.get('cache-control')).toContain('no-store');
    await untilTrue(() => listener.events.length === 2);
    const pageId = await store(id, 'two\nlines – ü');
    await announcePage(gateway, id, pageId);
    await untilTrue(() => listener.events.length === 3);
    await store(id, 'three');
    await finish(id);
    await listener.ended;
    expect(summaryOf(listener)).toEqual([
      ['status', undefined, 'scraping'],
      ['document', '1', 'one'],
      ['document', '2', 'two\nlines – ü'],
      ['document', '3', 'three'],
      ['done', 'done', 'completed'],
    ]);
    expect(listener.events[2]?.data.metadata.scrapeId).toBe(pageId);
    expect(listener.events.at(-1)?.data).toMatchObject({ success: true, completed: 3, total: 3 });
  });
});

describe('an event stream without documents', () => {
  it('sends the status and the totals of URLs when they change, and at the end', async () => {
    const id = await startCrawl(gateway);
    const totals = { known: 9, queued: 4, leased: 1, done: 2, failed: 1 };
    await gateway.database.frontierJob.create({
      data: { id, teamId: gateway.teamId, kind: 'crawl', admitted: 8, ...totals },
    });
    const listener = await listen(`/v2/crawl/${id}/events?documents=false`);
    await untilTrue(() => listener.events.length === 1);
    await store(id, 'one');
    await finish(id);
    await listener.ended;
    expect(listener.events.map(({ event }) => event)).toEqual(['progress', 'done']);
    expect(listener.events[0]?.data).toMatchObject({
      status: 'scraping',
      urls: { queued: 4, leased: 1, done: 2, failed: 1, skipped: 1 },
    });
    expect(listener.events[1]?.data).toMatchObject({ status: 'completed', completed: 1 });
  });

  it('is rejected for another value', async () => {
    const id = await startCrawl(gateway);
    expect(await gateway.call(`/v2/crawl/${id}/events?documents=no`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('documents') },
    });
  });
});

describe('an event stream', () => {
  it('resumes after the last event, and returns 204 after the end', async () => {
    const id = await startCrawl(gateway);
    await storePages(
      gateway.database,
      id,
      Array.from({ length: 230 }, (_, page) => ({ content: { markdown: `${page + 1}` } })),
    );
    const first = await listen(`/v2/crawl/${id}/events`);
    await untilTrue(() => first.events.length === 231);
    first.leave();
    await finish(id);
    const second = await listen(`/v2/crawl/${id}/events`, '117');
    await second.ended;
    const ids = Array.from({ length: 230 - 117 }, (_, index) => `${index + 118}`);
    expect(second.events.map((event) => event.id)).toEqual([undefined, ...ids, 'done']);
    expect(second.events.slice(1, -1).map((event) => event.data.markdown)).toEqual(ids);

    const third = await listen(`/v2/crawl/${id}/events`, 'done');
    expect(third.status).toBe(204);
  });

  it('continues for a cancelled job until pages being rendered are stored', async () => {
    const id = await startCrawl(gateway);
    await store(id, 'one');
    const listener = await listen(`/v2/crawl/${id}/events`);
    await untilTrue(() => listener.events.length === 2);
    expect((await gateway.call(`/v2/crawl/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await gateway.call(`/v2/crawl/${id}`)).body.status).toBe('cancelled');
    await announcePage(gateway, id, await store(id, 'two'));
    await untilTrue(() => listener.events.length === 3);
    expect((await listen(`/v2/crawl/${id}/events`, 'done')).status).toBe(400);
    await store(id, 'three');
    await endJob(gateway.database, id, 'cancelled');
    await announceEnd(gateway, id, 'cancelled');
    await listener.ended;
    expect(summaryOf(listener).slice(2)).toEqual([
      ['document', '2', 'two'],
      ['document', '3', 'three'],
      ['done', 'done', 'cancelled'],
    ]);
    expect(listener.events.at(-1)?.data).toMatchObject({ completed: 3 });
  });

  it('ends when the key is revoked, and sends no later documents', async () => {
    const { teamId, key } = await insertTeam(gateway.database);
    const id = await startCrawl(gateway, {}, { key });
    const listener = await listen(`/v2/crawl/${id}/events`, undefined, { key });
    await untilTrue(() => listener.events.length === 1);
    await gateway.database.apiKey.updateMany({ where: { teamId }, data: { revokedAt: new Date() } });
    gateway.application.get(Authenticator).clearCache();
    await announcePage(gateway, id, await store(id, 'secret'));
    await listener.ended;
    expect(listener.events.map(({ event }) => event)).toEqual(['status']);
    expect((await listen(`/v2/crawl/${id}/events`, '0', { key })).status).toBe(401);
  });

  it('sends the error of a failed job', async () => {
    const id = await startCrawl(gateway);
    await endJob(gateway.database, id, 'failed', 'No such host.');
    const listener = await listen(`/v2/crawl/${id}/events`);
    await listener.ended;
    expect(listener.events.at(-1)).toMatchObject({
      event: 'done',
      data: { success: false, status: 'failed', error: 'No such host.' },
    });
  });

  it('sends heartbeats', async () => {
    const listener = await listen(`/v2/crawl/${await startCrawl(gateway)}/events`);
    await untilTrue(() => listener.text().split(': heartbeat\n\n').length > 3);
    listener.leave();
  });

  it('is rejected without a valid key, for an unknown job, and for an invalid id', async () => {
    const id = await startCrawl(gateway);
    const { key } = await insertTeam(gateway.database);
    const statuses = await Promise.all([
      listen(`/v2/crawl/${id}/events`, undefined, { key: 'wrong' }),
      listen(`/v2/crawl/${id}/events`, undefined, { key }),
      listen('/v2/crawl/x/events'),
      listen(`/v2/crawl/${id}/events`, '-1'),
      listen(`/v2/crawl/${id}/events`, 'done'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 404, 404, 400, 400]);
    const bad = await gateway.call(`/v2/crawl/${id}/events`, { headers: { 'last-event-id': '-1' } });
    expect(bad.body).toMatchObject({
      error: 'Last-Event-ID: Must be the id of an event of this stream, such as 12 or done, not "-1"',
    });
  });

  it('buffers at most one page for a stalled reader, and frees it on disconnect', async () => {
    const id = await startCrawl(gateway);
    const large = 'x'.repeat(4_000_000);
    await storePages(
      gateway.database,
      id,
      Array.from({ length: 20 }, () => ({ content: { markdown: large } })),
    );
    const events = gateway.application.get(JobEvents);
    const server: Server = gateway.application.getHttpServer();
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const deaf = connect(Number(new URL(gateway.address).port), '127.0.0.1');
    deaf.pause();
    deaf.write(`GET /v2/crawl/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\n\r\n`);
    const [socket] = await connected;
    // Until the buffer is stable.
    let buffered = 0;
    let looks = 0;
    await untilTrue(() => {
      looks = socket.writableLength > 0 && socket.writableLength === buffered ? looks + 1 : 0;
      buffered = socket.writableLength;
      return looks === 30;
    });
    expect(buffered).toBeLessThan(2 * large.length);
    deaf.destroy();
    await untilTrue(() => events.count === 0);
  });
});

describe('the shutdown of the gateway', () => {
  it('ends event streams, including those of stalled readers', async () => {
    const ending = await startGateway();
    const id = await startCrawl(ending);
    const large = 'x'.repeat(4_000_000);
    await storePages(
      ending.database,
      id,
      Array.from({ length: 8 }, () => ({ content: { markdown: large } })),
    );
    const deaf = connect(Number(new URL(ending.address).port), '127.0.0.1');
    deaf.pause();
    deaf.on('error', () => undefined);
    deaf.write(`GET /v2/crawl/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ending.key}\r\n\r\n`);
    const listener = await listen(`/v2/crawl/${id}/events`, '8', { key: ending.key, at: ending });
    await untilTrue(() => listener.events.length === 1);
    const events = ending.application.get(JobEvents);
    await untilTrue(() => events.count === 1);
    await ending.close();
    await listener.ended;
    expect(listener.events.map((event) => event.event)).toEqual(['status']);
    deaf.destroy();
  });
});
