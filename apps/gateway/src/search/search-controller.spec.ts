import type { RenderPage } from '@orbweaver/contracts';
import { addCreditEntries } from '@orbweaver/persistence';
import { type Searxng, type SearxngFault, startSearxng, until } from '@orbweaver/testing';
import { announcePage } from '../../test/announcements';
import { storePage } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';

let searxng: Searxng;
let gateway: TestGateway;

beforeAll(async () => {
  searxng = await startSearxng();
  gateway = await startGateway({ SEARCH_URL: searxng.url, SEARCH_TIMEOUT: '500ms' });
});
afterAll(async () => {
  await gateway.close();
  await searxng.close();
});
beforeEach(() => {
  gateway.published.length = 0;
  gateway.onPublish = () => undefined;
  searxng.next();
  searxng.unresponsive();
  searxng.results(() => numbered(3));
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: `https://site${index}.example/`,
    title: `Title ${index}`,
    content: `Text ${index}`,
  }));

const search = (version: string, body: object, key?: string) =>
  gateway.call(`/${version}/search`, { body, ...(key === undefined ? {} : { key }) });

/** Stores every scraped page as results does; pages of `failing` URLs fail, those of `hanging` URLs get no answer. */
function answerPages(failing?: RegExp, hanging?: RegExp): void {
  gateway.onPublish = ({ topic, message }) => {
    if (topic !== 'renderInteractive') return;
    const { pageId, url } = message as RenderPage;
    if (hanging?.test(url)) return;
    const isFailing = failing?.test(url) === true;
    const row = isFailing
      ? { reason: 'dns' as const, message: 'No such host' }
      : { content: { markdown: `of ${url}` } };
    void storePage(gateway.database, pageId, { id: pageId, ...row }).then(() =>
      announcePage(gateway, pageId, pageId, isFailing ? 'failed' : 'done'),
    );
  };
}

/** Messages other than bills. */
const pagesSent = () => gateway.published.filter(({ message }) => message.type !== 'RequestBilled');
const billsOf = (teamId: string) =>
  gateway.published.flatMap(({ message }) =>
    message.type === 'RequestBilled' && message.teamId === teamId ? [[message.operation, message.credits]] : [],
  );

