import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { endJob, storePage, storePages, untilTrue } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { Authenticator } from '../auth/authenticator';
import { JobStatus } from '../jobs/job-status';
import { JobEvents } from '../notifications/job-events';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ ACCESS_LOG: 'true' });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => gateway.close());

interface Watcher {
  socket: WebSocket;
  // biome-ignore lint/suspicious/noExplicitAny: tests read into frames of every shape
  frames: any[];
  closed: Promise<{ code: number; reason: string }>;
}

function watch(path: string, options: { key?: string; header?: string; requestId?: string } = {}): Watcher {
  const socket = new WebSocket(
    gateway.address.replace('http', 'ws') + path,
    options.key === undefined ? [] : [options.key],
    {
      headers: {
        ...(options.header === undefined ? {} : { authorization: options.header }),
        ...(options.requestId === undefined ? {} : { 'x-request-id': options.requestId }),
      },
    },
  );
  const frames: unknown[] = [];
  socket.on('message', (text, isBinary) => frames.push(isBinary ? 'binary' : JSON.parse(String(text))));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  return { socket, frames, closed };
}

const startCrawl = async (): Promise<string> =>
  (await gateway.call('/v2/crawl', { body: { url: 'https://example.com/' } })).body.id;

const announce = (jobId: string, pageId: string) =>
  gateway.publisher.publish('pageStored', jobId, { type: 'PageStored', jobId, pageId, state: 'done' });

const handshake =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

describe.each(['/v1/crawl', '/v1/batch/scrape', '/v2/crawl', '/v2/batch/scrape'])('a watcher of %s', (path) => {
  it('gets the stored documents, each further one, and the end as the close reason', async () => {
    const id = await startCrawl();
    await storePage(gateway.database, id, { content: { markdown: 'one' } });
    await storePage(gateway.database, id, { content: { markdown: 'two' } });
    const { socket, frames, closed } = watch(`${path}/${id}`, { key: gateway.key });
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
    await announce(id, pageId);
    await untilTrue(() => frames.length === 2);
    expect(frames[1]).toMatchObject({ type: 'document', data: { markdown: 'three', metadata: { scrapeId: pageId } } });
    await storePage(gateway.database, id, { content: { markdown: 'four' } });
    await endJob(gateway.database, id, 'completed');
    await gateway.publisher.publish('jobChanged', id, { type: 'JobChanged', jobId: id, state: 'completed' });
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(frames.slice(2)).toMatchObject([{ type: 'document', data: { markdown: 'four' } }]);
  });
});

