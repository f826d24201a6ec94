import { randomUUID } from 'node:crypto';
import { startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const id = randomUUID();
const READ = 'GET, HEAD, OPTIONS';
const POSTED = 'POST, OPTIONS';

describe('AllowMethods', () => {
  it.each([
    ...['v1', 'v2'].flatMap((version) => [
      ['GET', `/${version}/scrape`, POSTED],
      ['PUT', `/${version}/crawl`, POSTED],
      ['HEAD', `/${version}/batch/scrape`, POSTED],
      ['POST', `/${version}/scrape/${id}`, READ],
      ['POST', `/${version}/crawl/${id}`, 'GET, DELETE, HEAD, OPTIONS'],
      ['PATCH', `/${version}/batch/scrape/${id}`, 'GET, DELETE, HEAD, OPTIONS'],
      ['POST', `/${version}/crawl/${id}/errors`, 'GET, DELETE, HEAD, OPTIONS'],
      ['DELETE', `/${version}/crawl/active`, READ],
      ['POST', `/${version}/crawl/ongoing`, READ],
      ['POST', `/${version}/concurrency-check`, READ],
      ['DELETE', `/${version}/team/credit-usage`, READ],
    ]),
    ['GET', '/v2/crawl/preview', POSTED],
    ['DELETE', '/v2/crawl/params-preview', POSTED],
    ['GET', '/V2/Crawl/preview/', POSTED],
    ['DELETE', `/v2/crawl/${id}/events`, READ],
    ['POST', `/v2/batch/scrape/${id}/urls?limit=1`, READ],
    ['GET', '/v2/webhooks/deliveries/redeliver', POSTED],
    ['GET', `/v2/webhooks/deliveries/${id}/redeliver`, POSTED],
    ['POST', '/v2/webhooks/deliveries', READ],
    ['POST', '/', READ],
    ['PUT', '/openapi.json', READ],
    ['POST', '/console/assets/index.css', READ],
    ['DELETE', '/v0/health/liveness', READ],
  ])('rejects %s %s with 405 and Allow: %s', async (method, path, allow) => {
    for (const key of [gateway.key, null]) {
      const { status, headers, body } = await gateway.call(path, { method, key });
      expect([status, headers.get('allow'), headers.get('access-control-allow-origin')]).toEqual([405, allow, '*']);
      if (method === 'HEAD') continue;
      const [address] = path.split('?');
      expect(body).toEqual({
        success: false,
        error: expect.stringContaining(`Method not allowed: ${method} ${address}. `),
      });
    }
  });

  it.each([
    ['POST', '/v1/crawl/params-preview', 'This is an operation of v2; use POST there'],
    ['POST', `/v1/crawl/${id}`, 'Use GET or DELETE'],
    ['GET', '/v2/crawl/preview', 'Use POST'],
  ])('adds advice to the error of %s %s: %s', async (method, path, reason) => {
    const { status, body } = await gateway.call(path, { method });
    expect([status, body.error]).toEqual([405, `Method not allowed: ${method} ${path}. ${reason}. See /docs.`]);
  });

  it('leaves unknown paths to the 404 of the router', async () => {
    for (const path of ['/v2/agent', '/v1/monitor', '/v2/crawl/a/b', `/v1/crawl/${id}/events`, '/nowhere']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expect([method, path, (await gateway.call(path, { method })).status]).toEqual([method, path, 404]);
      }
    }
    expect(await gateway.call('/v1/crawl/preview')).toMatchObject({ status: 404, body: { error: 'Job not found' } });
  });
});

describe('the method OPTIONS', () => {
  it.each([
    ['/v2/scrape', POSTED],
    [`/v1/crawl/${id}`, 'GET, DELETE, HEAD, OPTIONS'],
    ['/v2/crawl/active', READ],
    ['/nowhere', null],
  ])('returns 204 for %s, with Allow: %s', async (path, allow) => {
    const { status, headers } = await gateway.call(path, { method: 'OPTIONS', key: null });
    expect([status, headers.get('allow')]).toEqual([204, allow]);
  });
});

describe('the method HEAD', () => {
  it.each([['/v2/crawl/active'], ['/docs'], ['/v0/health/liveness']])('returns no body for %s', async (path) => {
    expect(await gateway.call(path, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });
});
