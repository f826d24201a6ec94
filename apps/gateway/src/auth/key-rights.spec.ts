import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { KeyRight } from '@orbweaver/core';
import { addKey } from '@orbweaver/persistence';
import { until } from '@orbweaver/testing';
import { WebSocket } from 'ws';
import { keyWith } from '../../test/admin-calls';
import { startCrawl } from '../../test/job-calls';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { describeRoutes } from '../edge/describe-routes';
import { controllers } from '../gateway.module';

const actor = { apiKeyId: null, name: 'test', requestId: null };
const WORK: KeyRight[] = ['scrape', 'crawl', 'read', 'webhooks'];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ TRUSTED_PROXIES: '127.0.0.1, 10.9.0.0/16' });
});
afterAll(() => gateway.close());

/** Requests with an invalid body, so that an accepted key gets 400 or 404 at once. */
const call = (method: string, path: string, key: string) =>
  gateway.call(path.replace(':id', randomUUID()), { method, key, body: method === 'POST' ? {} : undefined });

describe('the rights of a key', () => {
  it.each([
    ['scrape', ['POST /v1/scrape', 'POST /v2/scrape', 'POST /v2/parse', 'POST /v2/map', 'POST /v2/search']],
    [
      'crawl',
      [
        'POST /v2/crawl',
        'POST /v1/batch/scrape',
        'POST /v2/crawl/preview',
        'POST /v2/extract',
        'DELETE /v2/crawl/:id',
        'DELETE /v2/batch/scrape/:id',
        'DELETE /v2/extract/:id',
        'POST /v2/jobs/:id/retry',
        'DELETE /v2/jobs/:id/documents',
      ],
    ],
    ['read', ['GET /v2/crawl/:id', 'GET /v2/scrape/:id', 'GET /v2/team', 'GET /v2/team/keys', 'GET /v2/jobs']],
    ['webhooks', ['GET /v2/webhooks/secret', 'POST /v2/webhooks/deliveries/redeliver']],
    ['team', ['POST /v2/team/keys', 'DELETE /v2/team/keys/:id', 'POST /v2/team/keys/:id/rotate']],
  ] as [KeyRight, string[]][])('%s is required by %j', async (right, operations) => {
    const others = [...WORK, 'team' as const].filter((other) => other !== right && other !== 'team');
    const [own, rest, team] = await Promise.all([
      keyWith(gateway, [right]),
      keyWith(gateway, [...others, 'admin']),
      keyWith(gateway, ['team']),
    ]);
    for (const [method, path] of operations.map((operation) => operation.split(' ') as [string, string])) {
      const statuses = await Promise.all(
        [own, rest, team].map(async (key) => (await call(method, path, key)).status === 403),
      );
      expect([method, path, ...statuses]).toEqual([method, path, false, true, false]);
    }
  });

  it('read and webhooks both allow to list webhook events', async () => {
    const statuses = await Promise.all(
      (['read', 'webhooks', 'scrape'] as const).map(
        async (right) => (await call('GET', '/v2/webhooks/deliveries', await keyWith(gateway, [right]))).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 403]);
  });

  it('are all included in the right team, and none in the right admin', async () => {
    const [work, admin] = [await keyWith(gateway, ['team']), await keyWith(gateway, ['admin'])];
    const routes = describeRoutes(controllers).filter(({ access }) => access === 'team');
    for (const { method, path } of routes) {
      expect([method, path, (await call(method, path, work)).status]).not.toEqual([method, path, 403]);
      expect([method, path, (await call(method, path, admin)).status]).toEqual([method, path, 403]);
    }
  });

  it('are named in the error with a code', async () => {
    const key = await keyWith(gateway, ['scrape']);
    expect((await gateway.call('/v2/crawl', { key, body: { url: 'https://example.com' } })).body).toEqual({
      success: false,
      code: 'KEY_RIGHT_MISSING',
      error: 'This key lacks the right `crawl`. Rights are set when a key is created',
    });
    expect((await gateway.call('/v2/webhooks/deliveries', { key })).body.error).toMatch(/`read` or `webhooks`/);
  });

  it('are chosen when a team creates a key', async () => {
    const body = { name: 'reader', rights: ['read'], networks: ['10.0.0.0/8'] };
    const added = (await gateway.call('/v2/team/keys', { body })).body;
    expect(added.key).toMatchObject(body);
    expect((await gateway.call('/v2/team/keys')).body.keys).toContainEqual(added.key);
    expect(await gateway.call('/v2/team/keys', { body: { name: 'x', rights: ['admin'] } })).toMatchObject({
      status: 400,
    });
  });

  it('apply to WebSockets', async () => {
    const id = await startCrawl(gateway, {});
    const watch = async (right: KeyRight) => {
      const key = await keyWith(gateway, [right]);
      const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/v2/crawl/${id}`, [key]);
      return Promise.race([
        once(socket, 'unexpected-response').then(([, response]) => response.statusCode),
        once(socket, 'open').then(() => {
          socket.terminate();
          return 101;
        }),
      ]);
    };
    expect([await watch('read'), await watch('crawl')]).toEqual([101, 403]);
  });
});

describe('the networks of a key', () => {
  const keyOf = async (networks: string[]) =>
    (await addKey(gateway.database, actor, { teamId: gateway.teamId, name: 'limited', rights: ['team'], networks }))!
      .secret;

  it.each([
    ['the connection', {}, ['127.0.0.0/8'], 200],
    ['the connection', {}, ['10.0.0.0/8'], 403],
    ['a trusted proxy', { 'x-forwarded-for': '10.1.2.3' }, ['10.1.0.0/16'], 200],
    ['two trusted proxies', { 'x-forwarded-for': '192.0.2.1, 10.9.0.1' }, ['192.0.2.0/24'], 200],
    ['a forged header', { 'x-forwarded-for': '10.1.2.3, 192.0.2.1' }, ['10.1.0.0/16'], 403],
    ['an IPv6 client', { 'x-forwarded-for': '2001:db8::7' }, ['10.0.0.0/8', '2001:db8::/32'], 200],
    ['an invalid header', { 'x-forwarded-for': 'unknown' }, ['0.0.0.0/0', '::/0'], 403],
  ])('are compared with the address of %s: %j, networks %j: %i', async (_, headers, networks, status) => {
    const key = await keyOf(networks);
    expect((await gateway.call('/v2/team', { key, headers: headers as Record<string, string> })).status).toBe(status);
  });

  it('are named in the error with the address of the client and a code', async () => {
    const answer = await gateway.call('/v2/team', { key: await keyOf(['10.0.0.0/8']) });
    expect(answer.body).toEqual({
      success: false,
      code: 'KEY_NETWORK_REFUSED',
      error:
        'This key may not be used from 127.0.0.1. Use it from one of its networks, which are set when a key is created',
    });
  });

  it.each(['10.0.0.0/8', '127.0.0.0/8'])('reject requests of an untrusted proxy: %s', async (network) => {
    const other = await startGateway();
    const { secret: key } = (await addKey(other.database, actor, {
      teamId: other.teamId,
      name: 'limited',
      rights: ['team'],
      networks: [network],
    }))!;
    const headers = { 'x-forwarded-for': '10.1.2.3' };
    const body = { code: 'KEY_NETWORK_REFUSED', error: expect.stringContaining('TRUSTED_PROXIES') };
    expect(await other.call('/v2/team', { key, headers })).toMatchObject({ status: 403, body });
    await other.close();
  });
});

describe('the last use of a key', () => {
  it('is recorded after the response', async () => {
    const key = await keyWith(gateway, ['read']);
    const { id } = (await gateway.call('/v2/team', { key })).body.key;
    await until(
      'the last use is recorded',
      async () => (await gateway.database.apiKey.findUnique({ where: { id } }))?.lastUsedAt != null,
    );
  });
});

describe('the rotation of a key', () => {
  it('adds a key with the same rights; both are valid during the overlap', async () => {
    const added = (await gateway.call('/v2/team/keys', { body: { name: 'importer', rights: ['read'] } })).body;
    const rotated = await gateway.call(`/v2/team/keys/${added.key.id}/rotate`, { body: { overlapSeconds: 60 } });
    expect(rotated).toMatchObject({
      status: 200,
      body: {
        key: { name: 'importer', rights: ['read'], expiresAt: null },
        previous: { id: added.key.id, expiresAt: expect.any(String) },
      },
    });
    for (const key of [added.secret, rotated.body.secret]) {
      expect(await gateway.call('/v2/team', { key })).toMatchObject({ status: 200 });
    }
  });

  it.each([
    ['an overlap above 30 days', { overlapSeconds: 2_592_001 }, 400],
    ['a negative overlap', { overlapSeconds: -1 }, 400],
  ])('rejects %s', async (_, body, status) => {
    const { key } = (await gateway.call('/v2/team/keys', { body: { name: 'x' } })).body;
    expect(await gateway.call(`/v2/team/keys/${key.id}/rotate`, { body })).toMatchObject({ status });
  });

  it('needs the right admin for a key with the right admin', async () => {
    const both = await keyWith(gateway, ['team', 'admin']);
    const { id } = (await gateway.call('/v2/team', { key: both })).body.key;
    const rotate = async (key: string) => (await gateway.call(`/v2/team/keys/${id}/rotate`, { key, body: {} })).status;
    expect([await rotate(gateway.key), await rotate(both)]).toEqual([403, 200]);
  });

  it('rejects a revoked key and a key of another team', async () => {
    const { key } = (await gateway.call('/v2/team/keys', { body: { name: 'x' } })).body;
    await gateway.call(`/v2/team/keys/${key.id}`, { method: 'DELETE' });
    const rotate = (id: string) => gateway.call(`/v2/team/keys/${id}/rotate`, { body: {} });
    expect(await rotate(key.id)).toMatchObject({ status: 409 });
    expect(await rotate(randomUUID())).toMatchObject({ status: 404 });
  });
});
