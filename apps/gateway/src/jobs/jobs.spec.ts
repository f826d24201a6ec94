import { randomUUID } from 'node:crypto';
import { endJob, skipPages, storePage, storePages } from '../testing/rows';
import { addTeam, type CallOptions, startGateway, type TestGateway } from '../testing/start-gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://api.example/base/' });
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.published.length = 0;
});

const url = 'https://example.com/';
const post = (path: string, body: object, options: CallOptions = {}) => gateway.call(path, { body, ...options });
const startCrawl = async (body: object = {}, version = 'v2'): Promise<string> =>
  (await post(`/${version}/crawl`, { url, ...body })).body.id;
const startBatch = async (urls: string[]): Promise<string> => (await post('/v2/batch/scrape', { urls })).body.id;
const read = async (path: string) => (await gateway.call(path)).body;

describe('POST /crawl', () => {
  it.each(['v1', 'v2'])('stores the job of %s, then tells the frontier', async (version) => {
    const webhook = { url: 'https://hook.example/', events: ['completed'] };
    const answer = await post(`/${version}/crawl`, { url: 'Example.com/?a', limit: 5, webhook });
    const { id } = answer.body;
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, id, url: `https://api.example/base/${version}/crawl/${id}` },
    });
    expect(gateway.published).toEqual([{ topic: 'jobCommands', key: id, message: { type: 'StartJob', jobId: id } }]);
    expect(await gateway.database.job.findUniqueOrThrow({ where: { id } })).toMatchObject({
      teamId: gateway.teamId,
      kind: 'crawl',
      state: 'scraping',
      origin: 'api',
      spec: { kind: 'crawl', url: 'http://Example.com/?a', limit: 5 },
      webhook: { url: 'https://hook.example/', headers: {}, metadata: {}, events: ['completed'] },
    });
  });

  it.each([
    ['includePaths', { includePaths: ['ok', '(?=look)'] }, '(?=look)'],
    ['excludePaths', { excludePaths: ['['] }, '['],
  ])('names the pattern of %s that cannot be run', async (field, body, pattern) => {
    const answer = await post('/v2/crawl', { url, ...body });
    expect(answer).toMatchObject({ status: 400, body: { success: false, details: [{ path: [field] }] } });
    expect(answer.body.error).toContain(JSON.stringify(pattern));
  });

  it.each([
    ['/v2/crawl', { url }],
    ['/v1/batch/scrape', { urls: [url] }],
  ])('is refused by %s with a webhook that could never be delivered', async (path, body) => {
    const answer = await post(path, { ...body, webhook: 'http://10.1.1.1/hook' });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: ['webhook', 'url'] }] } });
    expect(answer.body.error).toMatch(/EGRESS_ALLOW/);
  });

  it('is accepted though the command cannot be sent: the sweep finds the job', async () => {
    gateway.onPublish = () => {
      throw new Error('no broker');
    };
    const answer = await post('/v2/crawl', { url });
    gateway.onPublish = () => undefined;
    expect(answer.status).toBe(200);
    expect(await gateway.database.job.count({ where: { id: answer.body.id } })).toBe(1);
    expect(gateway.logged).toContain('command-not-sent');
  });
});

