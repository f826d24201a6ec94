import { type CrawlSpec, compileScope, JobSpec } from '@orbweaver/core';
import { type JobCalls, jobCalls } from '../../test/job-calls';
import { site, start } from '../../test/known-urls';
import { startGateway, type TestGateway } from '../../test/start-gateway';
import { CrawlPreview } from '../wire/explanations';
import { previewUrls } from './preview-urls';

let gateway: TestGateway;
let jobs: JobCalls;

beforeAll(async () => {
  gateway = await startGateway();
  jobs = jobCalls(gateway);
});
afterAll(() => gateway.close());

describe('POST /v2/crawl/preview', () => {
  const preview = (body: object) => jobs.post('/v2/crawl/preview', { url: start, ...body });

  it('shows for each URL what the rules would decide, and starts nothing', async () => {
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
  ])('refuses what a crawl refuses, in the same words: %j', async (body) => {
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
  ])('refuses an invalid list: %#', async (body, error) => {
    expect(await preview(body)).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });

  it('accepts a thousand URLs, and stops when the patterns take too long', async () => {
    const urls = Array.from({ length: 1000 }, (_, index) => site(`/docs/${index}`));
    expect((await preview({ urls })).body.urls).toHaveLength(1000);
    const id = await jobs.startCrawl({ url: start });
    const { spec } = await gateway.database.job.findUniqueOrThrow({ where: { id } });
    const rules = JobSpec.parse(spec) as CrawlSpec;
    const asked = previewUrls([{ url: start }, { url: start }], rules, compileScope(rules.scope, start), 0);
    await expect(asked).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^urls: .* take too long/),
      extra: { details: [{ path: ['urls'] }] },
    });
  });

  it('judges few lists of a team at once, and has it ask again for others', async () => {
    const urls = Array.from({ length: 1000 }, (_, index) => site(`/docs/${index}/${'a'.repeat(2000)}`));
    // Half a second of work.
    const slow = { urls, excludePaths: ['(x|a){100}[^a/]'] };
    const answers = await Promise.all(Array.from({ length: 6 }, () => preview(slow)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ success: false, error: expect.stringMatching(/^The team has as many previews /) });
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect((await preview({ urls: [start] })).status).toBe(200);
  });
});
