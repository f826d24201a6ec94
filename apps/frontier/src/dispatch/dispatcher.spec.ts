import { randomUUID } from 'node:crypto';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

const urls = (count: number, host = (n: number) => `host${n}.test`) =>
  Array.from({ length: count }, (_, n) => `http://${host(n)}/${n}`);

describe('Dispatcher', () => {
  let frontier: TestFrontier;
  afterEach(() => frontier.close());

  it('gives two teams equal shares regardless of their jobs and pages', async () => {
    frontier = await startTestFrontier({ FRONTIER_MAX_LEASED: 12 });
    const { actions } = frontier;
    const [big, small] = [randomUUID(), randomUUID()];
    for (let job = 0; job < 3; job += 1) await actions.batch(urls(50), { teamId: big });
    await actions.batch(urls(50), { teamId: small });
    const leased = await actions.lease();
    expect(leased.filter((page) => page.teamId === small)).toHaveLength(6);
    expect(leased).toHaveLength(12);
  });

  it('respects the concurrency of job, team and host', async () => {
    frontier = await startTestFrontier({ FRONTIER_MAX_PER_HOST: 4 });
    const { actions, database } = frontier;
    const count = async () => (await actions.lease()).length;
    await actions.batch(urls(20), { maxConcurrency: 3 });
    expect(await count()).toBe(3);
    const teamId = randomUUID();
    await database.team.create({ data: { id: teamId, name: 'five', maxConcurrency: 5 } });
    await actions.batch(urls(20), { teamId });
    await actions.batch(urls(20), { teamId });
    expect(await count()).toBe(5);
    await actions.batch(urls(20, () => 'one.test'));
    expect(await count()).toBe(4);
    expect(await count()).toBe(0);
  });

  it('leaves all slots of a team but one to its running and waiting scrapes', async () => {
    frontier = await startTestFrontier();
    const { actions, database } = frontier;
    const teamId = randomUUID();
    await database.team.create({ data: { id: teamId, name: 'four', maxConcurrency: 4 } });
    await actions.batch(urls(20), { teamId });
    await actions.batch(urls(3));
    const scrapes = Array.from({ length: 9 }, (_, index) => ({
      id: randomUUID(),
      teamId,
      kind: 'scrape',
      spec: {},
      deadlineAt: new Date('2040-01-01'),
      startedAt: index < 4 ? new Date() : null,
      expiresAt: new Date('2040-01-01'),
    }));
    await database.job.createMany({ data: scrapes });
    // All four slots are used.
    expect(await actions.lease()).toHaveLength(3);
    const [one, two, three, ...others] = scrapes.map(({ id }) => id);
    await database.job.updateMany({ where: { id: { in: [one!, two!] } }, data: { state: 'completed' } });
    const leased = await actions.lease();
    expect(leased.map((page) => page.teamId)).toEqual([teamId]);
    expect(await actions.lease()).toEqual([]);
    await database.job.updateMany({ where: { id: { in: others } }, data: { deadlineAt: new Date(0) } });
    expect(await actions.lease()).toHaveLength(2);
    await database.job.update({ where: { id: three! }, data: { cancelRequestedAt: new Date() } });
    expect(await actions.lease()).toHaveLength(1);
    expect(await actions.lease()).toEqual([]);
  });

  it('leases one page at a time of a crawl with a delay, which starts after each page', async () => {
    frontier = await startTestFrontier();
    const { actions, time } = frontier;
    await actions.crawl({ delaySeconds: 5 });
    const [start] = await actions.lease();
    time.pass(20_000);
    await actions.done(start!, ['http://site.test/a', 'http://site.test/b']);
    time.pass(4_999);
    expect(await actions.lease()).toEqual([]);
    time.pass(1);
    expect(await actions.lease()).toHaveLength(1);
    time.pass(5_000);
    expect(await actions.lease()).toEqual([]);
  });

  it('applies the delay of a crawl across all its hosts, even with concurrent pages', async () => {
    frontier = await startTestFrontier();
    const { actions, time } = frontier;
    await actions.crawl({
      delaySeconds: 2,
      maxConcurrency: 3,
      scope: { allowSubdomains: true },
      url: 'http://site.com/',
    });
    const [start] = await actions.lease();
    await actions.done(start!, ['http://a.site.com/', 'http://b.site.com/', 'http://c.site.com/']);
    const leased: number[] = [];
    for (let seconds = 0; seconds < 6; seconds += 1) {
      leased.push((await actions.lease()).length);
      time.pass(1_000);
    }
    expect(leased).toEqual([0, 0, 1, 0, 1, 0]);
  });

  it('alternates between crawls with a delay on a host', async () => {
    frontier = await startTestFrontier();
    const { actions, time, site } = frontier;
    site.robots.set('http://site.test', { isAllowed: () => true, crawlDelaySeconds: 2, sitemaps: [] });
    const jobs = [await actions.crawl(), await actions.crawl()];
    const [first, ...others] = await actions.lease();
    expect(others).toEqual([]);
    await actions.done(first!);
    time.pass(1_999);
    expect(await actions.lease()).toEqual([]);
    time.pass(1);
    const [second] = await actions.lease();
    expect([first!.jobId, second!.jobId].sort()).toEqual(jobs.sort());
  });

  it('leases a page to only one of two concurrent frontiers', async () => {
    frontier = await startTestFrontier();
    const { actions } = frontier;
    const other = joinFrontier(frontier);
    const jobId = await actions.batch(urls(100));
    const leased: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.all([frontier.round.run(), other.round.run()]);
      leased.push(...results.flatMap((result) => result.leased.map(({ page }) => `${page.id} ${page.epoch}`)));
    }
    expect(leased).toHaveLength(16);
    expect(new Set(leased).size).toBe(16);
    expect(await actions.job(jobId)).toMatchObject({ leased: 16, queued: 84 });
  });

  it('leases pages after any number of blocked hosts', async () => {
    frontier = await startTestFrontier();
    const { actions, database, time } = frontier;
    await actions.batch(urls(150, (n) => `host${String(n).padStart(3, '0')}.test`));
    const until = new Date(time.now().getTime() + 60_000);
    await database.frontierHost.createMany({
      data: urls(149, (n) => `host${String(n).padStart(3, '0')}.test`).map((url) => ({
        host: new URL(url).host,
        nextFetchAt: until,
      })),
    });
    const results = [];
    for (let round = 0; round < 3; round += 1) results.push(await actions.lease());
    expect(results.map((pages) => pages.length)).toEqual([0, 0, 1]);
  });

  it('releases pages of origins that do not serve robots.txt, without an attempt', async () => {
    frontier = await startTestFrontier();
    const { actions, site, time } = frontier;
    site.silent.add('http://other.test');
    const jobId = await actions.crawl({ scope: { allowExternalLinks: true } });
    const [start] = await actions.lease();
    await actions.done(start!, ['http://other.test/a', 'http://site.test/b']);
    expect((await actions.lease()).map((page) => page.url)).toEqual(['http://site.test/b']);
    const waiting = (await actions.pages(jobId)).find((page) => page.url === 'http://other.test/a');
    expect(waiting).toMatchObject({ state: 'queued', attempt: 0, dueAt: new Date(time.now().getTime() + 2_000) });
    expect(await actions.lease()).toEqual([]);
    site.silent.clear();
    time.pass(2_000);
    expect((await actions.lease()).map((page) => page.url)).toEqual(['http://other.test/a']);
  });

  it('reads robots.txt of an origin before its first page, and frees the slots of forbidden pages', async () => {
    frontier = await startTestFrontier();
    const { actions, site } = frontier;
    site.robots.set('http://other.test', { isAllowed: (url) => !url.includes('/secret'), sitemaps: [] });
    const jobId = await actions.crawl({ limit: 2, scope: { allowExternalLinks: true } });
    const [start] = await actions.lease();
    await actions.done(start!, ['http://other.test/secret', 'http://other.test/open']);
    expect(site.asked).toEqual(['http://site.test']);
    expect(await actions.lease()).toEqual([]);
    expect(await actions.urls(jobId)).toEqual([
      '/: done',
      'http://other.test/secret: robots',
      'http://other.test/open: queued',
    ]);
    expect(await actions.lease()).toMatchObject([{ url: 'http://other.test/open' }]);
    expect(site.asked).toEqual(['http://site.test', 'http://other.test']);
  });

  it('releases leases that it could not publish', async () => {
    frontier = await startTestFrontier();
    const { actions, publisher } = frontier;
    await actions.batch(urls(2));
    publisher.isAway = true;
    await expect(actions.lease()).rejects.toThrow('the broker is away');
    publisher.isAway = false;
    expect(await actions.lease()).toMatchObject([
      { attempt: 1, epoch: 2 },
      { attempt: 1, epoch: 2 },
    ]);
  });

  it('includes waiting, rendering and returning in the time of a lease', async () => {
    frontier = await startTestFrontier({ FRONTIER_LEASE_ALLOWANCE: '7s' });
    const { actions, time } = frontier;
    const jobId = await actions.crawl({ timeoutMs: 20_000 });
    const [page] = await actions.lease();
    const [stored] = await actions.pages(jobId);
    expect(stored!.leaseUntil!.getTime() - time.now().getTime()).toBe(27_000);
    expect(page!.deadlineAt - time.now().getTime()).toBe(25_000);
  });
});