describe('idempotency keys', () => {
  it.each([
    ['/v1/crawl', { url }],
    ['/v2/crawl', { url }],
    ['/v1/batch/scrape', { urls: [url] }],
    ['/v2/batch/scrape', { urls: [url] }],
  ])('let %s start one job, also of requests at once', async (path, body) => {
    const headers = { 'x-idempotency-key': randomUUID() };
    const before = await gateway.database.job.count();
    const answers = await Promise.all([1, 2, 3].map(() => post(path, body, { headers })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toEqual({
      success: false,
      error: 'Idempotency key already used',
    });
    expect(await gateway.database.job.count()).toBe(before + 1);
  });

  it('are refused when they are no UUID, and belong to the team', async () => {
    expect(await post('/v2/crawl', { url }, { headers: { 'x-idempotency-key': 'x' } })).toMatchObject({ status: 409 });
    const headers = { 'x-idempotency-key': randomUUID() };
    const { key } = await addTeam(gateway.database);
    expect((await post('/v2/crawl', { url }, { headers })).status).toBe(200);
    expect((await post('/v2/crawl', { url }, { headers, key })).status).toBe(200);
  });
});

describe('POST /batch/scrape', () => {
  it('leaves invalid URLs out where that was asked for', async () => {
    const urls = ['example.com/a', 'not a url', 'example.com/a'];
    const answer = await post('/v2/batch/scrape', { urls });
    expect(answer.body).toMatchObject({ success: true, invalidURLs: ['not a url'] });
    const [list] = await gateway.database.jobUrlList.findMany({ where: { jobId: answer.body.id } });
    const page = { url: 'http://example.com/a', sourceUrl: 'example.com/a' };
    expect(list).toMatchObject({ position: 0, urls: [page, page] });
    expect(await read(`/v2/batch/scrape/${answer.body.id}`)).toMatchObject({
      status: 'scraping',
      total: 2,
      completed: 0,
    });
  });

  it('has no invalidURLs where they fail the request', async () => {
    const answer = await post('/v1/batch/scrape', { urls: [url] });
    expect(answer.body).toEqual({
      success: true,
      id: answer.body.id,
      url: `https://api.example/base/v1/batch/scrape/${answer.body.id}`,
    });
  });

  it.each([
    ['/v1/batch/scrape', { urls: [url, 'not a url'] }, 'urls.1: Invalid URL'],
    ['/v2/batch/scrape', { urls: ['not a url'], ignoreInvalidURLs: false }, 'urls.0: Invalid URL'],
    ['/v2/batch/scrape', { urls: ['not a url'] }, 'urls: No valid URLs provided'],
  ])('refuses %s with %j', async (path, body, error) => {
    expect(await post(path, body)).toMatchObject({ status: 400, body: { error } });
  });

  it('appends to a running batch', async () => {
    const id = await startBatch([url]);
    gateway.published.length = 0;
    const answer = await post('/v2/batch/scrape', { urls: ['example.com/b', 'example.com/c'], appendToId: id });
    expect(answer.body).toMatchObject({ success: true, id });
    expect(gateway.published.map(({ message }) => message)).toEqual([{ type: 'AppendToJob', jobId: id }]);
    expect(await gateway.database.jobUrlList.findMany({ where: { jobId: id }, select: { position: true } })).toEqual([
      { position: 0 },
      { position: 1 },
    ]);
    await gateway.database.frontierJob.create({
      data: { id, teamId: gateway.teamId, kind: 'batch', admitted: 1, urlListsTaken: 1 },
    });
    expect(await read(`/v2/batch/scrape/${id}`)).toMatchObject({ total: 3 });
  });

  it('appends to no batch that is unknown, foreign, a crawl or ended', async () => {
    const append = async (id: string, options: CallOptions = {}) =>
      post('/v2/batch/scrape', { urls: [url], appendToId: id }, options);
    const { key } = await addTeam(gateway.database);
    const id = await startBatch([url]);
    const notFound = { status: 404, body: { success: false, error: 'Job not found' } };
    expect(await append(randomUUID())).toMatchObject(notFound);
    expect(await append(id, { key })).toMatchObject(notFound);
    expect(await append(await startCrawl())).toMatchObject(notFound);
    await endJob(gateway.database, id, 'completed');
    expect(await append(id)).toMatchObject({ status: 409, body: { error: expect.stringMatching(/new batch/i) } });
    expect(await gateway.database.jobUrlList.count({ where: { jobId: id } })).toBe(1);
  });
});

describe('the status', () => {
  it('grows with what the frontier admits and results store', async () => {
    const id = await startCrawl();
    expect(await read(`/v2/crawl/${id}`)).toMatchObject({
      success: true,
      status: 'scraping',
      completed: 0,
      total: 1,
      data: [],
    });
    await gateway.database.frontierJob.create({ data: { id, teamId: gateway.teamId, kind: 'crawl', admitted: 8 } });
    await storePage(gateway.database, id, { content: { markdown: 'one' } });
    await storePage(gateway.database, id, { reason: 'dns', message: 'no such host' });
    const status = await read(`/v1/crawl/${id}`);
    expect(status).toMatchObject({
      status: 'scraping',
      completed: 1,
      total: 8,
      creditsUsed: 1,
      data: [{ markdown: 'one' }],
    });
    for (const key of ['next', 'warning', 'completedAt', 'duration', 'error']) expect(status).not.toHaveProperty(key);
    await endJob(gateway.database, id, 'completed');
    const final = await read(`/v2/crawl/${id}`);
    expect(final).toMatchObject({ status: 'completed', completed: 1, total: 1 });
    expect(final.duration).toBeGreaterThanOrEqual(0);
    expect(new Date(final.completedAt).toISOString()).toBe(final.completedAt);
    expect(new Date(final.expiresAt).getTime()).toBeGreaterThan(Date.now());
  });

  it('reads crawls and batches through either path, and scrapes through neither', async () => {
    const ids = [await startCrawl(), await startBatch([url])];
    for (const id of ids) {
      for (const path of ['/v1/crawl', '/v1/batch/scrape', '/v2/crawl', '/v2/batch/scrape']) {
        expect(await gateway.call(`${path}/${id}`)).toMatchObject({ status: 200, body: { status: 'scraping' } });
      }
    }
    await post('/v2/scrape', { url, timeout: 1 });
    const scrape = await gateway.database.job.findFirstOrThrow({ where: { kind: 'scrape' } });
    expect(await gateway.call(`/v2/crawl/${scrape.id}`)).toMatchObject({ status: 404 });
  });

  it('pages through the documents to an end without next', async () => {
    const id = await startCrawl();
    const contents = [1, 2, 3, 4, 5].map((page) => ({ content: { markdown: `${page}` } }));
    await storePages(gateway.database, id, contents);
    await endJob(gateway.database, id, 'completed');
    const seen: string[] = [];
    let path: string | undefined = `/v2/crawl/${id}?limit=2`;
    let requests = 0;
    while (path !== undefined) {
      const { data, next } = await read(path);
      seen.push(...data.map((document: { markdown: string }) => document.markdown));
      requests += 1;
      expect(next ?? 'https://api.example/base/v2').toMatch(/^https:\/\/api\.example\/base\/v2/);
      path = next?.replace('https://api.example/base', '');
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5']);
    expect(requests).toBe(3);
    const past = await read(`/v2/crawl/${id}?skip=99`);
    expect(past.data).toEqual([]);
    expect(past).not.toHaveProperty('next');
  });

  it('cuts a page at ten mebibytes, but gives a larger document alone', async () => {
    const id = await startCrawl();
    const sizes = [6, 3, 6, 11, 1];
    for (const size of sizes) {
      await storePage(gateway.database, id, { content: { markdown: 'x'.repeat(size * 1024 * 1024) } });
    }
    await endJob(gateway.database, id, 'completed');
    const pages: number[] = [];
    for (let skip = 0; skip < sizes.length; skip += pages.at(-1) ?? 1) {
      pages.push((await read(`/v2/crawl/${id}?skip=${skip}`)).data.length);
    }
    expect(pages).toEqual([2, 1, 1, 1]);
  });

  it('names the next page while scraping only when documents are there to be read', async () => {
    const id = await startCrawl();
    await storePages(gateway.database, id, [{}, {}, {}]);
    expect(await read(`/v2/crawl/${id}?limit=2`)).toHaveProperty(
      'next',
      `https://api.example/base/v2/crawl/${id}?skip=2&limit=2`,
    );
    expect(await read(`/v2/crawl/${id}`)).not.toHaveProperty('next');
  });

  it('holds a request for documents that are about to come', async () => {
    const id = await startCrawl();
    await storePage(gateway.database, id);
    const held = read(`/v2/crawl/${id}?skip=1`);
    const pageId = await storePage(gateway.database, id, { content: { markdown: 'late' } });
    await gateway.publisher.publish('pageStored', id, { type: 'PageStored', jobId: id, pageId, state: 'done' });
    expect((await held).data).toMatchObject([{ markdown: 'late' }]);
  });

  it.each([
    'skip=-1',
    'skip=x',
    'skip=1.5',
    'limit=0',
    'limit=1001',
    'limit=',
    'skip=99999999999999999999',
    'skip=1&skip=2',
  ])('refuses ?%s', async (query) => {
    const answer = await gateway.call(`/v2/crawl/${await startCrawl()}?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^Invalid pagination/) } });
  });

  it('tells of a failed job why it failed', async () => {
    const id = await startCrawl();
    await endJob(gateway.database, id, 'failed', 'no such host');
    expect(await gateway.call(`/v2/crawl/${id}`)).toMatchObject({
      status: 200,
      body: { success: false, status: 'failed', error: 'no such host', data: [] },
    });
  });

  it('is 404 for the unknown, the foreign, the expired and what is no id', async () => {
    const id = await startCrawl();
    const { key } = await addTeam(gateway.database);
    const notFound = { status: 404, body: { success: false, error: 'Job not found' } };
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/errors'],
      ['DELETE', '/errors'],
    ]) {
      expect(await gateway.call(`/v1/crawl/invalidJobId${suffix}`, { method })).toMatchObject(notFound);
      expect(await gateway.call(`/v2/crawl/${randomUUID()}${suffix}`, { method })).toMatchObject(notFound);
      expect(await gateway.call(`/v2/crawl/${id}${suffix}`, { method, key })).toMatchObject(notFound);
    }
    await gateway.database.job.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await gateway.call(`/v2/crawl/${id}`)).toMatchObject({ status: 404, body: { error: 'Job expired' } });
  });

  it('warns of robots.txt and of a start URL that leaves no room', async () => {
    const id = await startCrawl({ url: 'https://example.com/deep/page' });
    await skipPages(gateway.database, id, 'robots', ['https://example.com/private']);
    await storePage(gateway.database, id);
    expect(await read(`/v2/crawl/${id}`)).not.toHaveProperty('warning');
    await endJob(gateway.database, id, 'completed');
    const { warning } = await read(`/v2/crawl/${id}`);
    for (const text of [
      'robots.txt',
      'robotsBlocked',
      '/scrape endpoint',
      'Only 1 result(s) found',
      'crawlEntireDomain=true',
      'higher-level path',
      'example.com',
    ]) {
      expect(warning).toContain(text);
    }
    const wide = await startCrawl({ url: 'https://example.com/deep/page', crawlEntireDomain: true });
    await endJob(gateway.database, wide, 'completed');
    expect(await read(`/v2/crawl/${wide}`)).not.toHaveProperty('warning');
  });
});

describe('DELETE', () => {
  it('cancels at once, tells the frontier once, and keeps what was scraped', async () => {
    const id = await startCrawl();
    await storePages(gateway.database, id, [{}, {}, {}]);
    gateway.published.length = 0;
    for (const path of [`/v2/crawl/${id}`, `/v1/batch/scrape/${id}`]) {
      expect(await gateway.call(path, { method: 'DELETE' })).toMatchObject({
        status: 200,
        body: { success: true, status: 'cancelled', message: expect.any(String) },
      });
    }
    expect(gateway.published.map(({ message }) => message)).toEqual([{ type: 'CancelJob', jobId: id }]);
    const status = await read(`/v2/crawl/${id}?limit=2`);
    expect(status).toMatchObject({ status: 'cancelled', completed: 3, total: 3, data: [{}, {}] });
    const last = await read(status.next.replace('https://api.example/base', ''));
    expect(last.data).toHaveLength(1);
    expect(last).not.toHaveProperty('next');
  });

  it.each([
    ['completed', 'Crawl is already completed'],
    ['failed', 'Crawl has already failed'],
  ] as const)('is refused for a job that has %s', async (state, error) => {
    const id = await startCrawl();
    await endJob(gateway.database, id, state);
    expect(await gateway.call(`/v2/crawl/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 409,
      body: { success: false, error },
    });
  });
});

describe('the list of running crawls', () => {
  it.each(['active', 'ongoing'])('is read as %s, for the own team, in the names of the version', async (word) => {
    const { key } = await addTeam(gateway.database);
    const start = async (path: string, body: object) => (await post(path, body, { key })).body.id;
    const running = await start('/v1/crawl', { url, maxDepth: 2, scrapeOptions: { parsePDF: false } });
    await start('/v2/batch/scrape', { urls: [url] });
    await endJob(gateway.database, await start('/v2/crawl', { url }), 'completed');
    await gateway.call(`/v2/crawl/${await start('/v2/crawl', { url })}`, { method: 'DELETE', key });
    const { body } = await gateway.call(`/v1/crawl/${word}`, { key });
    expect(body).toMatchObject({
      success: true,
      crawls: [{ id: running, url, options: { maxDepth: 2, scrapeOptions: { parsePDF: false } } }],
    });
    expect(body.crawls).toHaveLength(1);
    expect(body.crawls[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const v2 = await gateway.call(`/v2/crawl/${word}`, { key });
    expect(v2.body.crawls[0].options).toMatchObject({ sitemap: 'include', scrapeOptions: { parsers: [] } });
  });
});

describe('without PUBLIC_URL', () => {
  it('the URLs of answers are those of the request', async () => {
    const bare = await startGateway();
    const ask = async (headers: Record<string, string>) =>
      (await bare.call('/v2/crawl', { body: { url }, headers })).body.url.replace(/[^/]+$/, '');
    expect(await ask({})).toBe(`${bare.address}/v2/crawl/`);
    expect(await ask({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example, b.example' })).toBe(
      'https://a.example/v2/crawl/',
    );
    await bare.close();
  });
});
