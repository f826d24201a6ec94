import { ApiClient, type ReplyBody } from '../harness/api-client';
import { System } from '../harness/system';

const PAGE = 'http://127.0.0.1/';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Endpoint, body, and a piece of text that `error` has to contain. */
type Refusal = [endpoint: string, body: ReplyBody, says: string | RegExp];

const both = (operation: string, body: ReplyBody, says: string | RegExp): Refusal[] => [
  [`/v1/${operation}`, body, says],
  [`/v2/${operation}`, body, says],
];

const refusals: Refusal[] = [
  ...both('scrape', {}, 'url'),
  ...both('scrape', { url: '' }, 'url'),
  ...both('scrape', { url: 'ftp://example.com/' }, 'url'),
  ...both('scrape', { url: 'http://http://example.com/' }, 'url'),
  ...both('scrape', { url: 'not a url' }, 'url'),
  ...both('scrape', { url: PAGE, nonsense: 1 }, /nonsense|unrecognized/i),
  ...both('scrape', { url: PAGE, timeout: 300_001 }, 'timeout'),
  ...both('scrape', { url: PAGE, timeout: 0 }, 'timeout'),
  ...both('scrape', { url: PAGE, timeout: 15_000, waitFor: 8000 }, 'waitFor must not exceed half of timeout'),
  ...both('scrape', { url: PAGE, waitFor: 60_001, timeout: 300_000 }, 'waitFor'),
  ...both('scrape', { url: PAGE, waitFor: -1 }, 'waitFor'),
  ...both('scrape', { url: PAGE, formats: ['telepathy'] }, 'formats'),
  ...both('scrape', { url: PAGE, formats: ['product'] }, 'formats.0: The format product is not available'),
  ...both('scrape', { url: PAGE, formats: ['changeTracking'] }, 'changeTracking format requires the markdown format'),
  ...both('scrape', { url: PAGE, location: { country: 'ZZZ' } }, 'Invalid country code'),
  ...both('scrape', { url: PAGE, location: { languages: ['en_US'] } }, 'location.languages.0'),
  ...both('scrape', { url: PAGE, headers: { 'x y': 'z' } }, 'headers.x y'),
  ...both('scrape', { url: PAGE, headers: { 'x-y': 'one\r\ntwo: 2' } }, 'headers.x-y'),
  ...both('scrape', { url: PAGE, headers: { cookie: 'x'.repeat(100_000) } }, 'headers'),
  ...both('scrape', { url: PAGE, integration: 'nobody' }, 'Invalid enum value'),
  ...both('scrape', { url: PAGE, onlyMainContent: null }, 'onlyMainContent'),
  ...both('scrape', { url: PAGE, proxy: 'teleport' }, 'proxy'),
  ...both('scrape', { url: PAGE, actions: [{ type: 'fly' }] }, 'actions'),
  ...both('scrape', { url: PAGE, actions: [{ type: 'wait', milliseconds: 1, selector: 'a' }] }, 'not both'),
  ...both('scrape', { url: PAGE, actions: [{ type: 'click' }] }, 'actions'),
  ...both(
    'scrape',
    { url: PAGE, actions: Array.from({ length: 51 }, () => ({ type: 'scrape' })) },
    'Number of actions cannot exceed 50',
  ),
  ...both(
    'scrape',
    { url: PAGE, timeout: 300_000, waitFor: 30_000, actions: [{ type: 'wait', milliseconds: 31_000 }] },
    'Total wait time',
  ),
  ['/v1/scrape', { url: PAGE, formats: ['screenshot', 'screenshot@fullPage'] }, 'screenshot'],
  ['/v1/scrape', { url: PAGE, formats: ['json'] }, "When 'extract' or 'json' format is specified"],
  ['/v1/scrape', { url: PAGE, parsers: ['pdf'] }, /parsers|unrecognized/i],
  ['/v2/scrape', { url: PAGE, parsePDF: true }, /parsePDF|unrecognized/i],
  ['/v2/scrape', { url: PAGE, parsers: ['word'] }, 'parsers'],
  ['/v2/scrape', { url: PAGE, formats: ['screenshot', { type: 'screenshot' }] }, 'screenshot'],
  ['/v2/scrape', { url: PAGE, formats: [{ type: 'screenshot', viewport: { width: 7681, height: 1 } }] }, 'formats'],
  ...both('batch/scrape', {}, 'urls'),
  ...both('batch/scrape', { urls: [] }, 'urls'),
  ...both('batch/scrape', { urls: ['not a url'], ignoreInvalidURLs: true }, 'No valid URLs provided'),
  ...both('batch/scrape', { urls: [PAGE, 'not a url'], ignoreInvalidURLs: false }, 'urls'),
  ['/v1/batch/scrape', { urls: [PAGE, 'not a url'] }, 'urls'],
  ...both('batch/scrape', { urls: [PAGE], webhook: { url: 'nowhere' } }, 'webhook'),
  ...both('batch/scrape', { urls: [PAGE], webhook: { url: 'http://127.0.0.1/', events: ['thought'] } }, 'webhook'),
  ...both('batch/scrape', { urls: [PAGE], maxConcurrency: 0 }, 'maxConcurrency'),
  ...both('crawl', {}, 'url'),
  ...both('crawl', { url: PAGE, limit: 0 }, 'limit'),
  ...both('crawl', { url: PAGE, maxDiscoveryDepth: -1 }, 'maxDiscoveryDepth'),
  ...both('crawl', { url: PAGE, includePaths: ['('] }, '('),
  ...both('crawl', { url: PAGE, excludePaths: ['(?=a)b'] }, '(?='),
  ...both('crawl', { url: PAGE, delay: 0 }, 'delay'),
  ...both('crawl', { url: PAGE, scrapeOptions: { zeroDataRetention: true } }, /zeroDataRetention|unrecognized/i),
  ...both('crawl', { url: PAGE, scrapeOptions: { nonsense: true } }, /nonsense|unrecognized/i),
  ['/v1/crawl', { url: 'http://127.0.0.1/a/b/c', maxDepth: 2 }, 'URL depth exceeds the specified maxDepth'],
  ['/v1/crawl', { url: PAGE, sitemap: 'skip' }, /sitemap|unrecognized/i],
  [
    '/v2/scrape',
    { url: PAGE, formats: ['summary'] },
    /needs a language model, and the operator of this service has configured none/,
  ],
  ['/v2/crawl', { url: PAGE, prompt: 'blog posts' }, /needs a language model/],
  ['/v2/crawl', { url: PAGE, scrapeOptions: { formats: [{ type: 'json', prompt: 'x' }] } }, /The format json needs/],
  ['/v1/crawl', { url: PAGE, prompt: 'blog posts' }, /prompt|unrecognized/i],
  ['/v2/crawl', { url: PAGE, maxDepth: 2 }, /maxDepth|unrecognized/i],
  ['/v2/crawl', { url: PAGE, ignoreSitemap: true }, /ignoreSitemap|unrecognized/i],
  ['/v2/crawl', { url: PAGE, sitemap: 'maybe' }, 'sitemap'],
];

