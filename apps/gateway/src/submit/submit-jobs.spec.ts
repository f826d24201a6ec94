import { randomUUID } from 'node:crypto';
import { type JobCalls, jobCalls, url } from '../../test/job-calls';
import { endJob } from '../../test/rows';
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

describe('expiresInHours', () => {
  const HOUR_MS = 3_600_000;
  const bodies: [string, object][] = [
    ['/v1/crawl', { url }],
    ['/v2/crawl', { url }],
    ['/v1/batch/scrape', { urls: [url] }],
    ['/v2/batch/scrape', { urls: [url] }],
  ];

  it.each(bodies)('makes a job of %s expire early and erases it then', async (path, body) => {
    const fromMs = Date.now();
    const { id } = (await jobs.post(path, { ...body, expiresInHours: 2 })).body;
    const { expiresAt, eraseDueAt } = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    expect(expiresAt.getTime() - fromMs).toBeGreaterThanOrEqual(2 * HOUR_MS);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(2 * HOUR_MS);
    expect(eraseDueAt).toEqual(expiresAt);
  });

  it('leaves a job with the longest lifetime to the partitions', async () => {
    for (const own of [{}, { expiresInHours: 24 }]) {
      const { id } = (await jobs.post('/v2/crawl', { url, ...own })).body;
      expect((await gateway.database.job.findUniqueOrThrow({ where: { id } })).eraseDueAt).toBeNull();
    }
  });

  it.each(bodies)('is rejected by %s above the lifetime of jobs', async (path, body) => {
    expect(await jobs.post(path, { ...body, expiresInHours: 25 })).toMatchObject({
      status: 400,
      body: { error: 'expiresInHours exceeds the lifetime of jobs in this installation (24 h)' },
    });
    expect((await jobs.post(path, { ...body, expiresInHours: 0 })).status).toBe(400);
  });
});

describe('retentionHours of a team', () => {
  it('applies to jobs without expiresInHours, up to JOB_TTL_MAX', async () => {
    const long = await startGateway({ JOB_TTL_MAX: '720h' });
    try {
      const hoursOf = async (retentionHours: number | null, own: object = {}) => {
        const { teamId, key } = await insertTeam(long.database);
        await long.database.team.update({ where: { id: teamId }, data: { retentionHours } });
        const { id } = (await jobCalls(long).post('/v2/crawl', { url, ...own }, { key })).body;
        const job = await long.database.job.findUniqueOrThrow({ where: { id } });
        const hours = (job.expiresAt.getTime() - job.createdAt.getTime()) / 3_600_000;
        return [Math.round(hours), job.eraseDueAt !== null];
      };
      expect(await hoursOf(null)).toEqual([24, false]);
      expect(await hoursOf(6)).toEqual([6, true]);
      expect(await hoursOf(168)).toEqual([168, false]);
      expect(await hoursOf(168, { expiresInHours: 700 })).toEqual([700, false]);
      // The maximum was lowered later.
      expect(await hoursOf(2000)).toEqual([720, false]);
    } finally {
      await long.close();
    }
  });
});