describe('POST /v2/search', () => {
  it('returns numbered results of the web with id and credits', async () => {
    const { status, body } = await search('v2', { query: ' spiders ', limit: 2 });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        web: [
          { url: 'https://site0.example/', title: 'Title 0', description: 'Text 0', position: 1 },
          { url: 'https://site1.example/', title: 'Title 1', description: 'Text 1', position: 2 },
        ],
      },
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      creditsUsed: 2,
    });
    expect(searxng.requests.at(-1)).toMatchObject({ q: 'spiders', categories: 'general' });
    expect(pagesSent()).toEqual([]);
  });

  it('returns the requested sources with their own fields', async () => {
    searxng.results(({ categories }) => {
      if (categories === 'images')
        return [{ url: 'https://a.example/', title: 'I', img_src: 'https://a.example/i.png', resolution: '2 x 3' }];
      if (categories === 'news')
        return [{ url: 'https://n.example/', title: 'N', content: 'S', publishedDate: '2026-01-02T00:00:00Z' }];
      return [];
    });
    const { body } = await search('v2', { query: 'a', sources: ['web', { type: 'news' }, 'images'] });
    expect(body.data).toEqual({
      web: [],
      news: [{ url: 'https://n.example/', title: 'N', snippet: 'S', date: '2026-01-02T00:00:00.000Z', position: 1 }],
      images: [
        {
          url: 'https://a.example/',
          title: 'I',
          imageUrl: 'https://a.example/i.png',
          imageWidth: 2,
          imageHeight: 3,
          position: 1,
        },
      ],
    });
  });

  it('restricts results to domains, also when the engine ignores operators', async () => {
    searxng.results(() => numbered(30));
    const { body } = await search('v2', { query: 'a', includeDomains: ['SITE7.example'] });
    expect(body.data.web).toEqual([expect.objectContaining({ url: 'https://site7.example/', position: 1 })]);
    const { body: others } = await search('v2', { query: 'a', limit: 3, excludeDomains: ['site1.example'] });
    expect(others.data.web.map(({ title }: { title: string }) => title)).toEqual(['Title 0', 'Title 2', 'Title 3']);
  });

  it('names options without effect and silent engines in the warning', async () => {
    searxng.results(() => []);
    searxng.unresponsive('bing');
    const { body } = await search('v2', {
      query: 'a',
      tbs: 'sbd:1',
      location: 'Vienna',
      sources: [{ type: 'web', tbs: 'x' }],
    });
    expect(body).toMatchObject({ success: true, data: { web: [] }, creditsUsed: 0 });
    for (const part of ['tbs "sbd:1"', 'location was ignored', 'sources.0.tbs', 'bing'])
      expect(body.warning).toContain(part);
  });

  it('accepts what the MCP server adds to each search', async () => {
    const added = { domainTools: true, toolDetail: 'compact', highlights: true, enterprise: ['default'] };
    const { status, body } = await search('v2', {
      query: 'a',
      sources: [{ type: 'web' }, { type: 'alexandria' }],
      ...added,
    });
    expect({ status, keys: Object.keys(body.data) }).toEqual({ status: 200, keys: ['web'] });
    expect(body.warning).toBe('The source alexandria is not available.');
  });

  it('keeps the results of one source when another fails', async () => {
    searxng.results(({ categories }) => (categories === 'general' ? numbered(1) : []));
    searxng.next({ status: 429 });
    const { status, body } = await search('v2', { query: 'a', sources: ['web', 'news'] });
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toHaveLength(1);
    expect(body.warning).toMatch(/^The search for (?:web|news) failed: The search engine limits/);
  });

  it('bills two credits for each ten results, once', async () => {
    const team = await insertTeam(gateway.database);
    searxng.results(() => numbered(30));
    expect((await search('v2', { query: 'a', limit: 21 }, team.key)).body.creditsUsed).toBe(6);
    expect((await search('v2', { query: 'a', limit: 10 }, team.key)).body.creditsUsed).toBe(2);
    expect(billsOf(team.teamId)).toEqual([
      ['search', 6],
      ['search', 2],
    ]);
  });

  it('is rejected with 402 without credits, before the engine is asked', async () => {
    const team = await insertTeam(gateway.database);
    await gateway.database.team.update({ where: { id: team.teamId }, data: { creditsLimited: true } });
    const grant = { teamId: team.teamId, apiKeyId: null, jobId: null, kind: 'grant' as const, note: null };
    await addCreditEntries(gateway.database, [{ ...grant, id: team.teamId, amount: 1 }], new Date());
    const before = searxng.requests.length;
    expect((await search('v2', { query: 'a' }, team.key)).status).toBe(402);
    expect(searxng.requests.length).toBe(before);
  });

  it.each<[title: string, body: object, field: string]>([
    ['no query', {}, 'query'],
    ['an empty query', { query: '  ' }, 'query'],
    ['a limit of 0', { query: 'a', limit: 0 }, 'limit'],
    ['a limit of 101', { query: 'a', limit: 101 }, 'limit'],
    ['an unknown source', { query: 'a', sources: ['videos'] }, 'sources.0'],
    ['an unknown category', { query: 'a', categories: ['shops'] }, 'categories.0'],
    ['a URL as a domain', { query: 'a', includeDomains: ['https://a.example'] }, 'includeDomains.0'],
    [
      'both lists of domains',
      { query: 'a', includeDomains: ['a.example'], excludeDomains: ['b.example'] },
      'excludeDomains',
    ],
    ['a wrong language', { query: 'a', lang: 'de&pageno=3' }, 'lang'],
    ['a timeout above the maximum', { query: 'a', timeout: 300_001 }, 'timeout'],
    ['an unknown scrape option', { query: 'a', scrapeOptions: { format: [] } }, 'scrapeOptions'],
    ['an unknown key', { query: 'a', pages: 3 }, ''],
  ])('rejects %s', async (_, body, field) => {
    const answer = await search('v2', body);
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'BAD_REQUEST' } });
    expect(answer.body.details[0].path.join('.')).toBe(field);
  });

  it.each<[fault: SearxngFault, retryAfter: string]>([
    [{ status: 429, headers: { 'retry-after': '120' } }, '120'],
    [{ status: 429 }, '10'],
    [{ status: 500 }, '10'],
    ['html', '10'],
    ['hang', '10'],
    ['reset', '10'],
  ])('returns 503 when the engine fails with %j', async (fault, retryAfter) => {
    searxng.next(fault, fault, fault);
    const { status, headers, body } = await search('v2', { query: 'a' });
    expect({ status, code: body.code, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'SEARCH_UNAVAILABLE',
      retryAfter,
    });
    expect(body.error).toContain(`Retry after ${retryAfter} s`);
    expect(body.error).not.toContain('127.0.0.1');
  });

  it('returns 408 when the time of the request is over', async () => {
    searxng.next('hang');
    const answer = await search('v2', { query: 'a', timeout: 100 });
    expect(answer).toMatchObject({ status: 408, body: { success: false, code: 'SEARCH_TIMEOUT' } });
  });

  it('returns the results of the first page when the time of the request is over', async () => {
    searxng.results((query) => {
      if (query.pageno === '1') searxng.next('hang');
      return numbered(30);
    });
    const { status, body } = await search('v2', { query: 'a', limit: 30, timeout: 500 });
    expect(status).toBe(200);
    expect(body.data.web).toHaveLength(10);
    expect(body).toMatchObject({
      creditsUsed: 2,
      warning: expect.stringMatching(/^The search for web reached its time limit/),
    });
  });
});

