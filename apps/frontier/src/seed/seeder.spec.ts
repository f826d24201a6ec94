import { until } from '@orbweaver/testing';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

/** Fakes intervals only: the database needs the other timers. */
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

  it('extends its lease as long as a site is slow', async () => {
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

  describe('of a crawl whose sitemaps do not respond', () => {
    beforeEach(() => {
      frontier.site.slowness = new Promise(() => undefined);
    });

    it.each<[string, number, boolean]>([
      ['no, if the limit is reached and all pages are done', 2, true],
      ['yes, while the limit allows more pages', 3, false],
    ])('decides whether to wait for sitemaps: %s', async (_, limit, isComplete) => {
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
        // The seeder frees its slot for other jobs.
        jest.advanceTimersByTime(10_000);
        await seeding;
      } finally {
        jest.useRealTimers();
      }
    });

    it('waits for sitemaps when a page fails, because one of their URLs may get its slot', async () => {
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

    it('completes the crawl after a restart, even if the previous release had ended its pages', async () => {
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

  it('stops waiting for a site when its crawl is cancelled', async () => {
    const { actions, site, publisher } = frontier;
    site.silent.add('http://site.test');
    const jobId = await actions.crawl();
    await actions.cancel(jobId);
    expect(publisher.of('jobSettled')).toMatchObject([{ jobId, reason: 'cancelled' }]);
  });
});
