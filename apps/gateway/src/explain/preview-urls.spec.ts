import { randomBytes } from 'node:crypto';
import { type CrawlSpec, JobSpec } from '@orbweaver/core';
import { InputThreads } from '@orbweaver/platform';
import { until } from '@orbweaver/testing';
import { type JobCalls, jobCalls } from '../../test/job-calls';
import { site, start } from '../../test/known-urls';
import { type CallOptions, startGateway, type TestGateway } from '../../test/start-gateway';
import { CrawlPreview } from '../wire/explanations';
import { PreviewUrls } from './preview-urls';

let gateway: TestGateway;
let jobs: JobCalls;
const threads = new InputThreads();

beforeAll(async () => {
  gateway = await startGateway();
  jobs = jobCalls(gateway);
});
afterAll(async () => {
  await gateway.close();
  await threads.close();
});

async function rulesOf(body: object): Promise<CrawlSpec> {
  const id = await jobs.startCrawl(body);
  const { spec } = await gateway.database.job.findUniqueOrThrow({ where: { id } });
  return JobSpec.parse(spec) as CrawlSpec;
}

/** Each of the long URLs takes about 10 ms with it. */
const laborious = { excludePaths: ['[0-7].{900}[^0-9a-f]'] };
const longUrls = (length: number) => Array.from({ length }, () => site(`/docs/${randomBytes(500).toString('hex')}`));

describe('POST /v2/crawl/preview', () => {
  const preview = (body: object, options: CallOptions = {}) =>
    jobs.post('/v2/crawl/preview', { url: start, ...body }, options);

  it('warns of ignored unknown keys', async () => {
    const { body } = await preview({ urls: [start], scrapeOptions: { location: { contry: 'DE' } } });
    expect(body.warning).toBe(
      'Unknown keys were ignored: scrapeOptions.location.contry. Did you mean scrapeOptions.location.country?',
    );
    expect((await preview({ urls: [start] })).body).not.toHaveProperty('warning');
  });

  it('warns of patterns that match no path', async () => {
    const { body } = await preview({ urls: [start], excludePaths: [start] });
    expect(body.warning).toMatch(/^excludePaths: .* matches a whole URL/);
  });

  it('applies the rules to each URL without starting a job', async () => {
    const before = await gateway.database.job.count();
    const foundOn = site('/docs/a');
    const { status, body } = await preview({
      excludePaths: ['old'],
      maxDiscoveryDepth: 2,
      urls: [
        site('/docs/a/#top'),
        'http://www.site.example/docs/a',
        site('/docs/old'),
        { url: site('/docs/b'), depth: 3, foundOn },
        { url: site('/docs/b'), depth: 2 },
        'no url',
        start,
      ],
    });
    expect(status).toBe(200);
    const { urls, unchecked } = CrawlPreview.parse(body);
    expect(unchecked).toEqual(['robots.txt', 'limit', 'maxDiscoveryDepth']);
    expect(urls).toMatchObject([
      { url: site('/docs/a/#top'), admitted: true, canonicalUrl: site('/docs/a/'), unchecked },
      { admitted: true, canonicalUrl: site('/docs/a/'), duplicateOf: site('/docs/a/#top') },
      { admitted: false, reason: 'excluded', rule: 'excludePaths', pattern: 'old' },
      { admitted: false, reason: 'discovery-depth', bound: 2, value: 3, duplicateOf: site('/docs/b') },
      { admitted: true, unchecked: ['robots.txt', 'limit'] },
      { url: 'no url', admitted: false, reason: 'invalid-url' },
      { admitted: true, isStart: true, unchecked: ['robots.txt'] },
    ]);
    expect(await gateway.database.job.count()).toBe(before);
  });

  it.each([
    [{ includePaths: ['(?=a)'] }],
    [{ limit: 0 }],
    [{ url: 'localhost' }],
    [{ nonsense: true }],
    [{ scrapeOptions: { formats: ['nonsense'] } }],
    [{ webhook: 'http://10.1.1.1/' }],
    [{ scrapeOptions: { headers: { a: 'é'.repeat(70_000) } } }],
  ])('rejects %j with the same error as a crawl', async (body) => {
    const [asCrawl, asPreview] = [
      await jobs.post('/v2/crawl', { url: start, ...body }),
      await preview({ ...body, urls: [start] }),
    ];
    expect(asPreview).toMatchObject({ status: 400, body: asCrawl.body });
  });

  it.each([
    [{}, /^urls is required/],
    [{ urls: [] }, /^urls: /],
    [{ urls: Array(1001).fill(start) }, /^urls: /],
    [{ urls: [start, 7] }, /^urls\.1: /],
    [{ urls: [{ url: start, depth: -1 }] }, /^urls\.0\.depth: /],
    [{ urls: [{ url: start, foundOn: 'page' }] }, /^urls\.0\.foundOn: Must be an absolute/],
    [{ urls: ['https://a.example/'.padEnd(8193, 'a')] }, /^urls\.0: .*8192/],
  ])('rejects an invalid list of URLs (case %#)', async (body, error) => {
    expect(await preview(body)).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });

  it('accepts 1000 URLs, and returns 400 if the patterns take too long', async () => {
    const urls = Array.from({ length: 1000 }, (_, index) => site(`/docs/${index}`));
    expect((await preview({ urls })).body.urls).toHaveLength(1000);
    const rules = await rulesOf({ url: start, ...laborious });
    const hurried = Object.assign(new PreviewUrls(threads), { budgetMs: 50 });
    const asked = hurried.preview(
      longUrls(100).map((url) => ({ url })),
      rules,
      new AbortController().signal,
    );
    await expect(asked).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^urls: .* take too long/),
      extra: { details: [{ path: ['urls'] }] },
    });
  });

  it('allows two concurrent previews per team, and frees a slot when the caller disconnects', async () => {
    const caller = new AbortController();
    const asked = Array.from({ length: 3 }, () =>
      preview({ ...laborious, urls: longUrls(500) }, { signal: caller.signal }),
    );
    const ends = Promise.allSettled(asked);
    const refused = await Promise.race(asked);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringMatching(/^Too many concurrent previews of this team/) },
    });
    // Four previews with a budget of 5 s each.
    expect(refused.headers.get('retry-after')).toBe('20');
    caller.abort();
    await until('a place', async () => (await preview({ urls: [start] })).status === 200);
    expect((await ends).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('stops when the caller disconnects', async () => {
    const rules = await rulesOf({ url: start, ...laborious });
    const questions = longUrls(100).map((url) => ({ url }));
    const caller = new AbortController();
    const asked = new PreviewUrls(threads).preview(questions, rules, caller.signal);
    caller.abort();
    expect(await asked).toBeUndefined();
  });
});