describe('scrapeOptions of a search', () => {
  it('adds the documents of the results', async () => {
    answerPages();
    const { body } = await search('v2', {
      query: 'a',
      limit: 2,
      scrapeOptions: { formats: ['markdown'], onlyMainContent: false },
    });
    expect(body.data.web).toEqual([
      expect.objectContaining({
        title: 'Title 0',
        description: 'Text 0',
        position: 1,
        markdown: 'of https://site0.example/',
        metadata: expect.objectContaining({ statusCode: 200 }),
      }),
      expect.objectContaining({ position: 2, markdown: 'of https://site1.example/' }),
    ]);
    expect(body.creditsUsed).toBe(4);
    const [first] = pagesSent().map(({ message }) => message as RenderPage);
    expect(first!.spec).toMatchObject({ onlyMainContent: false });
    expect(first!.spec.timeoutMs).toBeLessThanOrEqual(60_000);
  });

  it('scrapes nothing without formats', async () => {
    const { body } = await search('v2', { query: 'a', scrapeOptions: { onlyMainContent: true } });
    expect(body.data.web[0]).not.toHaveProperty('metadata');
    expect(pagesSent()).toEqual([]);
  });

  it.each(['v1', 'v2'])('keeps title and description of a result that fails, with the reason (%s)', async (version) => {
    answerPages(/site1/);
    searxng.results(() => [
      ...numbered(2),
      { url: 'http://127.0.0.1/admin', title: 'Private', content: 'p' },
      { url: 'http://169.254.169.254/', title: 'Metadata', content: 'm' },
    ]);
    const { status, body } = await search(version, { query: 'a', scrapeOptions: { formats: ['markdown'] } });
    expect(status).toBe(200);
    const hits = version === 'v1' ? body.data : body.data.web;
    expect(
      hits.map(({ title, description, markdown, metadata }: Record<string, Record<string, unknown>>) => [
        title,
        description,
        markdown,
        metadata?.error,
      ]),
    ).toEqual([
      ['Title 0', 'Text 0', 'of https://site0.example/', undefined],
      ['Title 1', 'Text 1', undefined, 'No such host'],
      ['Private', 'p', undefined, expect.stringMatching(/^URL must point to a public address, not to 127\.0\.0\.1/)],
      ['Metadata', 'm', undefined, expect.stringMatching(/^URL must point to a public address/)],
    ]);
    expect(pagesSent().filter(({ topic }) => topic === 'renderInteractive')).toHaveLength(2);
  });

  it('omits private addresses with ignoreInvalidURLs', async () => {
    searxng.results(() => [{ url: 'http://10.0.0.1/', title: 'Private' }, ...numbered(1)]);
    const { body } = await search('v2', { query: 'a', ignoreInvalidURLs: true });
    expect(body.data.web).toEqual([expect.objectContaining({ title: 'Title 0', position: 1 })]);
  });

  it('ends pages at the timeout of the search, and returns the results', async () => {
    const { status, body } = await search('v2', {
      query: 'a',
      limit: 1,
      timeout: 1_000,
      scrapeOptions: { formats: ['markdown'] },
    });
    expect(status).toBe(200);
    expect(body.data.web[0]).toMatchObject({
      title: 'Title 0',
      metadata: { error: 'Scrape timed out', code: 'SCRAPE_TIMEOUT' },
    });
  });

  it('scrapes the news while pages of the web hang', async () => {
    answerPages(undefined, /site/);
    searxng.results(({ categories }) =>
      categories === 'news' ? [{ url: 'https://news.example/', title: 'N', content: 'S' }] : numbered(1),
    );
    const { body } = await search('v2', {
      query: 'a',
      sources: ['web', 'news'],
      timeout: 3_000,
      scrapeOptions: { formats: ['markdown'] },
    });
    expect(body.data.web[0].metadata).toMatchObject({ code: 'SCRAPE_TIMEOUT' });
    expect(body.data.news[0]).toMatchObject({ markdown: 'of https://news.example/' });
  });

  it('cancels the pages when the caller leaves', async () => {
    const leave = new AbortController();
    const asking = gateway.call('/v2/search', {
      body: { query: 'a', limit: 1, scrapeOptions: { formats: ['markdown'] } },
      signal: leave.signal,
    });
    await until('the page to be sent', () => pagesSent().length > 0);
    leave.abort();
    await expect(asking).rejects.toThrow();
  });

  it('keeps no page of a team with zero data retention', async () => {
    const { body } = await search('v2', {
      query: 'a',
      limit: 1,
      timeout: 1_000,
      zeroDataRetention: true,
      scrapeOptions: { formats: ['markdown'] },
    });
    expect(body.success).toBe(true);
    expect(pagesSent()[0]?.message).toMatchObject({ zeroDataRetention: true });
  });
});

describe('POST /v1/search', () => {
  it('returns a list of results', async () => {
    searxng.results(() => numbered(9));
    const { status, body } = await search('v1', { query: 'a', lang: 'en', country: 'us' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['success', 'data']);
    expect(body.data).toHaveLength(5);
    expect(body.data[0]).toEqual({ url: 'https://site0.example/', title: 'Title 0', description: 'Text 0' });
    expect(searxng.requests.at(-1)).toMatchObject({ language: 'en-US' });
  });

  it('warns when there are no results', async () => {
    searxng.results(() => []);
    expect((await search('v1', { query: 'a' })).body).toEqual({
      success: true,
      data: [],
      warning: 'No search results found',
    });
  });

  it('rejects keys of v2', async () => {
    expect((await search('v1', { query: 'a', sources: ['web'] })).status).toBe(400);
  });
});

describe('a search without SEARCH_URL', () => {
  it.each(['v1', 'v2'])('is rejected with what to set (%s)', async (version) => {
    const other = await startGateway();
    const { status, body } = await other.call(`/${version}/search`, { body: { query: 'a' } });
    await other.close();
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'SEARCH_NOT_CONFIGURED' });
    expect(body.error).toContain('SEARCH_URL');
  });
});