describe('POST /crawl', () => {
  it.each(['v1', 'v2'])('stores the job of %s, then sends StartJob', async (version) => {
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
  ])('names the invalid pattern of %s', async (field, body, pattern) => {
    const answer = await jobs.post('/v2/crawl', { url, ...body });
    expect(answer).toMatchObject({ status: 400, body: { success: false, details: [{ path: [field] }] } });
    expect(answer.body.error).toContain(JSON.stringify(pattern));
  });

  it('truncates a long invalid pattern in the error', async () => {
    const answer = await jobs.post('/v2/crawl', { url, includePaths: [`^/\\d(${'a'.repeat(5000)}`] });
    expect(answer.body.error).toMatch(
      /^includePaths: The pattern "[^"]{50,70}" is not supported \(RE2 syntax\): missing closing \)/,
    );
    expect(answer.body.error.length).toBeLessThanOrEqual(300);
  });

  it.each([
    ['/v2/crawl', { url }],
    ['/v1/batch/scrape', { urls: [url] }],
  ])('is rejected by %s if the webhook has a private address', async (path, body) => {
    const answer = await jobs.post(path, { ...body, webhook: 'http://10.1.1.1/hook' });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: ['webhook'] }] } });
    expect(answer.body.error).toMatch(/^webhook: URL must point to a public address, not to 10\.1\.1\.1; /);
  });

  it('is accepted if the command cannot be sent', async () => {
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
  ])('limits concurrent requests to %s with an idempotency key to one job', async (path, body) => {
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

  it('rejects idempotency keys that are not UUIDs, and separates keys by team', async () => {
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

  it.each([randomUUID(), 'task 7 of a workflow'])(
    'starts one job for the header Idempotency-Key: %s',
    async (value) => {
      const post = (name: string) => jobs.post('/v2/batch/scrape', { urls: [url] }, { headers: { [name]: value } });
      const statuses = [(await post('idempotency-key')).status, (await post('Idempotency-Key')).status];
      expect(statuses).toEqual([200, 409]);
      expect((await post('x-idempotency-key')).status).toBe(409);
    },
  );
});

describe('POST /batch/scrape', () => {
  it('ignores invalid URLs with ignoreInvalidURLs', async () => {
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

  it('returns no invalidURLs without ignoreInvalidURLs', async () => {
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
    [
      '/v1/batch/scrape',
      { urls: ['not a url', url, 'ftp://a.example', 'http://100.64.0.1/'] },
      /^urls\.0: Invalid URL "not a url", .*\. urls\.2: URL uses unsupported protocol, .* \(1 more in details\)$/,
    ],
    [
      '/v2/batch/scrape',
      { urls: ['not a url', 'http://10.0.0.1/'] },
      /^urls: No valid URLs provided, all 2 are invalid\. urls\.0: Invalid URL "not a url", .*\. urls\.1: .* not to 10\.0\.0\.1; /,
    ],
  ])('rejects %s with %j', async (path, body, error) => {
    expect(await jobs.post(path, body)).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });

  it('explains the first invalid URLs and counts all', async () => {
    const urls = Array.from({ length: 50 }, (_, index) => `ftp://${index}.example`);
    const { body } = await jobs.post('/v1/batch/scrape', { urls });
    expect(body.error).toMatch(/^50 URLs are invalid, starting with: urls\.0: URL uses unsupported protocol, /);
    expect(body.error.length).toBeLessThan(400);
    expect(body.details).toHaveLength(20);
    expect(body.details[19]).toEqual({
      code: 'custom',
      message: expect.stringContaining('19.example'),
      path: ['urls', 19],
    });
  });

  it('warns of ignored invalid URLs with their reasons', async () => {
    const urls = [url, 'not a url', 'http://10.0.0.1/'];
    const { body } = await jobs.post('/v2/batch/scrape', { urls });
    expect(body.invalidURLs).toEqual(urls.slice(1));
    expect(body.warning).toMatch(
      /^2 invalid URLs were ignored, see invalidURLs\. urls\.1: Invalid URL "not a url", .*\. urls\.2: URL must point to a public address, /,
    );
    const many = await jobs.post('/v2/batch/scrape', { urls: [url, ...Array(300).fill('not a url')] });
    expect(many.body.warning).toMatch(/^300 invalid URLs were ignored, .* \(\d+ more\)$/);
    expect(many.body.warning.length).toBeLessThan(400);
    expect((await jobs.post('/v2/batch/scrape', { urls: [url] })).body).not.toHaveProperty('warning');
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

  it('rejects appending to an unknown or ended batch, a batch of another team, and a crawl', async () => {
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

describe.each(['v1', 'v2'])('the warning of a job in %s', (version) => {
  const webhook = (...events: string[]) => ({ webhook: { url, events } });
  const location = { contry: 'DE' };
  it.each<[string, string, object, string | undefined]>([
    [
      'crawl events of a batch',
      'batch/scrape',
      { urls: [url], ...webhook('crawl.started', 'crawl.page', 'completed') },
      'webhook.events: a batch does not send crawl.started, crawl.page, but batch_scrape.started, batch_scrape.page.',
    ],
    [
      'batch events of a crawl',
      'crawl',
      { url, ...webhook('batch_scrape.started') },
      'webhook.events: a crawl does not send batch_scrape.started, but crawl.started.',
    ],
    [
      'patterns for whole URLs',
      'crawl',
      { url, includePaths: ['https://example.com/blog/.*'] },
      'includePaths: "https://example.com/blog/.*" matches a whole URL, but patterns are matched against the path, such as "/blog/a". Remove scheme and host, or set regexOnFullURL.',
    ],
    [
      'credentials in the start URL',
      'crawl',
      { url: url.replace('//', '//me:secret@') },
      'url: user and password are sent with the start page only. To send them with all pages, set scrapeOptions.headers.Authorization.',
    ],
    ['no valid events', 'crawl', { url, ...webhook('crawl.started', 'page') }, undefined],
    [
      'ignored keys',
      'batch/scrape',
      { urls: [url], location },
      'Unknown keys were ignored: location.contry. Did you mean location.country?',
    ],
    [
      'events and ignored keys',
      'crawl',
      { url, scrapeOptions: { location }, ...webhook('batch_scrape.page') },
      'webhook.events: a crawl does not send batch_scrape.page, but crawl.page. Unknown keys were ignored: scrapeOptions.location.contry. Did you mean scrapeOptions.location.country?',
    ],
  ])('names %s', async (_, operation, body, warning) => {
    const { status, body: answer } = await jobs.post(`/${version}/${operation}`, body);
    expect([status, answer.warning]).toEqual([200, warning]);
  });

  it('is also part of documents for ignored keys', async () => {
    const { body } = await jobs.post(`/${version}/crawl`, { url, scrapeOptions: { location } });
    expect(await gateway.database.job.findUniqueOrThrow({ where: { id: body.id } })).toMatchObject({
      spec: {
        scrape: {
          warnings: [
            'Unknown keys were ignored: scrapeOptions.location.contry. Did you mean scrapeOptions.location.country?',
          ],
        },
      },
    });
  });
});