describe('the service refuses', () => {
  const system = System.shared();
  const api = system.api();

  it.each(refusals)('POST %s %j', async (endpoint, body, says) => {
    const reply = await api.post(endpoint, body);
    expect(reply).toMatchObject({ status: 400, body: { success: false, error: expect.any(String) } });
    if (typeof says === 'string') expect(reply.body.error).toContain(says);
    else expect(reply.body.error).toMatch(says);
  });

  it('a body with an unknown key, and lists the issue in the details', async () => {
    const reply = await api.post('/v2/scrape', { url: PAGE, nonsense: 1 });
    expect(reply.body).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ code: 'unrecognized_keys', keys: ['nonsense'] }],
    });
  });

  it('a body that is no JSON', async () => {
    const reply = await api.send('POST', '/v2/scrape', '{"url":');
    expect(reply).toMatchObject({
      status: 400,
      body: { success: false, code: 'BAD_REQUEST_INVALID_JSON', error: expect.stringContaining('malformed JSON') },
    });
  });

  it('a body of more than ten megabytes', async () => {
    const reply = await api.post('/v2/scrape', { url: PAGE, headers: { 'x-big': 'x'.repeat(11 * 1024 * 1024) } });
    expect(reply).toMatchObject({ status: 413, body: { success: false, error: expect.any(String) } });
  });

  it.each<[string, string, object | undefined]>([
    ['POST', '/v1/scrape', { url: PAGE }],
    ['POST', '/v2/scrape', { url: PAGE }],
    ['POST', '/v2/batch/scrape', { urls: [PAGE] }],
    ['POST', '/v2/crawl', { url: PAGE }],
    ['GET', `/v1/crawl/${UNKNOWN_ID}`, undefined],
    ['GET', `/v2/crawl/${UNKNOWN_ID}`, undefined],
    ['GET', '/v2/crawl/active', undefined],
    ['DELETE', `/v2/crawl/${UNKNOWN_ID}`, undefined],
    ['GET', `/v2/batch/scrape/${UNKNOWN_ID}/errors`, undefined],
    ['GET', '/v2/team/credit-usage', undefined],
  ])('%s %s without a key, with a wrong one and with half a header', async (method, path, body) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answers = {
      none: await new ApiClient(system.baseUrls, undefined).send(method, path, text),
      wrong: await system.api('wrong-key').send(method, path, text),
      half: await api.send(method, path, text, { authorization: 'Bearer ' }),
    };
    for (const reply of Object.values(answers)) {
      expect(reply).toMatchObject({ status: 401, body: { success: false } });
      expect(reply.body.error).toMatch(/^Unauthorized/);
    }
    expect(answers.wrong.body.error).toBe('Unauthorized: Invalid token');
  });

  describe.each(['/v1/crawl', '/v2/crawl', '/v1/batch/scrape', '/v2/batch/scrape'])('%s', (path) => {
    it.each([UNKNOWN_ID, 'invalidJobId'])('to know the job %s', async (id) => {
      const missing = { status: 404, body: { success: false, error: 'Job not found' } };
      expect(await api.get(`${path}/${id}`)).toMatchObject(missing);
      expect(await api.get(`${path}/${id}/errors`)).toMatchObject(missing);
      expect(await api.delete(`${path}/${id}`)).toMatchObject(missing);
    });
  });

  it('an address that it does not have, in JSON', async () => {
    const reply = await api.get('/v2/no-such-thing');
    expect(reply).toMatchObject({ status: 404, body: { success: false, error: expect.any(String) } });
  });

  it('an address that it has, asked with a wrong method', async () => {
    const reply = await api.get('/v2/scrape');
    expect(reply).toMatchObject({ status: 405, body: { success: false, error: expect.stringContaining('POST') } });
    expect(reply.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it('an idempotency key that was used or is no UUID', async () => {
    const key = '7d3f4a52-6c0a-4d7e-9a53-0d1f5b8f7e11';
    const post = (value: string) =>
      api.post('/v2/batch/scrape', { urls: ['http://127.0.0.1:1/'] }, { 'x-idempotency-key': value });
    expect((await post(key)).status).toBe(200);
    const used = { status: 409, body: { success: false, error: 'Idempotency key already used' } };
    expect(await post(key)).toMatchObject(used);
    expect(await post('no-uuid')).toMatchObject(used);
    expect(await post('')).toMatchObject(used);
  });
});

describe('without a job', () => {
  const api = System.shared().api();

  it.each(['/v0/health/liveness', '/v0/health/readiness'])('%s is fine', async (path) => {
    expect(await api.get(path)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it.each<[string, object]>([
    ['/v1/concurrency-check', { success: true, concurrency: expect.any(Number), maxConcurrency: expect.any(Number) }],
    ['/v2/concurrency-check', { success: true, concurrency: expect.any(Number), maxConcurrency: expect.any(Number) }],
    ['/v1/team/credit-usage', { success: true, data: { remaining_credits: expect.any(Number) } }],
    ['/v2/team/credit-usage', { success: true, data: { remainingCredits: expect.any(Number) } }],
    ['/v2/team/queue-status', { success: true, jobsInQueue: expect.any(Number), maxConcurrency: expect.any(Number) }],
    ['/v2/crawl/active', { success: true, crawls: expect.any(Array) }],
    ['/v1/crawl/ongoing', { success: true, crawls: expect.any(Array) }],
  ])('GET %s answers', async (path, body) => {
    expect(await api.get(path)).toMatchObject({ status: 200, body });
  });

  it('lets pages of any origin ask', async () => {
    const reply = await api.send('OPTIONS', '/v2/scrape', undefined, {
      origin: 'https://example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect(reply.status).toBeLessThan(300);
    expect(reply.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/example\.com)$/);
  });
});
