import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { insertTeam, startGateway, type TestGateway } from '../test/start-gateway';
import { describeRoutes } from './docs/describe-routes';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
afterEach(() => jest.restoreAllMocks());

/** Of all controllers that the application really has. */
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
  '/openapi.json',
  '/docs',
  '/docs/:file',
];

describe('authentication', () => {
  it('is declared by every route', () => {
    const routes = allRoutes();
    expect(routes.length).toBeGreaterThan(30);
    expect(routes.filter((route) => route.access === undefined)).toEqual([]);
    expect(routes.filter((route) => route.access === 'public').map((route) => route.path)).toEqual(PUBLIC);
  });

  it('is asked for by every route that declares it, before anything else is looked at', async () => {
    for (const { method, path } of allRoutes().filter((route) => route.access === 'key')) {
      const body = method === 'POST' ? '{ not json' : undefined;
      const answer = await gateway.call(path.replace(':id', randomUUID()), { method, key: null, body });
      expect([path, answer.status, answer.body]).toEqual([path, 401, { success: false, error: 'Unauthorized' }]);
    }
  });

  it.each([
    ['Bearer', 'Unauthorized: Token missing'],
    ['Bearer ', 'Unauthorized: Token missing'],
    ['Bearer wrong', 'Unauthorized: Invalid token'],
    ['Basic d3Jvbmc=', 'Unauthorized: Invalid token'],
    ['Bearer a b', 'Unauthorized: Invalid token'],
  ])('refuses "%s" with "%s"', async (authorization, error) => {
    const answer = await gateway.call('/v2/team/credit-usage', { key: null, headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { success: false, error } });
  });

  it('sees within half a minute that a key was revoked', async () => {
    const { key, teamId } = await insertTeam(gateway.database);
    expect(await gateway.call('/v2/concurrency-check', { key })).toMatchObject({ status: 200 });
    await gateway.database.apiKey.updateMany({ where: { teamId }, data: { revokedAt: new Date() } });
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
    expect(await gateway.call('/v2/concurrency-check', { key })).toMatchObject({ status: 401 });
  });

  it('comes before a large body is read', async () => {
    const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
    socket.write(
      'POST /v2/scrape HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{"url":',
    );
    const head = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
    expect(head).toMatch(/^HTTP\/1\.1 401 /);
    // And nobody may go on sending one that is not wanted.
    socket.on('error', () => undefined);
    const sending = setInterval(() => socket.write('x'), 100);
    await once(socket, 'close');
    clearInterval(sending);
  });
});