describe('a watcher', () => {
  it('of an ended job gets everything and is closed at once', async () => {
    const id = await startCrawl();
    const contents = Array.from({ length: 250 }, (_, page) => ({ content: { markdown: `${page}` } }));
    await storePages(gateway.database, id, contents);
    await endJob(gateway.database, id, 'completed');
    const { frames, closed } = watch(`/v2/crawl/${id}`, { header: `Bearer ${gateway.key}` });
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(frames).toHaveLength(1);
    const markdown = frames[0].data.data.map((document: { markdown: string }) => document.markdown);
    expect(markdown).toEqual(Array.from({ length: 250 }, (_, page) => `${page}`));
  });

  it('of a failed job reads why, cut to the length that the protocol allows', async () => {
    const id = await startCrawl();
    await endJob(gateway.database, id, 'failed', 'ü'.repeat(200));
    const { closed } = watch(`/v1/crawl/${id}`, { key: gateway.key });
    const { code, reason } = await closed;
    expect(code).toBe(1000);
    expect(JSON.parse(reason)).toEqual({ type: 'error', error: expect.stringMatching(/^ü{40,}$/) });
  });

  it('is told that the job is unknown, also for a job of another team', async () => {
    const { key } = await insertTeam(gateway.database);
    const id = await startCrawl();
    for (const watcher of [watch('/v2/crawl/x', { key }), watch(`/v2/crawl/${id}`, { key })]) {
      expect(await watcher.closed).toEqual({ code: 1008, reason: '{"type":"error","error":"Job not found"}' });
    }
  });

  it.each([
    [{}, 'Unauthorized'],
    [{ key: 'wrong' }, 'Unauthorized: Invalid token'],
    [{ header: 'Bearer' }, 'Unauthorized: Token missing'],
  ])('with %j is refused without an upgrade, and disconnected soon', async (options, error) => {
    const { socket } = watch(`/v2/crawl/${await startCrawl()}`, options);
    socket.on('error', () => undefined);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    const ended = once(response.socket, 'close');
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([401, { success: false, error }]);
    await ended;
  });

  it('without a key is disconnected in time, also when it reads nothing and goes on sending', async () => {
    const peer = connect({ port: Number(new URL(gateway.address).port), host: '127.0.0.1', allowHalfOpen: true });
    peer.on('error', () => undefined);
    peer.pause();
    const started = performance.now();
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n';
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const server: Server = gateway.application.getHttpServer();
    const upgraded = once(server, 'upgrade') as Promise<[unknown, Socket]>;
    peer.write(`GET /v2/crawl/x HTTP/1.1\r\nHost: x\r\n${upgrade}${key}\r\n`);
    const [, socket] = await upgraded;
    const sending = setInterval(() => peer.write('x'.repeat(1000)), 50);
    await once(socket, 'close');
    clearInterval(sending);
    expect(performance.now() - started).toBeLessThan(2000);
    peer.destroy();
  });

  it('whose key cannot be checked in time gets 503, and nothing later', async () => {
    gateway.application.get(Authenticator).forget();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isLocked = false;
    const lock = gateway.database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
        isLocked = true;
        await held;
      },
      { timeout: 20_000 },
    );
    await untilTrue(() => isLocked);
    const { socket, frames } = watch(`/v2/crawl/${randomUUID()}`, { key: gateway.key });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([response.statusCode, response.headers['retry-after'], JSON.parse(await text(response))]).toEqual([
      503,
      '5',
      { success: false, error: 'The key could not be checked in time. Try again.' },
    ]);
    release();
    await lock;
    expect((await gateway.call('/v2/crawl/active')).status).toBe(200);
    expect(frames).toEqual([]);
  });

  it('is refused at other addresses', async () => {
    const { socket } = watch('/v2/scrape/x', { key: gateway.key });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
      404,
      { success: false, error: 'There is no job to follow at this address. See /docs.' },
    ]);
  });

  it('of an unknown address that resets its connection does not end the process', async () => {
    const server: Server = gateway.application.getHttpServer();
    const upgraded = once(server, 'upgrade') as Promise<[unknown, Socket]>;
    const peer = connect(Number(new URL(gateway.address).port), '127.0.0.1');
    peer.on('error', () => undefined);
    peer.write('GET /nowhere HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    const [, socket] = await upgraded;
    // A reset, made here: which end of the connection would fail first is not certain.
    socket.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    peer.resetAndDestroy();
    await untilTrue(() => socket.destroyed);
    expect((await gateway.call('/v2/crawl/active')).status).toBe(200);
  });

  it('of a cancelled job gets what is stored after the cancellation', async () => {
    const id = await startCrawl();
    const { frames, closed } = watch(`/v2/crawl/${id}`, { key: gateway.key });
    await untilTrue(() => frames.length === 1);
    expect((await gateway.call(`/v2/crawl/${id}`, { method: 'DELETE' })).status).toBe(200);
    const pageId = await storePage(gateway.database, id, { content: { markdown: 'late' } });
    await announce(id, pageId);
    await untilTrue(() => frames.length === 2);
    await endJob(gateway.database, id, 'cancelled');
    await gateway.publisher.publish('jobChanged', id, { type: 'JobChanged', jobId: id, state: 'cancelled' });
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(frames[1]).toMatchObject({ type: 'document', data: { markdown: 'late' } });
  });

  it('is closed when its key is revoked', async () => {
    const { teamId, key } = await insertTeam(gateway.database);
    const { id } = (await gateway.call('/v2/crawl', { key, body: { url: 'https://example.com/' } })).body;
    const { frames, closed } = watch(`/v2/crawl/${id}`, { key });
    await untilTrue(() => frames.length === 1);
    await gateway.database.apiKey.updateMany({ where: { teamId }, data: { revokedAt: new Date() } });
    gateway.application.get(Authenticator).forget();
    await announce(id, await storePage(gateway.database, id, { content: { markdown: 'secret' } }));
    expect(await closed).toMatchObject({ code: 3000 });
    expect(frames).toHaveLength(1);
  });

  it('is forgotten when it leaves', async () => {
    const id = await startCrawl();
    const { socket, frames, closed } = watch(`/v2/crawl/${id}`, { key: gateway.key });
    await untilTrue(() => frames.length === 1);
    const events = gateway.application.get(JobEvents);
    await untilTrue(() => events.count === 1);
    socket.terminate();
    await closed;
    await untilTrue(() => events.count === 0);
  });
});

