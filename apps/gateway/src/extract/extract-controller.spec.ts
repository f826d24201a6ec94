import { randomUUID } from 'node:crypto';
import { type ModelProvider, type Searxng, startModelProvider, startSearxng } from '@orbweaver/testing';
import { endJob, storePage, storePages } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

const url = 'https://example.com/';
const prompt = 'All lamps';
const schema = { type: 'object', properties: { lamps: { type: 'array', items: { type: 'string' } } } };

let provider: ModelProvider;
let searxng: Searxng;
let gateway: TestGateway;

beforeAll(async () => {
  provider = await startModelProvider();
  searxng = await startSearxng();
  const model = { LLM_BASE_URL: provider.url, LLM_MODEL: 'small' };
  gateway = await startGateway({ ...model, SEARCH_URL: searxng.url, SEARCH_TIMEOUT: '500ms' });
});
afterAll(async () => {
  await gateway.close();
  await searxng.close();
  await provider.close();
});
beforeEach(() => {
  gateway.published.length = 0;
  searxng.next();
  searxng.results(() => [{ url: 'https://found.example/', title: 'Found', content: '' }]);
});

const extract = (body: object, version = 'v2', headers: Record<string, string> = {}) =>
  gateway.call(`/${version}/extract`, { body: { urls: [url], ...body }, headers });
const startExtract = async (body: object = {}): Promise<string> => (await extract(body)).body.id;
const status = async (id: string, version = 'v2') => (await gateway.call(`/${version}/extract/${id}`)).body;
const cancel = (id: string) => gateway.call(`/v2/extract/${id}`, { method: 'DELETE' });
const storedJob = (id: string) => gateway.database.job.findUniqueOrThrow({ where: { id } });
const urlsOf = async (jobId: string) =>
  ((await gateway.database.jobUrlList.findFirstOrThrow({ where: { jobId } })).urls as { url: string }[]).map(
    (listed) => listed.url,
  );

