import { randomUUID } from 'node:crypto';
import { type JobCalls, jobCalls, url } from '../../test/job-calls';
import { endJob, storePages } from '../../test/rows';
import { type CallOptions, insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
let jobs: JobCalls;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://api.example/base/' });
  jobs = jobCalls(gateway);
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.published.length = 0;
});

describe('POST /crawl', () => {
  it.each(['v1', 'v2'])('stores the job of %s, then tells the frontier', async (version) => {
    const webhook = { url: 'https://hook.example/', events: ['completed'] };
    const answer = await jobs.post(`/${version}/crawl`, { url: 'Example.com/?a', limit: 5, webhook });
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
    const answer = await jobs.post('/v2/crawl', { url, ...body });
    expect(answer).toMatchObject({ status: 400, body: { success: false, details: [{ path: [field] }] } });
    expect(answer.body.error).toContain(JSON.stringify(pattern));
  });

  it('says in a sentence what is wrong with a long pattern', async () => {
    const answer = await jobs.post('/v2/crawl', { url, includePaths: [`^/\\d(${'a'.repeat(5000)}`] });
    expect(answer.body.error).toMatch(
      /^includePaths: The pattern "[^"]{50,70}" cannot be used \(RE2 syntax\): missing closing \)/,
    );
    expect(answer.body.error.length).toBeLessThanOrEqual(300);
  });

  it.each([
    ['/v2/crawl', { url }],
    ['/v1/batch/scrape', { urls: [url] }],
  ])('is refused by %s with a webhook that could never be delivered', async (path, body) => {
    const answer = await jobs.post(path, { ...body, webhook: 'http://10.1.1.1/hook' });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: ['webhook', 'url'] }] } });
    expect(answer.body.error).toMatch(/EGRESS_ALLOW/);
  });

  it('is accepted though the command cannot be sent: the sweep finds the job', async () => {
    gateway.onPublish = () => {
      throw new Error('no broker');
    };
    const answer = await jobs.post('/v2/crawl', { url });
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
    const answers = await Promise.all([1, 2, 3].map(() => jobs.post(path, body, { headers })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toEqual({
      success: false,
      error: 'Idempotency key already used',
    });
    expect(await gateway.database.job.count()).toBe(before + 1);
  });

  it('are refused when they are no UUID, and belong to the team', async () => {
    for (const key of ['x', '', ' ', `${randomUUID()}, ${randomUUID()}`]) {
      for (const [path, body] of [
        ['/v1/crawl', { url }],
        ['/v2/batch/scrape', { urls: [url] }],
      ] as const) {
        const { status } = await jobs.post(path, body, { headers: { 'x-idempotency-key': key } });
        expect([key, path, status]).toEqual([key, path, 409]);
      }
    }
    const headers = { 'x-idempotency-key': randomUUID() };
    const { key } = await insertTeam(gateway.database);
    expect((await jobs.post('/v2/crawl', { url }, { headers })).status).toBe(200);
    expect((await jobs.post('/v2/crawl', { url }, { headers, key })).status).toBe(200);
  });
});