describe('the request id of an upgrade', () => {
  /** The answer's status and headers, as they come. */
  async function upgrade(path: string, headers: string): Promise<{ status: number; requestId: string | undefined }> {
    const peer = connect({ port: Number(new URL(gateway.address).port), host: '127.0.0.1' });
    peer.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    const [answer] = await once(peer, 'data');
    peer.destroy();
    const [, status] = /^HTTP\/1\.1 (\d+) /.exec(String(answer)) ?? [];
    return { status: Number(status), requestId: /^x-request-id: (.*)\r$/im.exec(String(answer))?.[1] };
  }

  it.each([
    ['one that is accepted', 101, true, handshake],
    ['one without a key', 401, false, handshake],
    ['one that is no handshake', 400, true, handshake.replace('Version: 13', 'Version: 3')],
  ])('stands in the answer to %s', async (_, status, hasKey, headers) => {
    const path = `/v2/crawl/${await startCrawl()}`;
    const key = hasKey ? `Authorization: Bearer ${gateway.key}\r\n` : '';
    expect(await upgrade(path, `${headers}${key}X-Request-Id: mine-1\r\n`)).toEqual({ status, requestId: 'mine-1' });
    const ours = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(await upgrade(path, `${headers}${key}X-Request-Id: two words\r\n`)).toEqual({ status, requestId: ours });
    expect(await upgrade(path, `${headers}${key}`)).toEqual({ status, requestId: ours });
  });

  it('stands in the answer at an address that nobody serves', async () => {
    expect(await upgrade('/nowhere', `${handshake}X-Request-Id: mine-2\r\n`)).toEqual({
      status: 404,
      requestId: 'mine-2',
    });
  });

  it('stands in the log lines of the stream, with the ids of team and job', async () => {
    const id = await startCrawl();
    jest.spyOn(gateway.application.get(JobStatus), 'summarise').mockRejectedValueOnce(new Error('no luck'));
    const { closed } = watch(`/v2/crawl/${id}`, { key: gateway.key, requestId: 'mine-3' });
    expect(await closed).toMatchObject({ code: 1011 });
    const ofRequest = () => gateway.lines.filter(({ ids }) => ids?.requestId === 'mine-3');
    await untilTrue(() => ofRequest().length === 2);
    const ids = { requestId: 'mine-3', teamId: gateway.teamId, jobId: id };
    const route = '/v2/crawl/:id (WebSocket)';
    expect(ofRequest()).toMatchObject([
      { event: 'watch-failed', ids },
      { event: 'request', fields: { route, method: 'GET', status: 101, fault: 'service' }, ids },
    ]);
    expect(await gateway.metrics.metrics()).toContain(
      `orbweaver_http_requests_total{route="${route}",method="GET",status="101",fault="service"} `,
    );
  });

  it('stands in the log line of a connection that breaks', async () => {
    const id = await startCrawl();
    const peer = watch(`/v2/crawl/${id}`, { key: gateway.key, requestId: 'mine-4' });
    await untilTrue(() => peer.frames.length === 1);
    // No frame of the protocol begins so.
    (peer.socket as unknown as { _socket: Socket })._socket.write(Buffer.from([0xff, 0xff]));
    await peer.closed;
    await untilTrue(() =>
      gateway.lines.some(({ event, ids }) => event === 'watch-broken' && ids?.requestId === 'mine-4'),
    );
  });
});

describe('a request with a key that is no handshake', () => {
  const connectHalfOpen = () =>
    connect({ port: Number(new URL(gateway.address).port), host: '127.0.0.1', allowHalfOpen: true });
  const requestOf = (method: string, headers: string, requestId: string) =>
    `${method} /v2/crawl/${randomUUID()} HTTP/1.1\r\nHost: x\r\n${headers}Authorization: Bearer ${gateway.key}\r\nX-Request-Id: ${requestId}\r\n\r\n`;

  it.each([
    ['of another version', 'GET', handshake.replace('13', '3'), 400, 'sec-websocket-version: 13, 8'],
    [
      'without a version',
      'GET',
      handshake.replace(/Sec-WebSocket-Version.*\r\n/, ''),
      400,
      'sec-websocket-version: 13, 8',
    ],
    ['of another method', 'POST', handshake, 405, 'allow: GET'],
  ])('and is %s reads what would be one', async (_, method, headers, status, header) => {
    const peer = connectHalfOpen();
    peer.write(requestOf(method, headers, 'odd'));
    const answer = await text(peer);
    peer.destroy();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase().split('\r\n')).toContain(header.toLowerCase());
  });

  it('because its peer has sent its end counts as answered by nobody', async () => {
    const server: Server = gateway.application.getHttpServer();
    const upgraded = once(server, 'upgrade') as Promise<[unknown, Socket]>;
    const authenticator = gateway.application.get(Authenticator);
    const authenticate = authenticator.authenticate.bind(authenticator);
    jest.spyOn(authenticator, 'authenticate').mockImplementationOnce(async (header) => {
      const [, socket] = await upgraded;
      await untilTrue(() => !socket.readable);
      return authenticate(header);
    });
    const peer = connectHalfOpen();
    peer.end(requestOf('GET', handshake, 'half'));
    expect(await text(peer)).toBe('');
    const lines = () => gateway.lines.filter(({ event, ids }) => event === 'request' && ids?.requestId === 'half');
    await untilTrue(() => lines().length === 1);
    expect(lines()[0]).toMatchObject({ fields: { route: '/v2/crawl/:id (WebSocket)', status: 0, fault: 'none' } });
  });
});

describe('the end of the process', () => {
  it('closes watchers, also those that do not answer, and answers requests that wait for a page', async () => {
    const ending = await startGateway({ DRAIN_TIMEOUT: '2s' });
    const { id } = (await ending.call('/v2/crawl', { body: { url: 'https://example.com/' } })).body;
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
    expect(await waiting).toMatchObject({ status: 502, body: { success: false } });
    await closed;
    // The wait for the page takes 1.5 s. A caller's fetch would keep its connection open for 4 s more.
    expect(performance.now() - started).toBeLessThan(4500);
    expect(deaf.destroyed || deaf.readableEnded || (await once(deaf, 'close'))).toBeTruthy();
  });
});