describe('POST /extract', () => {
  it.each([
    ['v1', { url: 'https://example.com/a', ignoresCache: true }],
    ['v2', { url: 'https://example.com/a', ignoresCache: false }],
  ])('starts a batch with the json format for a list of URLs in %s', async (version, { url: page, ignoresCache }) => {
    const body = {
      urls: [page],
      prompt,
      schema,
      showSources: true,
      origin: 'js-sdk',
      webhook: 'https://hook.example/',
    };
    const { status: code, body: answer } = await extract(body, version);
    expect([code, answer]).toEqual([
      200,
      version === 'v1' ? { success: true, id: answer.id } : { success: true, id: answer.id, invalidURLs: [] },
    ]);
    const job = await storedJob(answer.id);
    expect(job).toMatchObject({
      kind: 'batch',
      origin: 'js-sdk',
      webhook: { url: 'https://hook.example/' },
      spec: { extract: { showSources: true }, scrape: { timeoutMs: 60_000 } },
    });
    const { formats, maxAgeMs } = (job.spec as { scrape: { formats: object[]; maxAgeMs: number } }).scrape;
    expect(formats).toEqual([expect.objectContaining({ type: 'json', prompt, schema })]);
    expect(maxAgeMs === 0).toBe(ignoresCache);
    expect(gateway.published.map(({ message }) => message)).toEqual([{ type: 'StartJob', jobId: answer.id }]);
  });

  const crawls: [string, object, object][] = [
    [
      'https://example.com/*',
      {},
      { url: 'https://example.com/', sitemap: 'include', scope: { allowSubdomains: true, includePaths: [] } },
    ],
    [
      'example.com/docs/v1.2/*',
      { ignoreSitemap: true, limit: 7 },
      {
        url: 'http://example.com/docs/v1.2/',
        sitemap: 'skip',
        limit: 7,
        scope: { includePaths: ['^/docs/v1\\.2(?:/|$)'] },
      },
    ],
    [
      'https://example.com/docs/*',
      { includeSubdomains: false },
      { scope: { allowSubdomains: false, includePaths: [], crawlEntireDomain: false } },
    ],
    ['https://example.com/docs/*', { allowExternalLinks: true }, { scope: { allowExternalLinks: true } }],
  ];
  it.each(crawls)('starts a crawl for %s with %j', async (glob, body, spec) => {
    const job = await storedJob(await startExtract({ urls: [glob], prompt, ...body }));
    expect(job).toMatchObject({ kind: 'crawl', spec: { ...spec, extract: { showSources: false } } });
  });

  it.each([
    [{ urls: [] }, 'urls', /at least one URL, unless enableWebSearch and prompt are set/],
    [{ urls: [], enableWebSearch: true, prompt: ' ' }, 'urls', /at least one URL/],
    [{ urls: ['https://a.example/*', 'https://b.example/*'] }, 'urls', /at most one URL that ends with \/\*, not 2/],
    [{ urls: ['https://a.example/*', 'https://b.example/'] }, 'urls', /must be the only URL/],
    [{ urls: ['http://10.1.1.1/*'] }, 'urls.0', /public address/],
    [{ urls: 'https://a.example/' }, 'urls', /Must be a list/],
    [{ urls: ['no url'] }, 'urls', /No valid URLs/],
    [{ prompt: 7 }, 'prompt', /Must be a string/],
    [{ schema: { type: 'strng' } }, 'schema', /Invalid JSON schema/],
    [{ shema: {} }, '', /shema: Unrecognized key, did you mean schema\?/],
    [{ scrapeOptions: { waitfor: 1 } }, 'scrapeOptions', /waitfor: Unrecognized key/],
    [{ agent: { model: 'FIRE-1' } }, 'agent', /not available/],
    [{ webhook: 'http://10.1.1.1/' }, 'webhook', /public address/],
  ])('rejects %j with the field', async (body, path, message) => {
    const answer = await extract(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.details[0].path.join('.')).toBe(path);
    expect(answer.body.error).toMatch(message);
  });

  it.each([
    [{ schema: null, systemPrompt: 'Be brief', allowExternalLinks: false, enableWebSearch: false }, 'v1'],
    [{ prompt, agent: null, threatProtection: { mode: 'off' }, scrapeOptions: { onlyMainContent: false } }, 'v2'],
  ])('accepts the fields %j that clients send', async (body, version) => {
    expect(await extract(body, version)).toMatchObject({ status: 200 });
  });

  it('returns invalid URLs, or rejects them with ignoreInvalidURLs false', async () => {
    const urls = [url, 'no url'];
    const ignored = await extract({ urls });
    expect(ignored.body).toMatchObject({ invalidURLs: ['no url'], warning: expect.stringContaining('urls.1') });
    expect(await extract({ urls, ignoreInvalidURLs: false })).toMatchObject({ status: 400 });
    expect(await extract({ urls }, 'v1')).toMatchObject({ status: 400 });
  });

  it('rejects a used idempotency key, zero data retention and a request without a language model', async () => {
    const headers = { 'x-idempotency-key': randomUUID() };
    expect((await extract({}, 'v2', headers)).status).toBe(200);
    expect((await extract({}, 'v2', headers)).status).toBe(409);
    expect((await extract({ zeroDataRetention: true })).body).toMatchObject({ code: 'SCRAPE_ZDR_VIOLATION_ERROR' });
    const plain = await startGateway();
    const answer = await plain.call('/v2/extract', { body: { urls: [url], prompt } });
    await plain.close();
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      400,
      'MODEL_NOT_CONFIGURED',
      'The format json needs a language model, but none is configured. Ask the operator of this service to set LLM_BASE_URL and LLM_MODEL.',
    ]);
  });

  it('warns of formats in scrapeOptions, at first and with the status', async () => {
    const { body } = await extract({ scrapeOptions: { formats: ['html'] } });
    expect(body.warning).toContain('scrapeOptions.formats had no effect');
    expect((await status(body.id)).warning).toContain('scrapeOptions.formats had no effect');
  });

  describe('with enableWebSearch', () => {
    it('adds the results of a search for the prompt', async () => {
      expect(await urlsOf(await startExtract({ prompt, enableWebSearch: true }))).toEqual([
        url,
        'https://found.example/',
      ]);
      expect(await urlsOf(await startExtract({ urls: [], prompt, enableWebSearch: true }))).toEqual([
        'https://found.example/',
      ]);
      expect(searxng.requests.at(-1)?.q).toBe(prompt);
    });

    it('omits private addresses and URLs that are listed already', async () => {
      searxng.results(() => [
        { url: 'http://10.1.1.1/', title: 'Private', content: '' },
        { url, title: 'Listed', content: '' },
      ]);
      expect(await urlsOf(await startExtract({ prompt, enableWebSearch: true }))).toEqual([url]);
    });

    it('warns when the search fails or is not possible, and fails without other URLs', async () => {
      searxng.next({ status: 429 });
      const failed = await extract({ prompt, enableWebSearch: true });
      expect(failed.body.warning).toMatch(/^enableWebSearch had no effect: .*\.$/);
      expect(await urlsOf(failed.body.id)).toEqual([url]);
      searxng.next({ status: 429 });
      const alone = await extract({ urls: [], prompt, enableWebSearch: true });
      expect([alone.status, alone.body.code]).toEqual([503, 'SEARCH_UNAVAILABLE']);
      const crawl = await extract({ urls: [`${url}*`], prompt, enableWebSearch: true });
      expect(crawl.body.warning).toContain('a crawl has one start URL');
      searxng.results(() => []);
      const none = await extract({ urls: [], prompt, enableWebSearch: true });
      expect([none.status, none.body.details[0].path]).toEqual([400, ['prompt']]);
    });
  });
});

