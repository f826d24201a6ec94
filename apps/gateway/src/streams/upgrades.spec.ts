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

describe('an upgrade', () => {
  it.each([
    [{}, 'Unauthorized'],
    [{ key: 'wrong' }, 'Unauthorized: Invalid token'],
    [{ header: 'Bearer' }, expect.stringMatching(/^Unauthorized: Token missing/)],
  ])('with %j is refused, and disconnected soon', async (options, error) => {
    const { socket } = watch(gateway, `/v2/crawl/${await startCrawl(gateway)}`, options);
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

  it('whose key cannot be checked in time gets 503, and nothing later', async () => {
    gateway.application.get(Authenticator).forget();
    const { frames } = await gateway.database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
        const watcher = watch(gateway, `/v2/crawl/${randomUUID()}`, { key: gateway.key });
        const [, response] = (await once(watcher.socket, 'unexpected-response')) as [unknown, IncomingMessage];
        expect([response.statusCode, response.headers['retry-after'], JSON.parse(await text(response))]).toEqual([
          503,
          '5',
          { success: false, error: 'The key could not be checked in time. Try again.' },
        ]);
        return watcher;
      },
      { timeout: 20_000 },
    );
    expect((await gateway.call('/v2/crawl/active')).status).toBe(200);
    expect(frames).toEqual([]);
  });

  it('is refused at other addresses', async () => {
    const { socket } = watch(gateway, '/v2/scrape/x', { key: gateway.key });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
      404,
      { success: false, error: 'There is no job to follow at this address. See /docs.' },
    ]);
  });

  it('to an unknown address that resets its connection does not end the process', async () => {
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
    const path = `/v2/crawl/${await startCrawl(gateway)}`;
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

  it('stands in the log line of a connection that breaks', async () => {
    const id = await startCrawl(gateway);
    const peer = watch(gateway, `/v2/crawl/${id}`, { key: gateway.key, requestId: 'mine-4' });
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
