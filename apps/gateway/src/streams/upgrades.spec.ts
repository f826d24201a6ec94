import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { startCrawl } from '../../test/job-calls';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { untilTrue } from '../../test/until-true';
import { watch } from '../../test/watch';
import { Authenticator } from '../auth/authenticator';
import { JobStatus } from '../jobs/job-status';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ ACCESS_LOG: 'true' });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => gateway.close());

const handshake =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

describe('an upgrade to a WebSocket', () => {
  it.each([
    [{}, 'Unauthorized'],
    [{ key: 'wrong' }, 'Unauthorized: Invalid token'],
    [{ header: 'Bearer' }, expect.stringMatching(/^Unauthorized: Token missing/)],
  ])('is rejected and disconnected with %j', async (options, error) => {
    const { socket } = watch(gateway, `/v2/crawl/${await startCrawl(gateway)}`, options);
    socket.on('error', () => undefined);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    const ended = once(response.socket, 'close');
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([401, { success: false, error }]);
    await ended;
  });

  it('is disconnected without a key, even if the client continues to send', async () => {
    const peer = connect({ port: Number(new URL(gateway.address).port), host: '127.0.0.1', allowHalfOpen: true });
    peer.on('error', () => undefined);
    peer.pause();
    const started = performance.now();
    const server: Server = gateway.application.getHttpServer();
    const upgraded = once(server, 'upgrade') as Promise<[unknown, Socket]>;
    peer.write(`GET /v2/crawl/x HTTP/1.1\r\nHost: x\r\n${handshake}\r\n`);
    const [, socket] = await upgraded;
    const sending = setInterval(() => peer.write('x'.repeat(1000)), 50);
    await once(socket, 'close');
    clearInterval(sending);
    expect(performance.now() - started).toBeLessThan(2000);
    peer.destroy();
  });

  it('gets only 503 if the key cannot be checked in time', async () => {
    gateway.application.get(Authenticator).clearCache();
    const { frames } = await gateway.database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
        const watcher = watch(gateway, `/v2/crawl/${randomUUID()}`, { key: gateway.key });
        const [, response] = (await once(watcher.socket, 'unexpected-response')) as [unknown, IncomingMessage];
        expect([response.statusCode, response.headers['retry-after'], JSON.parse(await text(response))]).toEqual([
          503,
          '5',
          { success: false, error: 'The key could not be checked in time. Retry after 5 s.' },
        ]);
        return watcher;
      },
      { timeout: 20_000 },
    );
    expect((await gateway.call('/v2/crawl/active')).status).toBe(200);
    expect(frames).toEqual([]);
  });

  it('is rejected at other paths', async () => {
    const { socket } = watch(gateway, '/v2/scrape/x', { key: gateway.key });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
      404,
      { success: false, error: 'This path has no WebSocket. See /docs.' },
    ]);
  });

  it('does not end the process if the client resets the connection', async () => {
    const server: Server = gateway.application.getHttpServer();
    const upgraded = once(server, 'upgrade') as Promise<[unknown, Socket]>;
    const peer = connect(Number(new URL(gateway.address).port), '127.0.0.1');
    peer.on('error', () => undefined);
    peer.write('GET /nowhere HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    const [, socket] = await upgraded;
    // Simulated, because the order of errors on both ends is not deterministic.
    socket.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    peer.resetAndDestroy();
    await untilTrue(() => socket.destroyed);
    expect((await gateway.call('/v2/crawl/active')).status).toBe(200);
  });
});

describe('the request id of an upgrade', () => {
  /** Status and request id of the response. */
  async function upgrade(path: string, headers: string): Promise<{ status: number; requestId: string | undefined }> {
    const peer = connect({ port: Number(new URL(gateway.address).port), host: '127.0.0.1' });
    peer.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    const [answer] = await once(peer, 'data');
    peer.destroy();
    const [, status] = /^HTTP\/1\.1 (\d+) /.exec(String(answer)) ?? [];
    return { status: Number(status), requestId: /^x-request-id: (.*)\r$/im.exec(String(answer))?.[1] };
  }

  it.each([
    ['an accepted upgrade', 101, true, handshake],
    ['an upgrade without a key', 401, false, handshake],
    ['an invalid handshake', 400, true, handshake.replace('Version: 13', 'Version: 3')],
  ])('is returned for %s', async (_, status, hasKey, headers) => {
    const path = `/v2/crawl/${await startCrawl(gateway)}`;
    const key = hasKey ? `Authorization: Bearer ${gateway.key}\r\n` : '';
    expect(await upgrade(path, `${headers}${key}X-Request-Id: mine-1\r\n`)).toEqual({ status, requestId: 'mine-1' });
    const ours = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(await upgrade(path, `${headers}${key}X-Request-Id: two words\r\n`)).toEqual({ status, requestId: ours });
    expect(await upgrade(path, `${headers}${key}`)).toEqual({ status, requestId: ours });
  });

  it('is returned for an unknown path', async () => {
    expect(await upgrade('/nowhere', `${handshake}X-Request-Id: mine-2\r\n`)).toEqual({
      status: 404,
      requestId: 'mine-2',
    });
  });

  it('is logged for the stream with the ids of team and job', async () => {
    const id = await startCrawl(gateway);
    jest.spyOn(gateway.application.get(JobStatus), 'summarise').mockRejectedValueOnce(new Error('no luck'));
    const { closed } = watch(gateway, `/v2/crawl/${id}`, { key: gateway.key, requestId: 'mine-3' });
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

  it('is logged for a broken connection', async () => {
    const id = await startCrawl(gateway);
    const peer = watch(gateway, `/v2/crawl/${id}`, { key: gateway.key, requestId: 'mine-4' });
    await untilTrue(() => peer.frames.length === 1);
    // An invalid frame.
    (peer.socket as unknown as { _socket: Socket })._socket.write(Buffer.from([0xff, 0xff]));
    await peer.closed;
    await untilTrue(() =>
      gateway.lines.some(({ event, ids }) => event === 'watch-broken' && ids?.requestId === 'mine-4'),
    );
  });
});

describe('an invalid handshake with a key', () => {
  const connectHalfOpen = () =>
    connect({ port: Number(new URL(gateway.address).port), host: '127.0.0.1', allowHalfOpen: true });
  const requestOf = (method: string, headers: string, requestId: string) =>
    `${method} /v2/crawl/${randomUUID()} HTTP/1.1\r\nHost: x\r\n${headers}Authorization: Bearer ${gateway.key}\r\nX-Request-Id: ${requestId}\r\n\r\n`;

  it.each([
    ['another version', 'GET', handshake.replace('13', '3'), 400, 'sec-websocket-version: 13, 8'],
    ['no version', 'GET', handshake.replace(/Sec-WebSocket-Version.*\r\n/, ''), 400, 'sec-websocket-version: 13, 8'],
    ['another method', 'POST', handshake, 405, 'allow: GET'],
  ])(
    'rejects a handshake with %s with a header that names the valid value',
    async (_, method, headers, status, header) => {
      const peer = connectHalfOpen();
      peer.write(requestOf(method, headers, 'odd'));
      const answer = await text(peer);
      peer.destroy();
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.toLowerCase().split('\r\n')).toContain(header.toLowerCase());
    },
  );

  it('is counted with status 0 if the client has closed its side', async () => {
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