describe('GET /extract/:id', () => {
  const page = (json: unknown, path: string) => ({ content: { json }, url: url + path });

  it('returns no data while it runs', async () => {
    const id = await startExtract();
    await storePage(gateway.database, id, page({ lamps: ['desk'] }, 'a'));
    expect(await status(id)).toEqual({
      success: true,
      status: 'processing',
      data: [],
      expiresAt: expect.any(String),
      tokensUsed: 0,
      creditsUsed: 1,
    });
  });

  it.each(['v1', 'v2'])('merges the data of its pages in %s', async (version) => {
    const id = await startExtract({ showSources: true });
    await storePages(gateway.database, id, [
      page({ lamps: ['desk'], shop: null }, 'a'),
      { ...page({ lamps: ['404'], shop: 'Not found' }, 'missing'), metadata: { statusCode: 404 } },
      { url: `${url}failed`, reason: 'dns', message: 'No such host' },
      page({ lamps: ['floor', 'desk'], shop: 'Lamps' }, 'b'),
    ]);
    await gateway.database.page.updateMany({ where: { jobId: id }, data: { promptTokens: 10, completionTokens: 2 } });
    await endJob(gateway.database, id, 'completed');
    expect(await status(id, version)).toEqual({
      success: true,
      status: 'completed',
      data: { lamps: ['desk', 'floor'], shop: 'Lamps' },
      sources: { lamps: [`${url}a`, `${url}b`], shop: [`${url}b`] },
      warning: expect.stringMatching(
        /^1 of 4 pages failed\. .*\/errors\. Pages with an HTTP error are not included: 1, such as \S+missing: HTTP status 404\.$/,
      ),
      expiresAt: expect.any(String),
      tokensUsed: 48,
      creditsUsed: 3,
    });
  });

  it.each([
    [
      'the failure of its first page',
      [{ url: `${url}x`, reason: 'dns', message: 'No such host' }],
      `${url}x: No such host`,
    ],
    [
      'the HTTP error of its first page',
      [{ ...page({}, 'x'), metadata: { statusCode: 500 } }],
      `${url}x: HTTP status 500`,
    ],
    ['that no page was scraped', [], 'No page was scraped'],
  ])('fails with %s', async (_, rows, error) => {
    const id = await startExtract();
    await storePages(gateway.database, id, rows);
    await endJob(gateway.database, id, 'completed');
    expect(await status(id)).toMatchObject({ success: false, status: 'failed', data: [], error });
  });

  it('returns data up to its limit, with a warning', async () => {
    const id = await startExtract();
    const large = (n: number) => page({ lamps: [`${n}${'x'.repeat(4 * 1024 * 1024)}`] }, String(n));
    await storePages(gateway.database, id, [large(1), large(2), large(3)]);
    await endJob(gateway.database, id, 'completed');
    const { data, warning } = await status(id);
    expect(data.lamps).toHaveLength(2);
    expect(warning).toMatch(/only the first 2 of 3 pages, because of its limit of 10 MiB\. .*\/v2\/batch\/scrape\//);
  });

  it('returns 404 for other jobs and other teams', async () => {
    const { body } = await gateway.call('/v2/batch/scrape', { body: { urls: [url] } });
    const id = await startExtract();
    const other = await insertTeam(gateway.database);
    expect((await gateway.call(`/v2/extract/${body.id}`)).status).toBe(404);
    expect((await gateway.call(`/v2/extract/${body.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await gateway.call(`/v2/extract/${id}`, { key: other.key })).status).toBe(404);
    expect((await gateway.call(`/v2/extract/${randomUUID()}`)).status).toBe(404);
  });
});

describe('an extract', () => {
  it('keeps the data of a cancelled extract, with an error for clients', async () => {
    const id = await startExtract();
    await storePage(gateway.database, id, { content: { json: { lamps: ['desk'] } } });
    const cancelled = { success: true, status: 'cancelled', message: 'Extract job successfully cancelled.' };
    expect((await cancel(id)).body).toEqual(cancelled);
    expect(gateway.published.at(-1)?.message).toEqual({ type: 'CancelJob', jobId: id });
    expect(await status(id)).toMatchObject({
      success: true,
      status: 'cancelled',
      data: { lamps: ['desk'] },
      error: 'The extract was cancelled',
    });
    expect((await cancel(id)).body).toEqual(cancelled);
    await endJob(gateway.database, id, 'completed');
    await gateway.database.job.update({ where: { id }, data: { cancelRequestedAt: null } });
    expect((await cancel(id)).body.error).toBe('Extract is already completed');
  });

  it('lists its pages as a batch and is no running crawl', async () => {
    const id = await startExtract({ urls: [`${url}*`] });
    expect((await gateway.call(`/v2/batch/scrape/${id}`)).body).toMatchObject({ status: 'scraping', data: [] });
    const { crawls } = (await gateway.call('/v2/crawl/active')).body;
    expect(crawls.map((crawl: { id: string }) => crawl.id)).not.toContain(id);
  });
});
