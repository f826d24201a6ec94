import { finishPages, requeuePage } from '@orbweaver/persistence';
import { startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

const at = (path: string) => `http://site.test${path}`;

describe('OutcomeRecorder', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  const leaseOne = async () => {
    const [page] = await frontier.actions.lease();
    return page!;
  };

  it('admits the links of a page one level deeper, each once, and settles with the last page', async () => {
    const { actions, publisher } = frontier;
    const jobId = await actions.crawl();
    const start = await leaseOne();
    expect(start).toMatchObject({ url: at('/'), depth: 0, epoch: 1, attempt: 1, crawl: { wantsDocument: true } });
    await actions.done(start, [at('/a'), at('/a/'), at('/a#part'), at('/b'), at('/'), 'http://other.test/']);
    expect(await actions.urls(jobId)).toEqual(['/: done', '/a: queued', '/b: queued', 'http://other.test/: external']);
    expect(publisher.of('jobSettled')).toEqual([]);
    for (const page of await actions.lease()) {
      expect(page.depth).toBe(1);
      await actions.done(page, [at('/a')]);
    }
    expect(publisher.take('jobSettled')).toEqual([
      { type: 'JobSettled', jobId, reason: 'finished', pages: 3, urlLists: 0 },
    ]);
  });

  it('rejects outcomes with an old epoch and repeated ones', async () => {
    const { actions, time, sweeper, registry } = frontier;
    const jobId = await actions.crawl();
    const first = await leaseOne();
    time.pass(60_000);
    await sweeper.sweep();
    time.pass(5_000);
    const second = await leaseOne();
    expect(second).toMatchObject({ pageId: first.pageId, epoch: 2, attempt: 2 });
    await actions.done(first, [at('/late')]);
    expect(await actions.urls(jobId)).toEqual(['/: leased']);
    await actions.done(second);
    await actions.done(second, [at('/again')]);
    expect(await actions.urls(jobId)).toEqual(['/: done']);
    expect(await registry.metrics()).toContain('orbweaver_frontier_stale_outcomes_total 2');
    expect(await registry.metrics()).toContain('orbweaver_frontier_lease_expiries_total 1');
  });

  it('rejects an outcome of a page that is leased again while the outcome is recorded', async () => {
    const { actions, database, time, sweeper } = frontier;
    const jobId = await actions.crawl();
    const { pageId, epoch } = await leaseOne();
    time.pass(60_000);
    await sweeper.sweep();
    time.pass(5_000);
    await leaseOne();
    const late = { jobId, pageId, epoch, now: time.now() };
    await database.$transaction(async (transaction) => {
      const pages = [{ pageId, epoch, end: { state: 'done' as const } }];
      expect(await finishPages(transaction, { jobId, pages, evenIfQueued: true, now: time.now() })).toEqual(new Set());
      expect(await requeuePage(transaction, { ...late, dueAt: time.now() })).toBe(false);
    });
    expect(await actions.job(jobId)).toMatchObject({ leased: 1, queued: 0, done: 0 });
  });

  it('accepts a late document of an expired lease until the page is leased again', async () => {
    const { actions, time, sweeper } = frontier;
    const jobId = await actions.crawl();
    const page = await leaseOne();
    time.pass(60_000);
    await sweeper.sweep();
    expect(await actions.urls(jobId)).toEqual(['/: queued']);
    await actions.done(page);
    expect(await actions.job(jobId)).toMatchObject({ state: 'settled', done: 1, queued: 0, leased: 0, admitted: 1 });
  });

  it('retries a page after temporary failures with growing delays, and then reports the failure', async () => {
    const { actions, publisher, time } = frontier;
    const jobId = await actions.crawl();
    for (const restMs of [1000, 2000]) {
      await actions.fail(await leaseOne(), 'reset');
      time.pass(restMs - 1);
      expect(await actions.lease()).toEqual([]);
      time.pass(1);
    }
    const last = await leaseOne();
    expect(last).toMatchObject({ attempt: 3, epoch: 3 });
    await actions.fail(last, 'reset');
    expect(publisher.of('documentsBulk')).toMatchObject([
      { pageId: last.pageId, jobId, epoch: 3, result: { kind: 'failed', failure: { reason: 'reset' } } },
    ]);
    expect(publisher.of('jobSettled')).toMatchObject([{ reason: 'failed', pages: 1, error: 'It failed: reset.' }]);
  });

  it('counts a page as done if its document arrived before its last failure', async () => {
    const { actions, publisher } = frontier;
    const jobId = await actions.crawl();
    const page = await leaseOne();
    await actions.store(page);
    await actions.fail(page);
    expect(await actions.urls(jobId)).toEqual(['/: done']);
    expect(publisher.of('documentsBulk')).toEqual([]);
    expect(publisher.of('jobSettled')).toMatchObject([{ reason: 'finished', pages: 1 }]);
  });

  it('gives the slot of a failed page to the oldest URL beyond the limit', async () => {
    const { actions, publisher } = frontier;
    const jobId = await actions.crawl({ limit: 3 });
    await actions.done(await leaseOne(), ['/a', '/b', '/c', '/d'].map(at));
    expect(await actions.urls(jobId)).toEqual(['/: done', '/a: queued', '/b: queued', '/c: limit', '/d: limit']);
    const [a, b] = await actions.lease();
    await actions.fail(a!);
    await actions.done(b!);
    expect(await actions.urls(jobId)).toEqual(['/: done', '/a: too-large', '/b: done', '/c: queued', '/d: limit']);
    await actions.done(await leaseOne());
    expect(publisher.of('jobSettled')).toMatchObject([{ pages: 4, reason: 'finished' }]);
    expect(await actions.job(jobId)).toMatchObject({ admitted: 3, done: 3, failed: 1 });
  });

  it('respects the limit when the document of an expired lease arrives', async () => {
    const { actions, time, sweeper } = frontier;
    const jobId = await actions.crawl();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await leaseOne();
      time.pass(60_000);
      await sweeper.sweep();
      time.pass(60_000);
    }
    const [page] = await actions.pages(jobId);
    expect(page).toMatchObject({ state: 'failed', reason: 'lease-expired', epoch: 4 });
    expect(frontier.publisher.of('documentsBulk')).toMatchObject([{ epoch: 4 }]);
  });

  it('admits a URL when another spelling with the same key was refused', async () => {
    const { actions } = frontier;
    const jobId = await actions.crawl({ scope: { includePaths: ['^/$', '^/a$'] } });
    await actions.done(await leaseOne(), [at('/a/'), at('/a')]);
    expect(await actions.urls(jobId)).toEqual(['/: done', '/a/: not-included', '/a: queued']);
  });

  it('admits a URL that was refused on the page where it was found first', async () => {
    const { actions } = frontier;
    const jobId = await actions.crawl({ scope: { allowExternalLinks: true } });
    await actions.done(await leaseOne(), [at('/'), at('/a'), 'http://second.test/']);
    const [near, far] = (await actions.lease()).sort((one) => (one.url === at('/a') ? -1 : 1));
    await actions.done(far!, ['http://third.test/', at('/')]);
    expect((await actions.urls(jobId)).at(-1)).toBe('http://third.test/: external');
    await actions.done(near!, ['http://third.test/', at('/')]);
    expect((await actions.urls(jobId)).at(-1)).toBe('http://third.test/: queued');
    expect(await actions.known(jobId)).toHaveLength(4);
  });

  it('visits a start URL outside of its scope for its links, and reports why there is no document', async () => {
    const { actions, publisher } = frontier;
    const jobId = await actions.crawl({ scope: { includePaths: ['^/docs'] } });
    const start = await leaseOne();
    expect(start.crawl).toMatchObject({ wantsDocument: false, wantsOutlinks: true });
    await actions.done(start, [at('/docs/a'), at('/b')]);
    expect(await actions.urls(jobId)).toEqual(['/: out-of-scope', '/docs/a: queued', '/b: not-included']);
    const [failure] = publisher.of('documentsBulk');
    expect(failure?.result).toMatchObject({ failure: { message: expect.stringContaining('includePaths') } });
    await actions.done(await leaseOne());
    expect(publisher.of('jobSettled')).toMatchObject([{ reason: 'finished', pages: 2 }]);
  });

  describe('for a page that redirects', () => {
    const redirect = (page: Awaited<ReturnType<typeof leaseOne>>, finalUrl: string) =>
      frontier.actions.answer(page, { kind: 'redirected', finalUrl });

    it('visits the target of a redirect instead, within the limit', async () => {
      const { actions } = frontier;
      const jobId = await actions.crawl({ limit: 2 });
      await actions.done(await leaseOne(), [at('/old'), at('/waits')]);
      const old = await leaseOne();
      await redirect(old, at('/new'));
      expect(await actions.urls(jobId)).toEqual(['/: done', '/old: redirected', '/waits: limit', '/new: queued']);
      const target = await leaseOne();
      expect(target).toMatchObject({ url: at('/new'), sourceUrl: at('/old'), depth: 1 });
      await actions.done(target);
      expect(await actions.job(jobId)).toMatchObject({ state: 'settled', admitted: 2, done: 2 });
    });

    it('frees the slot of a redirect to a known URL', async () => {
      const { actions } = frontier;
      const jobId = await actions.crawl({ limit: 2 });
      await actions.done(await leaseOne(), [at('/old'), at('/waits')]);
      await redirect(await leaseOne(), at('/index.html'));
      expect(await actions.urls(jobId)).toEqual(['/: done', '/old: redirected', '/waits: queued']);
    });

    it('fails a redirect to a URL out of scope', async () => {
      const { actions, publisher } = frontier;
      const jobId = await actions.crawl({ limit: 2 });
      await actions.done(await leaseOne(), [at('/old'), at('/waits')]);
      await redirect(await leaseOne(), 'http://other.test/');
      expect(await actions.urls(jobId)).toEqual(['/: done', '/old: out-of-scope', '/waits: queued']);
      expect(publisher.of('documentsBulk')).toHaveLength(1);
    });

    it('uses the target of a redirected start URL as the origin', async () => {
      const { actions } = frontier;
      const jobId = await actions.crawl({ scope: { crawlEntireDomain: false } });
      await redirect(await leaseOne(), 'http://moved.test/docs/');
      const start = await leaseOne();
      expect(start.crawl).toMatchObject({ wantsDocument: true });
      await actions.done(start, ['http://moved.test/docs/a', 'http://moved.test/blog', at('/')]);
      expect(await actions.urls(jobId)).toEqual([
        '/: redirected',
        'http://moved.test/docs/: done',
        'http://moved.test/docs/a: queued',
        'http://moved.test/blog: backward',
      ]);
      expect(await actions.job(jobId)).toMatchObject({ originUrl: 'http://moved.test/docs/' });
    });

    it.each([
      ['below the start URL', '/', '/en/home', '/'],
      ['next to the start URL', '/blog', '/news', '/news'],
      ['on the same site under www', '/', 'http://www.site.test/en/', '/'],
    ])('decides the origin after a redirect to a place %s', async (_, from, to, origin) => {
      const { actions } = frontier;
      const jobId = await actions.crawl({ url: at(from), scope: { crawlEntireDomain: false } });
      await redirect(await leaseOne(), new URL(to, at('/')).href);
      expect(await actions.job(jobId)).toMatchObject({ originUrl: at(origin) });
    });

    it('fails a page after ten redirects', async () => {
      const { actions } = frontier;
      const jobId = await actions.crawl();
      for (let hop = 1; hop <= 11; hop += 1) await redirect(await leaseOne(), at(`/${hop}`));
      expect((await actions.urls(jobId)).at(-1)).toBe('/10: too-many-redirects');
      expect(await actions.job(jobId)).toMatchObject({ state: 'settled', settledReason: 'failed', admitted: 0 });
    });
  });

  it('blocks the host of a deferred page for all jobs, without an attempt', async () => {
    const { actions, time } = frontier;
    await actions.crawl();
    await actions.answer(await leaseOne(), { kind: 'deferred', retryAfterMs: 20_000 });
    await actions.crawl();
    time.pass(19_999);
    expect(await actions.lease()).toEqual([]);
    time.pass(1);
    const pages = await actions.lease();
    expect(pages.map((page) => [page.attempt, page.deferrals]).sort()).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it('fails a page after ten deferrals', async () => {
    const { actions, time } = frontier;
    const jobId = await actions.crawl();
    for (let deferrals = 0; deferrals <= 10; deferrals += 1) {
      await actions.answer(await leaseOne(), { kind: 'deferred', retryAfterMs: 1_000 });
      time.pass(1_000);
    }
    expect(await actions.urls(jobId)).toEqual(['/: bad-response']);
    expect(await actions.job(jobId)).toMatchObject({ state: 'settled', settledReason: 'failed' });
  });

  it('leases a returned page again after its pause, without an attempt, a deferral or a blocked host', async () => {
    const { actions, time } = frontier;
    const jobId = await actions.crawl();
    const first = await leaseOne();
    for (let returns = 0; returns < 12; returns += 1) {
      const page = returns === 0 ? first : await leaseOne();
      expect(page).toMatchObject({ attempt: 1, deferrals: 0, epoch: returns + 1 });
      await actions.answer(page, { kind: 'deferred', retryAfterMs: 5_000, returned: true });
      expect(await actions.lease()).toEqual([]);
      if (returns === 0) {
        await actions.crawl();
        expect(await actions.lease()).toHaveLength(1);
      }
      time.pass(5_000);
    }
    await actions.answer(first, { kind: 'deferred', retryAfterMs: 60_000, returned: true });
    await actions.done(await leaseOne(), []);
    expect(await actions.job(jobId)).toMatchObject({ queued: 0, leased: 0, done: 1 });
  });

  it('limits the back-off of a host to an hour', async () => {
    const { actions, time } = frontier;
    await actions.crawl();
    await actions.answer(await leaseOne(), { kind: 'deferred', retryAfterMs: Number.MAX_SAFE_INTEGER });
    time.pass(60 * 60_000 - 1);
    expect(await actions.lease()).toEqual([]);
    time.pass(1);
    expect(await actions.lease()).toHaveLength(1);
  });

  it('admits more links of one page than fit in a statement, up to the limit', async () => {
    const { actions } = frontier;
    const jobId = await actions.crawl({ limit: 4_000 });
    const links = Array.from({ length: 9_000 }, (_, index) => at(`/page/${index}`));
    await actions.done(await leaseOne(), [...links, ...links]);
    expect(await actions.job(jobId)).toMatchObject({ admitted: 4_000, queued: 3_999, done: 1, known: 9_001 });
  }, 60_000);
});
