import { randomUUID } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../testing/test-frontier';

// Every test has a database of its own, which takes its time on a busy machine.
jest.setTimeout(60_000);

const at = (path: string) => `http://site.test${path}`;
const teamId = randomUUID();

describe('a crawl that tracks changes', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  const settled = () => frontier.publisher.of('jobSettled');
  const lease = async (): Promise<RenderPage> => {
    const pages = await frontier.actions.lease();
    return (pages[0] ?? frontier.publisher.take('renderBulkUnkept')[0])!;
  };
  const recallOf = async (jobId: string) => (await frontier.actions.job(jobId)).recall;

  it('visits the pages of earlier crawls that it found no way to, last and without their links', async () => {
    const { actions } = frontier;
    await actions.remember(teamId, [
      at('/'),
      at('/linked/'),
      at('/hidden'),
      at('/too/deep'),
      at('/no'),
      'http://other.test/',
    ]);
    await actions.remember(teamId, [at('/of-another-start')], at('/docs'));
    await actions.remember(teamId, [at('/of-another-tag')], at('/'), 'a');
    await actions.remember(randomUUID(), [at('/of-another-team')]);
    const jobId = await actions.crawl({
      teamId,
      tracks: null,
      scope: { excludePaths: ['^/no'], maxDiscoveryDepth: 1 },
    });
    await actions.done(await lease(), [at('/linked')]);
    expect(await recallOf(jobId)).toBe('due');
    const linked = await lease();
    expect(linked.hidden).toBeUndefined();
    await actions.done(linked);
    expect([await recallOf(jobId), settled()]).toEqual(['open', []]);

    await actions.recall(jobId);
    expect((await actions.urls(jobId)).slice(0, 2)).toEqual(['/: done', '/linked: done']);
    expect((await actions.urls(jobId)).slice(2).sort()).toEqual([
      '/hidden: queued',
      '/no: excluded',
      '/too/deep: discovery-depth',
      'http://other.test/: external',
    ]);
    const hidden = await lease();
    expect(hidden).toMatchObject({ url: at('/hidden'), depth: 1, hidden: true, crawl: { wantsOutlinks: false } });
    await actions.done(hidden, [at('/behind')]);
    expect(await actions.pages(jobId)).toHaveLength(6);
    expect(settled()).toMatchObject([{ jobId, reason: 'finished', pages: 3 }]);
  });

  it('takes where a hidden page redirects to for hidden as well', async () => {
    const { actions } = frontier;
    await actions.remember(teamId, [at('/old')]);
    const jobId = await actions.crawl({ teamId, tracks: null });
    await actions.done(await lease());
    await actions.recall(jobId);
    await actions.answer(await lease(), { kind: 'redirected', finalUrl: at('/new') });
    const target = await lease();
    expect(target).toMatchObject({ url: at('/new'), hidden: true });
    await actions.done(target);
    expect(settled()).toMatchObject([{ pages: 2 }]);
  });

  it.each([
    ['that is cancelled', 'skipped'],
    ['whose limit is reached', 'limit'],
    ['whose start URL cannot be read', 'failed'],
    ['that asks for no changes', 'plain'],
    ['of which nothing is kept', 'unkept'],
  ])('and one %s settles without them', async (_, how) => {
    const { actions } = frontier;
    await actions.remember(teamId, [at('/hidden')]);
    const jobId = await actions.crawl({
      teamId,
      ...(how === 'plain' ? {} : { tracks: null }),
      ...(how === 'limit' ? { limit: 1 } : {}),
      ...(how === 'unkept' ? { zeroDataRetention: true } : {}),
    });
    const start = await lease();
    if (how === 'skipped') await actions.cancel(jobId);
    if (how === 'failed') await actions.fail(start);
    else await actions.done(start);
    expect(settled()).toHaveLength(1);
    expect(await actions.pages(jobId)).toHaveLength(1);
  });

  it('gives them what the limit leaves, and the slots of those that fail', async () => {
    const { actions } = frontier;
    await actions.remember(teamId, [at('/a'), at('/b'), at('/c')]);
    const jobId = await actions.crawl({ teamId, tracks: null, limit: 2 });
    await actions.done(await lease());
    await actions.recall(jobId);
    expect((await actions.urls(jobId)).map((url) => url.split(': ')[1])).toEqual(['done', 'queued', 'limit', 'limit']);
    await actions.fail(await lease());
    const next = await lease();
    expect(next.hidden).toBe(true);
    await actions.done(next);
    expect(settled()).toMatchObject([{ pages: 3 }]);
  });

  it('is taken over from a seeder that dies, and ends once whoever is slow', async () => {
    const { actions, database, time, seeder } = frontier;
    await actions.remember(teamId, [at('/hidden')]);
    const jobId = await actions.crawl({ teamId, tracks: null });
    await actions.done(await lease());
    // The first seeder, slow as it is, believes that it still reads the sitemaps: it may not end the recall unread.
    await seeder.seed({ jobId, kind: 'crawl' });
    await Promise.all([
      actions.recall(jobId),
      joinFrontier(frontier).seeder.seed({ jobId, kind: 'crawl', recalls: true }),
    ]);
    expect(await actions.urls(jobId)).toEqual(['/: done', '/hidden: queued']);
    expect(await recallOf(jobId)).toBe('done');
    // A process that died right after the admission left the recall open.
    await database.frontierJob.update({ where: { id: jobId }, data: { recall: 'open', seedingUntil: time.now() } });
    await actions.done(await lease());
    expect(settled()).toEqual([]);
    await actions.recall(jobId);
    expect(await actions.pages(jobId)).toHaveLength(2);
    expect(settled()).toMatchObject([{ pages: 2 }]);
  });
});
