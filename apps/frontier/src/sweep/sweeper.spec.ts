import { addEnrichment, appendUrls, requestCancel } from '@orbweaver/persistence';
import { startTestFrontier, type TestFrontier } from '../../test/test-frontier';

jest.setTimeout(60_000);

const at = (path: string) => `http://site.test${path}`;

describe('Sweeper', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
    // Accepted jobs are dated by the database's clock.
    frontier.time.setTo(Date.now());
  });
  afterEach(() => frontier.close());

  const sweepAfter = async (ms: number) => {
    frontier.time.pass(ms);
    await frontier.sweeper.sweep();
  };

  it('starts a job whose StartJob was lost', async () => {
    const { actions } = frontier;
    const jobId = await actions.acceptCrawl();
    await sweepAfter(0);
    await expect(actions.job(jobId)).rejects.toThrow();
    await sweepAfter(10_000);
    expect(await actions.job(jobId)).toMatchObject({ state: 'running' });
  });

  it('reads URL lists whose AppendToJob was lost', async () => {
    const { actions, database, seeder } = frontier;
    const jobId = await actions.batch([at('/a')]);
    const { teamId } = await actions.job(jobId);
    await appendUrls(database, { jobId, teamId, urls: [{ url: at('/b'), sourceUrl: at('/b') }] });
    await sweepAfter(10_000);
    await seeder.seed({ jobId, kind: 'batch' });
    expect(await actions.job(jobId)).toMatchObject({ queued: 2, urlListsTaken: 2 });
  });

  it('cancels a job whose CancelJob was lost, and skips its leased pages after four seconds', async () => {
    const { actions, database, publisher } = frontier;
    const jobId = await actions.crawl();
    const [start] = await actions.lease();
    await actions.done(start!, [at('/a'), at('/b')]);
    const [a] = await actions.lease();
    await requestCancel(database, jobId);
    await sweepAfter(0);
    expect(await actions.urls(jobId)).toEqual(['/: done', '/a: leased', '/b: leased']);
    await actions.done(a!, [at('/c')]);
    await sweepAfter(3_000);
    expect(publisher.of('jobSettled')).toEqual([]);
    await sweepAfter(1_000);
    expect(await actions.urls(jobId)).toEqual(['/: done', '/a: done', '/b: cancelled']);
    expect(publisher.of('jobSettled')).toMatchObject([{ reason: 'cancelled', pages: 2 }]);
  });

  it('repeats lost results of a settled job until the job ends', async () => {
    const { actions, publisher, database } = frontier;
    const jobId = await actions.crawl();
    const [start] = await actions.lease();
    await actions.done(start!, [at('/a')]);
    const [a] = await actions.lease();
    await actions.fail(a!);
    await actions.store(start!);
    publisher.take('documentsBulk');
    publisher.take('jobSettled');
    await sweepAfter(9_000);
    expect(publisher.take('jobSettled')).toEqual([]);
    await sweepAfter(11_000);
    expect(publisher.take('jobSettled')).toMatchObject([{ jobId, pages: 2 }]);
    expect(publisher.take('documentsBulk')).toMatchObject([{ pageId: a!.pageId, result: { kind: 'failed' } }]);
    await database.job.update({ where: { id: jobId }, data: { state: 'completed' } });
    await sweepAfter(60_000);
    expect(publisher.take('jobSettled')).toEqual([]);
  });

  it('renders pages with lost documents again, and settles again with the same count', async () => {
    const { actions, publisher, database } = frontier;
    const jobId = await actions.batch([at('/a'), at('/b')]);
    const [a, b] = await actions.lease();
    for (const page of [a!, b!]) await actions.done(page);
    await actions.store(a!);
    await sweepAfter(31_000);
    const [again] = await actions.lease();
    expect(again).toMatchObject({ pageId: b!.pageId, epoch: 2 });
    expect(await actions.job(jobId)).toMatchObject({ state: 'running', done: 1, leased: 1 });
    publisher.take('jobSettled');
    await actions.done(again!);
    expect(publisher.take('jobSettled')).toMatchObject([{ pages: 2 }]);
    for (let render = 3; render <= 5; render += 1) {
      await sweepAfter(31_000);
      const [page] = await actions.lease();
      await actions.done(page!);
    }
    await sweepAfter(31_000);
    expect(await actions.lease()).toEqual([]);
    expect(publisher.of('documentsBulk')).toMatchObject([
      { pageId: b!.pageId, result: { failure: { reason: 'conversion-failed' } } },
    ]);
    expect(await actions.job(jobId)).toMatchObject({ state: 'settled', done: 1, failed: 1 });
    const stored = await database.frontierPage.findUniqueOrThrow({ where: { id: b!.pageId } });
    expect(stored).toMatchObject({ state: 'failed', epoch: 6 });
  });

  it('does not render pages again whose documents wait for the language model', async () => {
    const { actions, database, publisher } = frontier;
    const jobId = await actions.batch([at('/a'), at('/b')]);
    const [a, b] = await actions.lease();
    for (const page of [a!, b!]) await actions.done(page);
    const { pageId, teamId, epoch } = a!;
    const message = new Uint8Array(1);
    await addEnrichment(database, { pageId, jobId, teamId, epoch, isUrgent: false, message, traceparent: null });
    publisher.take('jobSettled');
    await sweepAfter(6 * 3_600_000);
    expect(await actions.lease()).toEqual([]);
    expect(publisher.take('jobSettled')).toEqual([]);
    await actions.store(a!);
    await database.enrichment.deleteMany();
    // Other lost documents are rendered then.
    await sweepAfter(31_000);
    expect(await actions.lease()).toMatchObject([{ pageId: b!.pageId }]);
  });

  it('does not render pages of a cancelled job again: its count shrinks to the stored pages', async () => {
    const { actions, publisher } = frontier;
    const jobId = await actions.batch([at('/a'), at('/b')]);
    const [a, b] = await actions.lease();
    await actions.cancel(jobId);
    for (const page of [a!, b!]) await actions.done(page);
    await actions.store(a!);
    expect(publisher.take('jobSettled')).toMatchObject([{ reason: 'cancelled', pages: 2 }]);
    await sweepAfter(31_000);
    expect(publisher.take('jobSettled').at(0)).toMatchObject({ reason: 'cancelled', pages: 1 });
    expect(await actions.urls(jobId)).toEqual(['/a: done', '/b: cancelled']);
  });

  it('deletes the rows of a deleted job', async () => {
    const { actions, database } = frontier;
    const kept = await actions.crawl();
    const jobId = await actions.crawl();
    await database.job.delete({ where: { id: jobId } });
    await sweepAfter(61_000);
    expect(await database.frontierJob.findMany({ select: { id: true } })).toEqual([{ id: kept }]);
    expect(await actions.pages(jobId)).toEqual([]);
  });
});
