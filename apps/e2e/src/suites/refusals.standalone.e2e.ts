import { ApiClient, type ReplyBody } from '../harness/api-client';
import { System } from '../harness/system';

const PAGE = 'http://127.0.0.1/';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Rules and messages of single fields are in the gateway's tables; these cases need a running service. */
describe('a running service', () => {
  const system = System.shared();
  const api = system.api();

  it.each([
    ['/v1/scrape', {}, 'url is required'],
    ['/v2/scrape', {}, 'url is required'],
    ['/v1/batch/scrape', {}, 'urls is required'],
    ['/v2/batch/scrape', {}, 'urls is required'],
    ['/v1/crawl', {}, 'url is required'],
    ['/v2/crawl', {}, 'url is required'],
    // Beyond fields: EGRESS_ALLOW reaches the gateway, and webhooks follow the rules of pages.
    ['/v2/scrape', { url: 'http://10.0.0.1/' }, 'URL must point to a public address'],
    ['/v1/crawl', { url: PAGE, webhook: 'http://10.0.0.1/' }, 'URL must point to a public address'],
    // Beyond fields: no language model is configured.
    ['/v2/scrape', { url: PAGE, formats: ['summary'] }, 'needs a language model, but none is configured'],
    ['/v2/crawl', { url: PAGE, prompt: 'blog posts' }, 'needs a language model'],
  ])('rejects POST %s %j: %s', async (endpoint, body: ReplyBody, says) => {
    const reply = await api.post(endpoint, body);
    expect(reply).toMatchObject({ status: 400, body: { success: false, error: expect.stringContaining(says) } });
  });

  it.each<[string, string, object | undefined]>([
    ['POST', '/v1/scrape', { url: PAGE }],
    ['POST', '/v2/crawl', { url: PAGE }],
    ['GET', `/v2/batch/scrape/${UNKNOWN_ID}`, undefined],
    ['GET', '/v2/team/credit-usage', undefined],
  ])('rejects %s %s without a valid key', async (method, path, body) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answers = [
      await new ApiClient(system.baseUrls, undefined).send(method, path, text),
      await system.api('wrong-key').send(method, path, text),
    ];
    expect(answers).toMatchObject([
      { status: 401, body: { success: false, error: 'Unauthorized' } },
      { status: 401, body: { success: false, error: 'Unauthorized: Invalid token' } },
    ]);
  });

  it.each(['/v1/crawl', '/v2/crawl', '/v1/batch/scrape', '/v2/batch/scrape'])(
    'rejects reading a job of %s',
    async (path) => {
      const missing = { status: 404, body: { success: false, error: 'Job not found' } };
      expect(await api.get(`${path}/${UNKNOWN_ID}`)).toMatchObject(missing);
      expect(await api.delete(`${path}/${UNKNOWN_ID}`)).toMatchObject(missing);
    },
  );
});

describe('without a job', () => {
  const api = System.shared().api();

  it.each<[string, object]>([
    ['/v0/health/liveness', { status: 'ok' }],
    ['/v0/health/readiness', { status: 'ok' }],
    ['/v1/concurrency-check', { success: true, concurrency: expect.any(Number), maxConcurrency: expect.any(Number) }],
    ['/v1/team/credit-usage', { success: true, data: { remaining_credits: expect.any(Number) } }],
    ['/v2/team/credit-usage', { success: true, data: { remainingCredits: expect.any(Number) } }],
    ['/v2/team/queue-status', { success: true, jobsInQueue: expect.any(Number), maxConcurrency: expect.any(Number) }],
    ['/v2/crawl/active', { success: true, crawls: expect.any(Array) }],
  ])('answers GET %s', async (path, body) => {
    expect(await api.get(path)).toMatchObject({ status: 200, body });
  });
});
