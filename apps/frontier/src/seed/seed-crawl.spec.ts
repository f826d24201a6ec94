import { takeErrors } from '../../test/assemble-frontier';
import { startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

const at = (path: string) => `http://site.test${path}`;

describe('SeedCrawl', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  it('admits the start URL first, then the URLs of sitemaps at depth 0', async () => {
    const { actions, site } = frontier;
    site.robots.set('http://site.test', { isAllowed: (url) => url !== at('/no'), sitemaps: [at('/map.xml')] });
    site.sitemaps.set(at('/map.xml'), [at('/a'), at('/'), at('/no'), 'http://other.test/']);
    site.sitemaps.set(at('/sitemap.xml'), [at('/b')]);
    const jobId = await actions.crawl({ sitemap: 'include' });
    expect(await actions.urls(jobId)).toEqual([
      '/: queued',
      '/b: queued',
      '/a: queued',
      '/no: robots',
      'http://other.test/: external',
    ]);
    expect((await actions.pages(jobId)).map((page) => [page.depth, page.isStart]).slice(0, 2)).toEqual([
      [0, true],
      [0, false],
    ]);
    expect(await actions.job(jobId)).toMatchObject({ seedingUntil: null, admitted: 3 });
  });

  it.each<[string, string[], string[], string[]]>([
    [
      '/sitemap_index.xml if there is no other sitemap',
      [],
      ['/sitemap_index.xml'],
      ['/: queued', '/sitemap_index.xml-page: queued'],
    ],
    [
      'no /sitemap_index.xml after a /sitemap.xml',
      [],
      ['/sitemap.xml', '/sitemap_index.xml'],
      ['/: queued', '/sitemap.xml-page: queued'],
    ],
    ['no /sitemap_index.xml if robots.txt has another', ['/gone.xml'], ['/sitemap_index.xml'], ['/: queued']],
  ])('reads %s', async (_, listed, there, urls) => {
    const { actions, site } = frontier;
    site.robots.set('http://site.test', { isAllowed: () => true, sitemaps: listed.map(at) });
    for (const path of there) site.sitemaps.set(at(path), [at(`${path}-page`)]);
    expect(await actions.urls(await actions.crawl({ sitemap: 'include' }))).toEqual(urls);
  });

  it('repeats sitemaps after a temporary error, and continues without them after a lasting one', async () => {
    const { actions, site, publisher } = frontier;
    site.sitemaps.set(at('/sitemap.xml'), [at('/a')]);
    site.faults = 1;
    const jobId = await actions.crawl({ sitemap: 'include' });
    expect(await actions.urls(jobId)).toEqual(['/: queued']);
    await actions.start(jobId);
    expect(await actions.urls(jobId)).toEqual(['/: queued', '/a: queued']);

    site.faults = Number.POSITIVE_INFINITY;
    const other = await actions.crawl({ sitemap: 'include' });
    for (const page of await actions.lease()) await actions.done(page);
    await actions.start(other);
    expect(publisher.of('jobSettled').filter((settled) => settled.jobId === other)).toEqual([]);
    await actions.start(other);
    expect(publisher.of('jobSettled')).toContainEqual(expect.objectContaining({ jobId: other, pages: 1 }));
    expect(takeErrors()).toHaveLength(1 + 3);
  });

  it.each<[string, (site: TestFrontier['site']) => void, boolean]>([
    ['are read', (site) => site.sitemaps.set(at('/map.xml'), [at('/a')]), false],
    ['are missing', () => undefined, false],
    ['do not answer', (site) => site.unread.add(at('/map.xml')), true],
    ['answer but for the usual one', (site) => site.unread.add(at('/sitemap.xml')), true],
    ['end with an error of ours time and again', (site) => Object.assign(site, { faults: 3 }), true],
  ])('notes whether sitemaps of the site are unread: they %s', async (_, prepare, isUnread) => {
    const { actions, site, publisher } = frontier;
    site.robots.set('http://site.test', { isAllowed: () => true, sitemaps: [at('/map.xml')] });
    prepare(site);
    const jobId = await actions.crawl({ sitemap: 'include' });
    for (let again = 0; again < 2; again += 1) await actions.start(jobId);
    expect(await actions.job(jobId)).toMatchObject({ seedingUntil: null, sitemapsUnread: isUnread });
    for (const page of await actions.lease()) await actions.done(page);
    for (const page of await actions.lease()) await actions.done(page);
    expect(publisher.of('jobSettled')).toMatchObject([{ jobId, reason: 'finished' }]);
    takeErrors();
  });

  it('notes that the time for sitemaps has passed', async () => {
    const { actions, site } = frontier;
    site.slowness = new Promise(() => undefined);
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    try {
      expect(await actions.job(await actions.crawl({ sitemap: 'include' }))).toMatchObject({ sitemapsUnread: true });
    } finally {
      timeout.mockRestore();
    }
  });

  it('ends a crawl whose start URL robots.txt forbids', async () => {
    const { actions, site, publisher } = frontier;
    site.robots.set('http://site.test', { isAllowed: () => false, sitemaps: [at('/map.xml')] });
    site.sitemaps.set(at('/map.xml'), [at('/a')]);
    const jobId = await actions.crawl({ sitemap: 'include' });
    expect(await actions.urls(jobId)).toEqual(['/: robots']);
    expect(publisher.of('jobSettled')).toMatchObject([{ reason: 'finished', pages: 0 }]);
    const ignoring = await actions.crawl({ ignoreRobotsTxt: true });
    expect(await actions.urls(ignoring)).toEqual(['/: queued']);
  });

  it('waits for an unserved robots.txt, and then treats the site as forbidden', async () => {
    const { actions, site, publisher, time } = frontier;
    site.silent.add('http://site.test');
    const jobId = await actions.crawl();
    expect(await actions.urls(jobId)).toEqual([]);
    expect((await actions.job(jobId)).seedingUntil).toEqual(new Date(time.now().getTime() + 2_000));
    time.pass(2_000);
    site.silent.clear();
    await actions.start(jobId);
    expect(await actions.urls(jobId)).toEqual(['/: queued']);

    site.silent.add('http://other.test');
    const other = await actions.crawl({ url: 'http://other.test/' });
    for (let pause = 0; pause < 5; pause += 1) {
      time.pass(30_000);
      await actions.start(other);
    }
    expect(await actions.urls(other)).toEqual(['http://other.test/: robots']);
    expect(publisher.of('jobSettled')).toMatchObject([{ jobId: other, pages: 0 }]);
  });

  it('adopts the delay of robots.txt unless the request has one', async () => {
    const { actions, site } = frontier;
    site.robots.set('http://site.test', { isAllowed: () => true, crawlDelaySeconds: 1.5, sitemaps: [] });
    expect(await actions.job(await actions.crawl())).toMatchObject({ delayMs: 1500, maxConcurrency: 1 });
    const asked = await actions.crawl({ delaySeconds: 4, maxConcurrency: 3 });
    expect(await actions.job(asked)).toMatchObject({ delayMs: 4000, maxConcurrency: 3 });
  });
});