describe('the edge', () => {
  it.each([
    ['/', /Orbweaver/],
    ['/test', /Orbweaver/],
    ['/docs', /<script src="\/docs\/start\.js">/],
    ['/docs/start.js', /SwaggerUIBundle/],
    ['/docs/style.css', /\.swagger-ui/],
    ['/docs/swagger-ui.css', /\.swagger-ui/],
  ])('serves %s to anyone', async (path, text) => {
    expect(await gateway.call(path, { key: null })).toMatchObject({ status: 200, body: expect.stringMatching(text) });
  });

  it.each(['/docs', '/docs/swagger-ui-bundle.js', '/docs/nothing.js', '/openapi.json'])(
    'lets nobody misuse %s',
    async (path) => {
      const { headers } = await gateway.call(path, { key: null });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    },
  );

  it.each([
    ['/is-production', { isProduction: true }],
    ['/v0/health/liveness', { status: 'ok' }],
    ['/v0/health/readiness', { status: 'ok' }],
    ['/openapi.json', expect.objectContaining({ openapi: '3.1.0' })],
  ])('answers %s to anyone', async (path, body) => {
    expect(await gateway.call(path, { key: null })).toMatchObject({ status: 200, body });
  });

  it.each(['/v1/map', '/v2/search', '/nowhere', '/v2/crawl/a/b', '/docs/package.json', '/docs/..%2fpackage.json'])(
    'answers %s with 404 in JSON',
    async (path) => {
      const answer = await gateway.call(path, path.startsWith('/v') ? { body: {} } : {});
      expect(answer).toMatchObject({ status: 404, body: { success: false, error: expect.any(String) } });
    },
  );

  it('survives a path that cannot be decoded', async () => {
    expect(await gateway.call('/v2/crawl/%zz')).toMatchObject({ status: 400, body: { success: false } });
  });

  it.each<[string, number, object, RequestInit['body'] & string, Record<string, string>]>([
    ['malformed JSON', 400, { code: 'BAD_REQUEST_INVALID_JSON', error: 'Bad request, malformed JSON' }, '{"url":', {}],
    ['a JSON text that is no object', 400, { code: 'BAD_REQUEST_INVALID_JSON' }, '"x"', {}],
    [
      'a form',
      400,
      { error: expect.stringContaining('application/json') },
      'url=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['no content type', 400, { error: expect.stringContaining('application/json') }, '{}', { 'content-type': '' }],
    ['a wrong charset', 400, { code: 'BAD_REQUEST' }, '{}', { 'content-type': 'application/json; charset=klingon' }],
    ['a body that does not decompress', 400, { code: 'BAD_REQUEST' }, '{}', { 'content-encoding': 'gzip' }],
    ['more than ten megabytes', 413, { success: false }, JSON.stringify({ url: 'x'.repeat(10 * 1024 * 1024) }), {}],
    ['a NUL character', 400, { error: expect.stringContaining('NUL') }, '{"url":"a\\u0000b"}', {}],
    ['half a surrogate pair', 400, { error: expect.stringContaining('surrogate') }, '{"url":"a\\ud800b"}', {}],
    [
      'endless nesting',
      400,
      { error: expect.stringContaining('levels deep') },
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      {},
    ],
    [
      'keys without end',
      400,
      { error: expect.stringContaining('keys') },
      JSON.stringify({
        url: 'a',
        headers: Object.fromEntries(Array.from({ length: 60_000 }, (_, key) => [`h${key}`, ''])),
      }),
      {},
    ],
    [
      'objects without end',
      400,
      { error: expect.stringContaining('objects') },
      JSON.stringify({ formats: Array(60_000).fill({}) }),
      {},
    ],
    [
      'options too large to travel',
      400,
      { error: expect.stringContaining('too large') },
      JSON.stringify({ url: 'https://example.com', includeTags: Array(1000).fill(`#${'m'.repeat(1000)}`) }),
      {},
    ],
    [
      'an unknown key',
      400,
      { code: 'BAD_REQUEST', error: expect.stringContaining('foo') },
      '{"url":"example.com","foo":1}',
      {},
    ],
  ])('refuses %s', async (_, status, body, sent, headers) => {
    const answer = await gateway.call('/v2/scrape', { body: sent, headers });
    expect(answer).toMatchObject({ status, body: { success: false, ...body } });
  });

  it('is open to every origin', async () => {
    const preflight = await gateway.call('/v2/scrape', {
      method: 'OPTIONS',
      key: null,
      headers: { origin: 'https://a.example', 'access-control-request-headers': 'authorization, content-type' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
    expect((await gateway.call('/nowhere')).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('does not tell what it is made of', async () => {
    expect((await gateway.call('/')).headers.get('x-powered-by')).toBeNull();
  });

  it('tells nothing of what broke inside', async () => {
    gateway.onPublish = () => {
      throw new Error('secret detail');
    };
    const answer = await gateway.call('/v2/scrape', { body: { url: 'example.com' } });
    gateway.onPublish = () => undefined;
    expect(answer).toMatchObject({ status: 500, body: { success: false, code: 'UNKNOWN_ERROR' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(answer.body.error).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(gateway.logged).toContain('request-failed');
  });

  it('counts requests by route, method and status', async () => {
    await gateway.call(`/v2/crawl/${randomUUID()}`);
    const text = await gateway.metrics.metrics();
    expect(text).toMatch(/orbweaver_http_requests_total\{route="\/v2\/crawl\/:id",method="GET",status="404"\} \d/);
    expect(text).toMatch(/orbweaver_http_request_seconds_count\{route="\/v2\/crawl\/:id",method="GET"\} \d/);
  });
});

describe('a team', () => {
  it.each([
    ['/v1/concurrency-check', { success: true, concurrency: 0, maxConcurrency: 99_999_999 }],
    ['/v1/team/credit-usage', { success: true, data: { remaining_credits: 99_999_999, billing_period_end: null } }],
    ['/v2/team/credit-usage', { success: true, data: { remainingCredits: 99_999_999, billingPeriodEnd: null } }],
    ['/v2/team/queue-status', { success: true, jobsInQueue: 0, waitingJobsInQueue: 0, mostRecentSuccess: null }],
  ])('reads %s', async (path, body) => {
    const { key } = await insertTeam(gateway.database);
    expect(await gateway.call(path, { key })).toMatchObject({ status: 200, body });
  });

  it('counts what the frontier has leased and queued', async () => {
    const { teamId } = gateway;
    const numbers = { admitted: 7, leased: 2, queued: 5 };
    await gateway.database.frontierJob.create({ data: { id: randomUUID(), teamId, kind: 'crawl', ...numbers } });
    await gateway.database.frontierJob.create({
      data: { id: randomUUID(), teamId, kind: 'crawl', state: 'settled', ...numbers },
    });
    await gateway.database.team.update({ where: { id: teamId }, data: { maxConcurrency: 9 } });
    const status = await gateway.call('/v2/team/queue-status');
    expect(status.body).toMatchObject({ waitingJobsInQueue: 5 });
    expect(status.body.activeJobsInQueue).toBeGreaterThanOrEqual(2);
  });

  it('is told that no language model is configured', async () => {
    const answer = await gateway.call('/v2/crawl/params-preview', {
      body: { url: 'https://example.com', prompt: 'the blog', origin: 'js-sdk@4' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^No language model is configured, so/) },
    });
  });
});
