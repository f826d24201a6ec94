import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { readJobOverview, setTeamDisabled } from '@orbweaver/persistence';
import { WebSocket } from 'ws';
import { announceEnd } from '../../test/announcements';
import { startCrawl } from '../../test/job-calls';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { describeRoutes } from '../edge/describe-routes';

const operator = { apiKeyId: null, name: 'test', requestId: null };
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
afterEach(() => jest.restoreAllMocks());

const allRoutes = () => {
  const modules = [...gateway.application.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()].map(({ metatype }) => metatype));
  return describeRoutes(controllers as Type<unknown>[]);
};

const PUBLIC = [
  '/',
  '/test',
  '/is-production',
  '/v0/health/liveness',
  '/v0/health/readiness',
  '/console/sign-on',
  '/console/sign-on/callback',
  '/console/session',
  '/console/session/team',
  '/console/session',
  '/console/assets/:file',
  '/console/sign-in',
  '/console',
  '/console/:screen',
  '/console/:screen/:item',
  '/openapi.json',
  '/docs',
  '/docs/*page',
];

const FORM = 'Send the header as "Authorization: Bearer <key>"';

describe('KeyGuard', () => {
  it('finds a declared access on every route', () => {
    const routes = allRoutes();
    expect(routes.length).toBeGreaterThan(30);
    expect(routes.filter((route) => route.access === undefined)).toEqual([]);
    expect(routes.filter((route) => route.access === 'public').map((route) => route.path)).toEqual(PUBLIC);
  });

  it('rejects a request without a key before its body is parsed, on every route that needs a key', async () => {
    for (const { method, path } of allRoutes().filter((route) => route.access !== 'public')) {
      const body = method === 'POST' || method === 'PATCH' ? '{ not json' : undefined;
      const answer = await gateway.call(path.replace(':id', randomUUID()), { method, key: null, body });
      expect([path, answer.status, answer.body]).toEqual([path, 401, { success: false, error: 'Unauthorized' }]);
    }
  });

  it.each([
    ['X-API-Key', `Unauthorized. ${FORM}; X-API-Key is not supported`],
    ['api-key', `Unauthorized. ${FORM}; API-Key is not supported`],
    ['X-Other', 'Unauthorized'],
  ])('asks for the header Authorization if the key is in %s', async (name, error) => {
    const answer = await gateway.call('/v2/team/credit-usage', { key: null, headers: { [name]: gateway.key } });
    expect(answer).toMatchObject({ status: 401, body: { success: false, error } });
  });

  it.each([
    ['Bearer', `Unauthorized: Token missing. ${FORM}`],
    ['Bearer ', `Unauthorized: Token missing. ${FORM}`],
    ['the-key-alone', `Unauthorized: Token missing. ${FORM}`],
    ['Bearer wrong', 'Unauthorized: Invalid token'],
    ['Basic d3Jvbmc=', `Unauthorized: Invalid token. ${FORM}`],
    ['Bearer "quoted"', 'Unauthorized: Invalid token. Remove the quotes or brackets around the key'],
    ["Bearer 'quoted'", 'Unauthorized: Invalid token. Remove the quotes or brackets around the key'],
    ['Bearer <key>', 'Unauthorized: Invalid token. Remove the quotes or brackets around the key'],
    ['Bearer $KEY', 'Unauthorized: Invalid token. The token is the name of a variable, not its value'],
    ['Bearer {{key}}', 'Unauthorized: Invalid token. The token is the name of a variable, not its value'],
    ['Bearer a b', `Unauthorized: Invalid token. ${FORM}`],
  ])('rejects "%s" with "%s"', async (authorization, error) => {
    const answer = await gateway.call('/v2/team/credit-usage', { key: null, headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { success: false, error } });
  });

  it('rejects a revoked key within 30 s', async () => {
    const { key, teamId } = await insertTeam(gateway.database);
    expect(await gateway.call('/v2/concurrency-check', { key })).toMatchObject({ status: 200 });
    await gateway.database.apiKey.updateMany({ where: { teamId }, data: { revokedAt: new Date() } });
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
    expect(await gateway.call('/v2/concurrency-check', { key })).toMatchObject({ status: 401 });
  });

  it('rejects the keys of a disabled team within 30 s, and accepts them after it is enabled', async () => {
    const { key, teamId } = await insertTeam(gateway.database);
    const ask = async () => {
      const { status, body } = await gateway.call('/v2/concurrency-check', { key });
      return [status, body.error];
    };
    expect(await ask()).toEqual([200, undefined]);
    const id = await startCrawl(gateway, {}, { key });
    const watcher = new WebSocket(`${gateway.address.replace('http', 'ws')}/v2/crawl/${id}`, [key]);
    const closed = once(watcher, 'close');
    await once(watcher, 'message');
    await setTeamDisabled(gateway.database, operator, { id: teamId, isDisabled: true });
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
    const error = 'The team of this key is disabled. Ask the operator of this service to enable it';
    expect(await ask()).toEqual([403, error]);
    await announceEnd(gateway, id, 'cancelled');
    expect(await closed).toEqual([3003, Buffer.from(JSON.stringify({ type: 'error', error }))]);
    // Accepted jobs continue.
    expect(await readJobOverview(gateway.database, id)).toMatchObject({ state: 'scraping' });
    await setTeamDisabled(gateway.database, operator, { id: teamId, isDisabled: false });
    expect(await ask()).toEqual([200, undefined]);
  });

  it('rejects a request without a key before a large body is read', async () => {
    const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
    socket.write(
      'POST /v2/scrape HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{"url":',
    );
    const head = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
    expect(head).toMatch(/^HTTP\/1\.1 401 /);
    // The connection is closed if the client continues to send.
    socket.on('error', () => undefined);
    const sending = setInterval(() => socket.write('x'), 100);
    await once(socket, 'close');
    clearInterval(sending);
  });
});
