import { randomUUID } from 'node:crypto';
import { type Answer, startGateway, type TestGateway } from '../test/start-gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** Sends a scrape whose message cannot be published. */
async function failToPublish(): Promise<Answer> {
  gateway.onPublish = () => {
    throw new Error('secret detail');
  };
  const answer = await gateway.call('/v2/scrape', { body: { url: 'example.com' } });
  gateway.onPublish = () => undefined;
  return answer;
}

describe('the gateway', () => {
  it.each([
    ['/', /Orbweaver/],
    ['/test', /Orbweaver/],
    ['/docs', /<script type="module"[^>]* src="\/console\/assets\/reference-/],
    ['/docs/guide', /<h1 id="guide-for-callers">.*<a href="\/docs\/guide\/scrape">/s],
    ['/docs/guide/scrape', /<h1 id="scrape-a-page">/],
    ['/docs/operations/sign-on', /<table>/],
    ['/console', /<div id="console">/],
    ['/console/jobs/1', /<div id="console">/],
  ])('serves %s without a key', async (path, text) => {
    expect(await gateway.call(path, { key: null })).toMatchObject({ status: 200, body: expect.stringMatching(text) });
  });

  it.each(['/docs/nothing', '/docs/guide/nothing', '/docs/guide/../../index', '/docs/%2e%2e/index', '/docs/a/b/c'])(
    'returns 404 for %s',
    async (path) => {
      expect(await gateway.call(path, { key: null })).toMatchObject({ status: 404 });
    },
  );

  it.each(['/docs', '/docs/guide', '/console', '/console/assets/nothing.js', '/openapi.json'])(
    'sends security headers with %s',
    async (path) => {
      const { headers } = await gateway.call(path, { key: null });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    },
  );

  it('compresses the OpenAPI document if the caller accepts it', async () => {
    const read = async (encoding: string) => {
      const response = await fetch(`${gateway.address}/openapi.json`, { headers: { 'accept-encoding': encoding } });
      return { encoding: response.headers.get('content-encoding'), body: await response.json() };
    };
    const [zipped, plain] = [await read('gzip'), await read('identity')];
    expect([zipped.encoding, plain.encoding]).toEqual(['gzip', null]);
    expect(zipped.body).toEqual(plain.body);
  });

  it.each([
    ['/is-production', { isProduction: true }],
    ['/v0/health/liveness', { status: 'ok' }],
    ['/v0/health/readiness', { status: 'ok' }],
    ['/openapi.json', expect.objectContaining({ openapi: '3.1.0' })],
  ])('returns JSON of %s without a key', async (path, body) => {
    expect(await gateway.call(path, { key: null })).toMatchObject({ status: 200, body });
  });

  it.each<[string, Record<string, string>, string | undefined, string]>([
    ['of the request', {}, undefined, 'itself'],
    ['of the proxy', { 'x-forwarded-host': 'api.test', 'x-forwarded-proto': 'https' }, undefined, 'https://api.test'],
    ['of PUBLIC_URL', { 'x-forwarded-host': 'api.test' }, 'https://public.test/', 'https://public.test'],
  ])('documents the base URL %s', async (_, headers, PUBLIC_URL, address) => {
    const configured = await startGateway(PUBLIC_URL === undefined ? {} : { PUBLIC_URL });
    try {
      const { body } = await configured.call('/openapi.json', { key: null, headers });
      const expected = address === 'itself' ? configured.address : address;
      expect(body.info.description).toMatch(new RegExp(`^export ORBWEAVER=${expected} `, 'm'));
      expect(JSON.stringify(body)).not.toContain(':3002');
    } finally {
      await configured.close();
    }
  });

  it.each([
    ['POST', '/v1/agent', ' This service has no agent operation.'],
    ['POST', '/V2/Browser/', ' This service has no browser operation.'],
    ['GET', '/v2/agent/1', ' This service has no agent operation.'],
    ['GET', '/v2/team/activity?limit=5', ' This service has no team/activity operation.'],
    ['POST', '/v2/scrape/1/interact', ' This service has no interact operation.'],
    ['POST', '/v0/scrape', ' v0 has only health checks: use v1 or v2.'],
    ['GET', '/v1/crawl/1/events', ' This is an operation of v2; use GET there.'],
    ['POST', '/v1/crawl/1/explain', ' This is an operation of v2; use GET there.'],
    ['DELETE', '/v1/webhooks/deliveries/1', ' This is an operation of v2; use GET there.'],
    ['POST', '/scrape', ' The version is missing: add /v2 or /v1.'],
    ['GET', '/crawl/1/errors?limit=1', ' The version is missing: add /v2 or /v1.'],
    ['GET', '/nowhere', ''],
    ['GET', '/v3/scrape', ' The versions are v1 and v2.'],
    ['GET', '/v2/mapping', ''],
    ['GET', '/v2/crawl/a/b', ''],
  ])('returns 404 for %s %s, with the advice "%s"', async (method, path, reason) => {
    const [address] = path.split('?');
    expect(await gateway.call(path, { method })).toMatchObject({
      status: 404,
      body: { success: false, error: `Not found: ${method} ${address}.${reason} See /docs.` },
    });
  });

  it.each(['/v2/v2/team/queue-status', '/v1/v2/team/queue-status', '/v2/batch/scrape/v2/team/queue-status?x=1'])(
    'serves %s, because the base URL of a client may have a path',
    async (path) => {
      expect(await gateway.call(path)).toMatchObject({ status: 200, body: { success: true, jobsInQueue: 0 } });
    },
  );

  it.each(['/docs/package.json', '/docs/..%2fpackage.json'])('returns 404 in JSON for %s', async (path) => {
    expect(await gateway.call(path)).toMatchObject({
      status: 404,
      body: { success: false, error: expect.any(String) },
    });
  });

  it('truncates an unknown path in the error, and omits its query', async () => {
    const { status, body } = await gateway.call(`/nowhere/${'x'.repeat(5000)}?key=secret`);
    expect([status, body.error.length < 300]).toEqual([404, true]);
    expect(body.error).toMatch(/^Not found: GET \/nowhere\/x+…\. See \/docs\.$/);
  });

  it('returns 400 for a path that cannot be decoded', async () => {
    expect(await gateway.call('/v2/crawl/%zz')).toMatchObject({ status: 400, body: { success: false } });
  });

  it.each([
    ['{"url":', 'Unexpected end at line 1, column 8'],
    ['{\n  "url": "example.com",\n}', 'Expected double-quoted property name at line 3, column 1'],
    ["{'url': 1}", "Expected property name or '}' at line 1, column 2"],
    ['{"url": 1} x', 'Unexpected non-whitespace character at line 1, column 12'],
    ['{"url": None}', `Unexpected token 'N', "{"url": None}" is not valid JSON`],
    [
      `{"headers": {"cookie": "${'s'.repeat(999)}"}, "mobile": True}`,
      `Unexpected token 'T', ...""mobile": True}" is not valid JSON`,
    ],
    ['{\n  "url": None,\n  "mobile": true\n}', "Unexpected token 'N' at line 2, column 10"],
    [
      '{\n "a": true,\n "b": "long enough",\n "c": nope,\n "d": 1, "e": 2\n}',
      "Unexpected token 'o' at line 4, column 8",
    ],
    ['{\n "url": "example.com",\n "mobile": True}', "Unexpected token 'T' at line 3, column 12"],
    [
      '{"note": "[1, 2, 30, abc, 3, 4, 5, 6]",\n "list": [1, 2, 30, abc, 3, 4, 5, 6]}',
      `Unexpected token 'a', ..."1, 2, 30, abc, 3, 4,"... is not valid JSON`,
    ],
    ['{"url": 😀}', `Unexpected token '…', "{"url": 😀}" is not valid JSON`],
    ['"x"', 'the body must be a JSON object'],
    ['url=x', 'the body must be a JSON object'],
  ])('locates the fault in malformed JSON %j', async (body, where) => {
    expect(await gateway.call('/v2/scrape', { body })).toMatchObject({
      status: 400,
      body: { success: false, code: 'BAD_REQUEST_INVALID_JSON', error: `Bad request, malformed JSON: ${where}` },
    });
  });

  it.each<[string, number, object, RequestInit['body'] & string, Record<string, string>]>([
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
    ['more than 10 MiB', 413, { success: false }, JSON.stringify({ url: 'x'.repeat(10 * 1024 * 1024) }), {}],
    ['a NUL character', 400, { error: expect.stringContaining('NUL') }, '{"url":"a\\u0000b"}', {}],
    ['half a surrogate pair', 400, { error: expect.stringContaining('surrogate') }, '{"url":"a\\ud800b"}', {}],
    [
      'nesting of 50,000 levels',
      400,
      { error: expect.stringContaining('levels deep') },
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      {},
    ],
    [
      '60,000 keys',
      400,
      { error: expect.stringContaining('keys') },
      JSON.stringify({
        url: 'a',
        headers: Object.fromEntries(Array.from({ length: 60_000 }, (_, key) => [`h${key}`, ''])),
      }),
      {},
    ],
    [
      '60,000 objects',
      400,
      { error: expect.stringContaining('objects') },
      JSON.stringify({ formats: Array(60_000).fill({}) }),
      {},
    ],
    [
      '60,000 numbers',
      400,
      { error: expect.stringContaining('values') },
      JSON.stringify({ formats: Array(60_000).fill(0) }),
      {},
    ],
    [
      'options that are too large for a message',
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
  ])('rejects %s', async (_, status, body, sent, headers) => {
    const answer = await gateway.call('/v2/scrape', { body: sent, headers });
    expect(answer).toMatchObject({ status, body: { success: false, ...body } });
  });

  it('allows every origin', async () => {
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

  it('sends no X-Powered-By header', async () => {
    expect((await gateway.call('/')).headers.get('x-powered-by')).toBeNull();
  });

  it('returns only an id for an internal error', async () => {
    const answer = await failToPublish();
    expect(answer).toMatchObject({ status: 500, body: { success: false, code: 'UNKNOWN_ERROR' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(answer.body.error).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(gateway.logged).toContain('request-failed');
  });

  it.each([
    ['trace-1.2:3', 'trace-1.2:3'],
    ['two words', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['x'.repeat(200), expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ])('returns the X-Request-Id of the caller if it is valid, otherwise a generated one: %j', async (given, named) => {
    const { headers } = await gateway.call('/', { headers: { 'x-request-id': given } });
    expect(headers.get('x-request-id')).toEqual(named);
  });

  it('counts requests by route, method, status and fault', async () => {
    await gateway.call(`/v2/crawl/${randomUUID()}`);
    await failToPublish();
    const text = await gateway.metrics.metrics();
    expect(text).toMatch(
      /orbweaver_http_requests_total\{route="\/v2\/crawl\/:id",method="GET",status="404",fault="caller"\} \d/,
    );
    expect(text).toMatch(/orbweaver_http_requests_total\{[^}]*status="500",fault="service"\} \d/);
    expect(text).toContain('orbweaver_open_streams 0');
    expect(text).toMatch(/orbweaver_http_request_seconds_count\{route="\/v2\/crawl\/:id",method="GET"\} \d/);
  });
});
