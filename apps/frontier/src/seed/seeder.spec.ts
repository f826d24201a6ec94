import { appendUrls } from '@orbweaver/persistence';
import { until } from '@orbweaver/testing';
import { takeErrors } from '../../test/assemble-frontier';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../../test/test-frontier';

// Every test has a database of its own, which takes its time on a busy machine.
jest.setTimeout(60_000);

/** All but intervals: the database needs the others. */
const TIMERS_LEFT_ALONE = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

const at = (path: string) => `http://site.test${path}`;

describe('Seeder', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  it('admits the start URL first and then what the sitemaps name, at depth 0', async () => {
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

  it('keeps its lease as long as a site is slow, and no longer', async () => {
    const { actions, site, time } = frontier;
    let answer = (): void => undefined;
    site.slowness = new Promise<void>((resolve) => {
      answer = resolve;
    });
    site.sitemaps.set(at('/sitemap.xml'), [at('/a')]);
    jest.useFakeTimers({ doNotFake: [...TIMERS_LEFT_ALONE] });
    try {
      const jobId = await actions.acceptCrawl({ sitemap: 'include' });
      const seeding = actions.start(jobId);
      await until('the start URL', async () => (await actions.urls(jobId)).length === 1);
      for (let beat = 0; beat < 5; beat += 1) {
        time.pass(10_000);
        jest.advanceTimersByTime(10_000);
        const soon = time.now().getTime() + 30_000;
        await until('the lease', async () => (await actions.job(jobId)).seedingUntil?.getTime() === soon);
      }
      answer();
      await seeding;
      expect(await actions.job(jobId)).toMatchObject({ seedingUntil: null, admitted: 2 });
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  describe('of a crawl whose sitemaps do not answer', () => {
    beforeEach(() => {
      frontier.site.slowness = new Promise(() => undefined);
    });

    it.each<[string, number, boolean]>([
      ['completes it at once when its pages are done and fill the limit', 2, true],
      ['does not complete it while the limit allows more pages', 3, false],
    ])('%s', async (_, limit, isComplete) => {
      const { actions, publisher } = frontier;
      const jobId = await actions.acceptCrawl({ sitemap: 'include', limit });
      jest.useFakeTimers({ doNotFake: [...TIMERS_LEFT_ALONE] });
      try {
        const seeding = actions.start(jobId);
        await until('the start URL', async () => (await actions.urls(jobId)).length === 1);
        for (const page of await actions.lease()) await actions.done(page, [at('/a')]);
        expect(publisher.of('jobSettled')).toEqual([]);
        for (const page of await actions.lease()) await actions.done(page);
        expect(publisher.of('jobSettled')).toMatchObject(isComplete ? [{ jobId, reason: 'finished', pages: 2 }] : []);
        if (!isComplete) await actions.cancel(jobId);
        // The seeder notices, and has its slot free for other jobs.
        jest.advanceTimersByTime(10_000);
        await seeding;
      } finally {
        jest.useRealTimers();
      }
    });

    it('waits for them when a page fails, whose slot may be for one of theirs', async () => {
      const { actions, publisher, site } = frontier;
      let answer = (): void => undefined;
      site.slowness = new Promise<void>((resolve) => {
        answer = resolve;
      });
      site.sitemaps.set(at('/sitemap.xml'), [at('/b')]);
      const jobId = await actions.acceptCrawl({ sitemap: 'include', limit: 2 });
      const seeding = actions.start(jobId);
      await until('the start URL', async () => (await actions.urls(jobId)).length === 1);
      for (const page of await actions.lease()) await actions.done(page, [at('/a')]);
      for (const page of await actions.lease()) await actions.fail(page);
      expect(publisher.of('jobSettled')).toEqual([]);
      answer();
      await seeding;
      expect(await actions.urls(jobId)).toEqual(['/: done', '/a: too-large', '/b: queued']);
    });

    it('completes it after a restart, also when the release before had ended its pages', async () => {
      const { actions, database, publisher, stopping } = frontier;
      const jobId = await actions.acceptCrawl({ sitemap: 'include', limit: 1 });
      const seeding = actions.start(jobId);
      await until('the start URL', async () => (await actions.urls(jobId)).length === 1);
      stopping.begin();
      await seeding;
      await database.$executeRaw`UPDATE frontier_pages SET state = 'done' WHERE job_id = ${jobId}::uuid`;
      await database.$executeRaw`UPDATE frontier_jobs SET queued = 0, done = 1 WHERE id = ${jobId}::uuid`;
      expect(publisher.of('jobSettled')).toEqual([]);
      const restarted = joinFrontier(frontier);
      const again = restarted.seeder.seed({ jobId, kind: 'crawl' });
      await until('the end', async () => restarted.publisher.of('jobSettled').length > 0);
      expect(restarted.publisher.of('jobSettled')).toMatchObject([{ jobId, pages: 1 }]);
      restarted.stopping.begin();
      await again;
    });
  });

  it('reads the sitemaps again after a fault of the moment, and goes on without them after one that lasts', async () => {
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
  ])('notes whether a crawl goes on without sitemaps of its site: they %s', async (_, prepare, isUnread) => {
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

  it('notes that the time for sitemaps is over', async () => {
    const { actions, site } = frontier;
    site.slowness = new Promise(() => undefined);
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    try {
      expect(await actions.job(await actions.crawl({ sitemap: 'include' }))).toMatchObject({ sitemapsUnread: true });
    } finally {
      timeout.mockRestore();
    }
  });

  it.each<[string, string[], string[], string[]]>([
    [
      '/sitemap_index.xml where there is no other',
      [],
      ['/sitemap_index.xml'],
      ['/: queued', '/sitemap_index.xml-page: queued'],
    ],
    [
      'no /sitemap_index.xml behind a /sitemap.xml',
      [],
      ['/sitemap.xml', '/sitemap_index.xml'],
      ['/: queued', '/sitemap.xml-page: queued'],
    ],
    ['no /sitemap_index.xml where robots.txt names another', ['/gone.xml'], ['/sitemap_index.xml'], ['/: queued']],
  ])('reads %s', async (_, listed, there, urls) => {
    const { actions, site } = frontier;
    site.robots.set('http://site.test', { isAllowed: () => true, sitemaps: listed.map(at) });
    for (const path of there) site.sitemaps.set(at(path), [at(`${path}-page`)]);
    expect(await actions.urls(await actions.crawl({ sitemap: 'include' }))).toEqual(urls);
  });

  it('does not settle a job while its seeds are read', async () => {
    const { actions, starter, publisher, database, time } = frontier;
    const jobId = await actions.acceptCrawl();
    await starter.start(jobId);
    await starter.start(jobId);
    expect(publisher.of('jobSettled')).toEqual([]);
    await actions.start(jobId);
    // Seeded again, as after a crash just before the end.
    await database.frontierJob.update({ where: { id: jobId }, data: { seedingUntil: time.now() } });
    const [page] = await actions.lease();
    await actions.done(page!);
    expect(publisher.of('jobSettled')).toEqual([]);
    await actions.start(jobId);
    expect(publisher.of('jobSettled')).toMatchObject([{ jobId, pages: 1 }]);
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

  it('waits for a site that does not answer for its robots.txt, and takes a longer silence for a refusal', async () => {
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

  it('stops waiting for a site as soon as its crawl is cancelled', async () => {
    const { actions, site, publisher } = frontier;
    site.silent.add('http://site.test');
    const jobId = await actions.crawl();
    await actions.cancel(jobId);
    expect(publisher.of('jobSettled')).toMatchObject([{ jobId, reason: 'cancelled' }]);
  });

  it('adopts the delay of robots.txt unless the request has one', async () => {
    const { actions, site } = frontier;
    site.robots.set('http://site.test', { isAllowed: () => true, crawlDelaySeconds: 1.5, sitemaps: [] });
    expect(await actions.job(await actions.crawl())).toMatchObject({ delayMs: 1500, maxConcurrency: 1 });
    const asked = await actions.crawl({ delaySeconds: 4, maxConcurrency: 3 });
    expect(await actions.job(asked)).toMatchObject({ delayMs: 4000, maxConcurrency: 3 });
  });

  it('makes every URL of a batch a page, duplicates included, and reads appended lists even after the end', async () => {
    const { actions, starter, database, publisher, seeder } = frontier;
    const jobId = await actions.batch([at('/a'), at('/a'), at('/b')]);
    for (const page of await actions.lease()) await actions.done(page);
    expect(publisher.take('jobSettled')).toMatchObject([{ pages: 3, urlLists: 1 }]);
    const { teamId } = await actions.job(jobId);
    await appendUrls(database, { jobId, teamId, urls: [{ url: at('/a'), sourceUrl: at('/a') }] });
    await starter.takeUrlLists(jobId);
    await seeder.seed({ jobId, kind: 'batch' });
    await starter.takeUrlLists(jobId);
    expect(await actions.job(jobId)).toMatchObject({ state: 'running', urlListsTaken: 2, queued: 1 });
    for (const page of await actions.lease()) await actions.done(page);
    expect(publisher.take('jobSettled')).toMatchObject([{ pages: 4, urlLists: 2 }]);
  });

  it('continues a list that was half read', async () => {
    const { actions, database } = frontier;
    const jobId = await actions.batch([at('/a'), at('/b')]);
    await database.$executeRaw`DELETE FROM frontier_pages WHERE job_id = ${jobId}::uuid AND url = ${at('/b')}`;
    await database.$executeRaw`
      UPDATE frontier_jobs SET url_lists_taken = 0, queued = 1, admitted = 1, seeding_until = now()
      WHERE id = ${jobId}::uuid`;
    await actions.start(jobId);
    expect(await actions.job(jobId)).toMatchObject({ queued: 2, urlListsTaken: 1, seedingUntil: null });
  });
});
