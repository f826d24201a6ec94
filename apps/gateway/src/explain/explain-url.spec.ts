import { randomUUID } from 'node:crypto';
import { type JobCalls, jobCalls } from '../../test/job-calls';
import { type KnownRow, knowUrls, site, start } from '../../test/known-urls';
import { storePage } from '../../test/rows';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { UrlExplanation } from '../wire/explanations';

let gateway: TestGateway;
let jobs: JobCalls;

beforeAll(async () => {
  gateway = await startGateway();
  jobs = jobCalls(gateway);
});
afterAll(() => gateway.close());

/** Starts a crawl and stores these URLs as its frontier does. */
async function crawl(body: object, rows: readonly KnownRow[] = [], version = 'v2'): Promise<string> {
  const id = await jobs.startCrawl({ url: start, ...body }, version);
  await knowUrls(gateway, id, rows);
  return id;
}

async function explain(id: string, url: string) {
  const answer = await gateway.call(`/v2/crawl/${id}/explain?url=${encodeURIComponent(url)}`);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return UrlExplanation.parse(answer.body);
}

describe('GET /v2/crawl/:id/explain', () => {
  it('returns the state of a page and its discovery path', async () => {
    const id = await crawl({}, [
      { url: start, isStart: true },
      { url: site('/docs/a'), depth: 1, foundOn: 0 },
      { url: site('/docs/b'), depth: 2, foundOn: 1, state: 'queued' },
      { url: site('/docs/listed') },
      { url: site('/docs/hidden'), isHidden: true },
    ]);
    expect(await explain(id, site('/docs/b'))).toEqual({
      success: true,
      url: site('/docs/b'),
      known: true,
      admitted: true,
      state: 'queued',
      explanation: expect.stringMatching(/is queued/),
      canonicalUrl: site('/docs/b'),
      id: expect.any(String),
      depth: 2,
      foundOn: site('/docs/a'),
      path: [
        { url: start, depth: 0, foundBy: 'start' },
        { url: site('/docs/a'), depth: 1, foundBy: 'link' },
        { url: site('/docs/b'), depth: 2, foundBy: 'link' },
      ],
      pathIsCut: false,
      redirects: 0,
      attempts: 0,
      deferrals: 0,
    });
    expect(await explain(id, start)).toMatchObject({ state: 'done', isStart: true, path: [{ foundBy: 'start' }] });
    expect(await explain(id, site('/docs/listed'))).toMatchObject({ path: [{ foundBy: 'sitemap', depth: 0 }] });
    expect(await explain(id, site('/docs/hidden'))).toMatchObject({
      isHidden: true,
      explanation: expect.stringContaining('known from an earlier crawl'),
      path: [{ foundBy: 'earlier-crawl', depth: 0 }],
    });
  });

  it.each([
    [404, /with HTTP status 404\. Its page is included/],
    [200, /^The URL was scraped\.$/],
  ])('returns the HTTP status %i of a page', async (statusCode, explanation) => {
    const id = await crawl({}, [{ url: start, isStart: true }]);
    const { id: pageId } = await gateway.database.frontierPage.findFirstOrThrow({ where: { jobId: id } });
    await storePage(gateway.database, id, { id: pageId, url: start });
    await gateway.database.page.update({ where: { id: pageId }, data: { statusCode } });
    expect(await explain(id, start)).toMatchObject({
      state: 'done',
      statusCode,
      explanation: expect.stringMatching(explanation),
    });
  });

  it('truncates the start of a long discovery path', async () => {
    const chain = Array.from({ length: 130 }, (_, index) => ({
      url: site(`/docs/${index}`),
      depth: index,
      ...(index === 0 ? { isStart: true } : { foundOn: index - 1 }),
    }));
    const { path, pathIsCut } = await explain(await crawl({}, chain), site('/docs/129'));
    expect(pathIsCut).toBe(true);
    expect(path?.map(({ depth }) => depth)).toEqual(Array.from({ length: 100 }, (_, index) => index + 30));
  });

  it('finds a page by every equivalent URL, and returns the crawled one', async () => {
    const id = await crawl({}, [{ url: site('/docs/a'), depth: 1 }]);
    for (const url of [
      site('/docs/a/'),
      'http://www.site.example/docs/a#part',
      'https://me:pw@site.example/docs/a/index.html',
    ]) {
      const explained = await explain(id, url);
      expect(explained).toMatchObject({ known: true, url, canonicalUrl: site('/docs/a') });
      if (!url.includes('@')) expect(explained.explanation).toContain(`same page as ${site('/docs/a')}`);
    }
    expect((await explain(id, `${site('/docs/a')}#part`)).explanation).not.toContain('same page as');
  });

  it('lists skipped equivalent URLs, with and without a crawled page', async () => {
    const refused = { state: 'skipped', reason: 'excluded', depth: 1 };
    const id = await crawl({ excludePaths: ['/$'] }, [
      { url: site('/docs/a/'), ...refused },
      { url: site('/docs/a'), depth: 1 },
      { url: site('/docs/b/'), ...refused },
    ]);
    const other = { url: site('/docs/a/'), state: 'skipped', reason: 'excluded' };
    expect(await explain(id, site('/docs/a/'))).toMatchObject({ state: 'done', otherSpellings: [other] });
    expect(await explain(id, site('/docs/b/'))).toMatchObject({ known: true, reason: 'excluded', pattern: '/$' });
    expect(await explain(id, site('/docs/b'))).toMatchObject({
      known: false,
      admitted: true,
      otherSpellings: [{ url: site('/docs/b/'), reason: 'excluded' }],
    });
  });

  it.each<[object, KnownRow, object]>([
    [
      { excludePaths: ['x', '/b$'] },
      { url: site('/docs/b'), reason: 'excluded' },
      { rule: 'excludePaths', pattern: '/b$' },
    ],
    [{ includePaths: ['x', 'y$'] }, { url: site('/docs/b'), reason: 'not-included' }, { patterns: ['x', 'y$'] }],
    [{ maxDiscoveryDepth: 2 }, { url: site('/docs/b'), reason: 'discovery-depth' }, { bound: 2, value: 3 }],
    [{ limit: 7 }, { url: site('/docs/b'), reason: 'limit' }, { rule: 'limit', bound: 7, value: 7 }],
    [{}, { url: site('/b'), reason: 'backward' }, { rule: 'crawlEntireDomain' }],
    [{}, { url: 'https://other.example/', reason: 'external' }, { rule: 'allowExternalLinks' }],
    [{}, { url: site('/docs/b.png'), reason: 'file-type' }, { rule: 'file-type' }],
    [{}, { url: site('/docs/b'), reason: 'robots' }, { rule: 'robots.txt' }],
    [{}, { url: site('/docs/b?sid=1'), reason: 'trap' }, { rule: 'trap', trap: 'session-id' }],
    [{}, { url: site('/docs/b'), reason: 'cancelled' }, { rule: 'cancel' }],
    [
      {},
      { url: site('/docs/b'), reason: 'redirected', message: site('/docs/c') },
      { rule: 'redirect', redirectedTo: site('/docs/c'), explanation: expect.stringContaining(site('/docs/c')) },
    ],
  ])('names the rule that skipped a URL: %j %j', async (body, row, expected) => {
    const id = await crawl(body, [
      { url: start, isStart: true },
      { ...row, state: 'skipped', depth: 3, foundOn: 0 },
    ]);
    const { reason, url } = row;
    expect(await explain(id, url)).toMatchObject({
      known: true,
      admitted: false,
      state: 'skipped',
      reason,
      ...expected,
    });
  });

  it('returns the path depth of a v1 crawl', async () => {
    const refused = { url: site('/docs/b/c'), state: 'skipped', reason: 'path-depth' };
    const id = await crawl({ maxDepth: 2 }, [refused], 'v1');
    expect(await explain(id, refused.url)).toMatchObject({ rule: 'maxDepth', bound: 2, value: 3 });
  });

  it('returns why a page failed, and the rule that excludes the document of a start URL', async () => {
    const id = await crawl({ includePaths: ['blog'] }, [
      { url: start, isStart: true, state: 'failed', reason: 'out-of-scope', message: 'Not included.' },
      {
        url: site('/docs/blog'),
        state: 'failed',
        reason: 'reset',
        message: 'Hung up.',
        redirects: 1,
        sourceUrl: site('/b'),
      },
    ]);
    expect(await explain(id, start)).toMatchObject({
      reason: 'out-of-scope',
      rule: 'includePaths',
      patterns: ['blog'],
      message: 'Not included.',
    });
    expect(await explain(id, site('/docs/blog'))).toMatchObject({
      reason: 'reset',
      message: 'Hung up.',
      redirects: 1,
      redirectedFrom: site('/b'),
    });
  });

  it('names source and target of a redirect for either URL', async () => {
    const [old, target] = [site('/docs/old'), site('/docs/new')];
    const id = await crawl({}, [
      { url: old, state: 'skipped', reason: 'redirected', message: target },
      { url: target, sourceUrl: old, redirects: 1 },
    ]);
    expect(await explain(id, old)).toMatchObject({
      state: 'skipped',
      redirectedTo: target,
      explanation: expect.stringMatching(/redirects to a page that .* It redirects to .*\/docs\/new\. Explain/),
    });
    expect(await explain(id, target)).toMatchObject({
      state: 'done',
      redirectedFrom: old,
      explanation: expect.stringContaining(`${old} redirects to it and is the sourceURL of its document.`),
    });
  });

  it('applies the rules to an unknown URL', async () => {
    const id = await crawl({ excludePaths: ['old'], maxDiscoveryDepth: 1 });
    expect(await explain(id, site('/docs/new?a=1&b=2'))).toEqual({
      success: true,
      url: site('/docs/new?a=1&b=2'),
      known: false,
      admitted: true,
      canonicalUrl: site('/docs/new?a=1&b=2'),
      unchecked: ['robots.txt', 'limit', 'maxDiscoveryDepth'],
      explanation: expect.stringMatching(/not yet found.*would admit it/),
    });
    expect(await explain(id, site('/docs/old'))).toMatchObject({ known: false, admitted: false, pattern: 'old' });
  });

  it('finds an invalid URL from a sitemap', async () => {
    const id = await crawl({}, [{ url: 'no url', state: 'skipped', reason: 'invalid-url' }]);
    expect(await explain(id, 'no url')).toMatchObject({ known: true, rule: 'url' });
  });

  it.each([
    ['a missing URL', '', /^url is required exactly once$/],
    ['a repeated URL', '?url=https://a.example&url=https://b.example', /^url is required exactly once$/],
    ['an invalid URL', '?url=no', /^url: Must be an absolute/],
    ['another scheme', '?url=ftp://site.example/', /^url: Must be an absolute/],
    ['a URL that is not encoded', '?url=https://a.example/?b=1&c=2', /^url: Percent-encode.*"c"/],
  ])('rejects %s', async (_, query, error) => {
    const answer = await gateway.call(`/v2/crawl/${await crawl({})}/explain${query}`);
    expect(answer).toMatchObject({ status: 400, body: { success: false, error: expect.stringMatching(error) } });
    expect(answer.body.details).toMatchObject([{ path: ['url'] }]);
  });

  it('returns 404 to other teams and for a batch', async () => {
    const { key } = await insertTeam(gateway.database);
    const id = await crawl({});
    const query = `explain?url=${encodeURIComponent(start)}`;
    for (const [path, options] of [
      [`/v2/crawl/${id}/${query}`, { key }],
      [`/v2/crawl/${id}/urls`, { key }],
      [`/v2/crawl/${randomUUID()}/${query}`, {}],
      [`/v2/crawl/${randomUUID()}/urls`, {}],
    ] as const) {
      expect(await gateway.call(path, options)).toMatchObject({ status: 404, body: { error: 'Job not found' } });
    }
    const batch = await jobs.startBatch([start]);
    const answer = await gateway.call(`/v2/crawl/${batch}/${query}`);
    expect(answer).toMatchObject({ status: 404, body: { error: expect.stringMatching(/batch scrape.*no rules/) } });
    expect((await gateway.call(`/v1/crawl/${id}/${query}`)).status).toBe(404);
  });
});