describe('POST /batch/scrape', () => {
  it('leaves invalid URLs out where that was asked for', async () => {
    const urls = ['example.com/a', 'not a url', 'example.com/a'];
    const answer = await jobs.post('/v2/batch/scrape', { urls });
    expect(answer.body).toMatchObject({ success: true, invalidURLs: ['not a url'] });
    const [list] = await gateway.database.jobUrlList.findMany({ where: { jobId: answer.body.id } });
    const page = { url: 'http://example.com/a', sourceUrl: 'example.com/a' };
    expect(list).toMatchObject({ position: 0, urls: [page, page] });
    expect(await jobs.read(`/v2/batch/scrape/${answer.body.id}`)).toMatchObject({
      status: 'scraping',
      total: 2,
      completed: 0,
    });
  });

  it('has no invalidURLs where they fail the request', async () => {
    const answer = await jobs.post('/v1/batch/scrape', { urls: [url] });
    expect(answer.body).toEqual({
      success: true,
      id: answer.body.id,
      url: `https://api.example/base/v1/batch/scrape/${answer.body.id}`,
    });
  });

  it.each([
    ['/v1/batch/scrape', { urls: [url, 'not a url'] }, /^urls\.1: Invalid URL "not a url", /],
    ['/v2/batch/scrape', { urls: ['not a url'], ignoreInvalidURLs: false }, /^urls\.0: Invalid URL /],
    ['/v1/batch/scrape', { urls: [url, 'nohost'] }, /^urls\.1: URL must have [^;]*, not "nohost"$/],
    ['/v2/batch/scrape', { urls: ['not a url'] }, /^urls: No valid URLs provided$/],
  ])('refuses %s with %j', async (path, body, error) => {
    expect(await jobs.post(path, body)).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });

  it('appends to a running batch', async () => {
    const id = await jobs.startBatch([url]);
    gateway.published.length = 0;
    const answer = await jobs.post('/v2/batch/scrape', { urls: ['example.com/b', 'example.com/c'], appendToId: id });
    expect(answer.body).toMatchObject({ success: true, id });
    expect(gateway.published.map(({ message }) => message)).toEqual([{ type: 'AppendToJob', jobId: id }]);
    expect(await gateway.database.jobUrlList.findMany({ where: { jobId: id }, select: { position: true } })).toEqual([
      { position: 0 },
      { position: 1 },
    ]);
    await gateway.database.frontierJob.create({
      data: { id, teamId: gateway.teamId, kind: 'batch', admitted: 1, known: 1, urlListsTaken: 1 },
    });
    expect(await jobs.read(`/v2/batch/scrape/${id}`)).toMatchObject({ total: 3 });
  });

  it('appends to no batch that is unknown, foreign, a crawl or ended', async () => {
    const append = async (id: string, options: CallOptions = {}) =>
      jobs.post('/v2/batch/scrape', { urls: [url], appendToId: id }, options);
    const { key } = await insertTeam(gateway.database);
    const id = await jobs.startBatch([url]);
    const notFound = { status: 404, body: { success: false, error: 'Job not found' } };
    expect(await append(randomUUID())).toMatchObject(notFound);
    expect(await append(id, { key })).toMatchObject(notFound);
    expect(await append(await jobs.startCrawl())).toMatchObject(notFound);
    await endJob(gateway.database, id, 'completed');
    expect(await append(id)).toMatchObject({ status: 409, body: { error: expect.stringMatching(/new batch/i) } });
    expect(await gateway.database.jobUrlList.count({ where: { jobId: id } })).toBe(1);
  });
});

describe('DELETE', () => {
  it('cancels at once, tells the frontier once, and keeps what was scraped', async () => {
    const id = await jobs.startCrawl();
    await storePages(gateway.database, id, [{}, {}, {}]);
    gateway.published.length = 0;
    for (const path of [`/v2/crawl/${id}`, `/v1/batch/scrape/${id}`]) {
      expect(await gateway.call(path, { method: 'DELETE' })).toMatchObject({
        status: 200,
        body: { success: true, status: 'cancelled', message: expect.any(String) },
      });
    }
    expect(gateway.published.map(({ message }) => message)).toEqual([{ type: 'CancelJob', jobId: id }]);
    const status = await jobs.read(`/v2/crawl/${id}?limit=2`);
    expect(status).toMatchObject({ status: 'cancelled', completed: 3, total: 3, data: [{}, {}] });
    const { completedAt, duration } = status;
    await endJob(gateway.database, id, 'cancelled');
    expect(await jobs.read(`/v2/crawl/${id}`)).toMatchObject({ status: 'cancelled', completedAt, duration });
    const last = await jobs.read(status.next.replace('https://api.example/base', ''));
    expect(last.data).toHaveLength(1);
    expect(last).not.toHaveProperty('next');
  });

  it.each([
    ['completed', 'Crawl is already completed'],
    ['failed', 'Crawl has already failed'],
  ] as const)('is refused for a job that has %s', async (state, error) => {
    const id = await jobs.startCrawl();
    await endJob(gateway.database, id, state);
    expect(await gateway.call(`/v2/crawl/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 409,
      body: { success: false, error },
    });
  });
});

describe('the list of running crawls', () => {
  it.each(['active', 'ongoing'])('is read as %s, for the own team, in the names of the version', async (word) => {
    const { key } = await insertTeam(gateway.database);
    const start = async (path: string, body: object) => (await jobs.post(path, body, { key })).body.id;
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

  it('is whole and in order, however many there are, and empty without any', async () => {
    const { key } = await insertTeam(gateway.database);
    expect((await gateway.call('/v2/crawl/active', { key })).body).toEqual({ success: true, crawls: [] });
    const { id } = (await jobs.post('/v2/crawl', { url }, { key })).body;
    const { spec, ...first } = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    const later = Array.from({ length: 45 }, (_, index) => ({
      ...{ ...first, id: randomUUID(), spec: spec as object, webhook: undefined },
      createdAt: new Date(first.createdAt.getTime() + index + 1),
    }));
    await gateway.database.job.createMany({ data: [...later].reverse() });
    const { body } = await gateway.call('/v2/crawl/active', { key });
    expect(body.crawls.map((crawl: { id: string }) => crawl.id)).toEqual([id, ...later.map((job) => job.id)]);
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
