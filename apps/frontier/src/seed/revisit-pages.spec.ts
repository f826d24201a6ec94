import { randomUUID } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

const at = (path: string) => `http://site.test${path}`;
const teamId = randomUUID();

describe('RevisitPages', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  const settled = () => frontier.publisher.of('jobSettled');
  const lease = async (): Promise<RenderPage> => {
    const [page] = await frontier.actions.lease();
    return page!;
  };
  const revisitOf = async (jobId: string) => (await frontier.actions.job(jobId)).recall;

  it('visits unlinked pages of earlier crawls last, without their links', async () => {
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
    expect(await revisitOf(jobId)).toBe('due');
    const linked = await lease();
    expect(linked.hidden).toBeUndefined();
    await actions.done(linked);
    expect([await revisitOf(jobId), settled()]).toEqual(['open', []]);

    await actions.revisit(jobId);
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
    expect(await actions.known(jobId)).toHaveLength(6);
    expect(settled()).toMatchObject([{ jobId, reason: 'finished', pages: 3 }]);
  });

  it('visits no refused URL as a hidden page, and no URL that it would refuse as a link', async () => {
    const { actions } = frontier;
    // A link with a URL of this length is a trap.
    const [met, unmet] = [`/a${'a'.repeat(4096)}`, `/b${'b'.repeat(4096)}`];
    await actions.remember(teamId, [at('/deep'), at(met), at(unmet)]);
    const jobId = await actions.crawl({ teamId, tracks: null, scope: { maxDiscoveryDepth: 1 } });
    await actions.done(await lease(), [at('/hub'), at(met)]);
    await actions.done(await lease(), [at('/deep')]);
    await actions.revisit(jobId);
    expect((await actions.urls(jobId)).sort()).toEqual([
      '/: done',
      `${met}: trap`,
      `${unmet}: trap`,
      '/deep: discovery-depth',
      '/hub: done',
    ]);
    expect(settled()).toHaveLength(1);
  });

  it('drops pages that have not been linked for long', async () => {
    const { actions } = frontier;
    await actions.remember(teamId, [at('/of-last-quarter')], at('/'), null, 95);
    await actions.remember(teamId, [at('/of-long-ago')], at('/'), null, 101);
    const jobId = await actions.crawl({ teamId, tracks: null });
    await actions.done(await lease());
    await actions.revisit(jobId);
    expect(await actions.urls(jobId)).toEqual(['/: done', '/of-last-quarter: queued']);
  });

  it.each([
    ['was read before and fails today', 'failed', '/hub', false],
    ['was read before and returns a server error', 'faulty', '/hub', false],
    ['was read before and is too large today', 'too-large', '/hub', true],
    ['was never read and fails', 'failed', '/other', true],
  ] as const)('visits no hidden pages when a page %s', async (_, how, path, isRecalled) => {
    const { actions, database } = frontier;
    await actions.remember(teamId, [at('/'), at('/hub'), at('/behind')]);
    const jobId = await actions.crawl({ teamId, tracks: null });
    await actions.done(await lease(), [at('/hub'), at('/other')]);
    for (const page of await actions.lease()) {
      await actions.store(page);
      if (page.url !== at(path)) await actions.done(page);
      else if (how === 'faulty') {
        await database.page.update({ where: { id: page.pageId }, data: { statusCode: 503 } });
        await actions.answer(page, { kind: 'done', statusCode: 503 });
      } else {
        await database.page.delete({ where: { id: page.pageId } });
        const reason = how === 'failed' ? 'bad-response' : how;
        await actions.answer(page, { kind: 'failed', failure: { reason, message: 'It failed.' } });
      }
    }
    await actions.revisit(jobId);
    expect((await actions.urls(jobId)).slice(3)).toEqual(isRecalled ? ['/behind: queued'] : []);
    expect(settled()).toHaveLength(isRecalled ? 0 : 1);
  });

  it('treats the target of a hidden page as hidden', async () => {
    const { actions } = frontier;
    await actions.remember(teamId, [at('/old')]);
    const jobId = await actions.crawl({ teamId, tracks: null });
    await actions.done(await lease());
    await actions.revisit(jobId);
    await actions.answer(await lease(), { kind: 'redirected', finalUrl: at('/new') });
    const target = await lease();
    expect(target).toMatchObject({ url: at('/new'), hidden: true });
    await actions.done(target);
    expect(settled()).toMatchObject([{ pages: 2 }]);
  });

  it.each([
    ['that is cancelled', 'skipped'],
    ['whose limit is reached', 'limit'],
    ['whose start URL is unreadable', 'failed'],
    ['without change tracking', 'plain'],
    ['with zeroDataRetention', 'ephemeral'],
  ])('settles a crawl %s without hidden pages', async (_, how) => {
    const { actions } = frontier;
    await actions.remember(teamId, [at('/hidden')]);
    const jobId = await actions.crawl({
      teamId,
      ...(how === 'plain' ? {} : { tracks: null }),
      ...(how === 'limit' ? { limit: 1 } : {}),
      ...(how === 'ephemeral' ? { zeroDataRetention: true } : {}),
    });
    const start = await lease();
    if (how === 'skipped') await actions.cancel(jobId);
    if (how === 'failed') await actions.fail(start);
    else await actions.done(start);
    expect(settled()).toHaveLength(1);
    expect(await actions.known(jobId)).toHaveLength(1);
  });

  it('visits hidden pages within the limit, and uses the slots of failed ones', async () => {
    const { actions } = frontier;
    await actions.remember(teamId, [at('/a'), at('/b'), at('/c')]);
    const jobId = await actions.crawl({ teamId, tracks: null, limit: 2 });
    await actions.done(await lease());
    await actions.revisit(jobId);
    expect((await actions.urls(jobId)).map((url) => url.split(': ')[1])).toEqual(['done', 'queued', 'limit', 'limit']);
    await actions.fail(await lease());
    const next = await lease();
    expect(next.hidden).toBe(true);
    await actions.done(next);
    expect(settled()).toMatchObject([{ pages: 3 }]);
  });

  it('continues with another seeder when one dies, and ends once even if the first is slow', async () => {
    const { actions, database, time, seeder } = frontier;
    await actions.remember(teamId, [at('/hidden')]);
    const jobId = await actions.crawl({ teamId, tracks: null });
    await actions.done(await lease());
    // The slow first seeder still reads sitemaps: it must not end the unread revisit.
    await seeder.seed({ jobId, kind: 'crawl' });
    await Promise.all([
      actions.revisit(jobId),
      joinFrontier(frontier).seeder.seed({ jobId, kind: 'crawl', recalls: true }),
    ]);
    expect(await actions.urls(jobId)).toEqual(['/: done', '/hidden: queued']);
    expect(await revisitOf(jobId)).toBe('done');
    // A process that died right after the admission left the revisit open.
    await database.frontierJob.update({ where: { id: jobId }, data: { recall: 'open', seedingUntil: time.now() } });
    await actions.done(await lease());
    expect(settled()).toEqual([]);
    await actions.revisit(jobId);
    expect(await actions.known(jobId)).toHaveLength(2);
    expect(settled()).toMatchObject([{ pages: 2 }]);
  });
});
