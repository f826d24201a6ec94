import type { RenderPage } from '@orbweaver/contracts';
import { startTestFrontier, type TestFrontier } from '../test/test-frontier';

jest.setTimeout(60_000);

describe('a crawl with zeroDataRetention', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  /** Marked messages use topics with minutes of retention. */
  const lease = async (): Promise<RenderPage[]> => {
    const pages = await frontier.actions.lease();
    expect(pages.filter((page) => page.zeroDataRetention !== true)).toEqual([]);
    return pages;
  };

  it('marks all messages about its pages', async () => {
    const { actions, publisher } = frontier;
    const jobId = await actions.crawl({ zeroDataRetention: true });
    const ordinary = await actions.crawl({ url: 'http://other.test/' });
    const { leased } = await frontier.round.run();
    await frontier.dispatcher.dispatch(leased);
    await frontier.dispatcher.beforeApplicationShutdown();
    const pages = publisher.of('renderBulk');
    expect(new Map(pages.map((page) => [page.jobId, page.zeroDataRetention]))).toEqual(
      new Map([
        [ordinary, undefined],
        [jobId, true],
      ]),
    );

    await actions.fail(pages.find((page) => page.jobId === jobId)!, 'too-large');
    expect(publisher.of('documentsBulk')).toMatchObject([{ jobId, zeroDataRetention: true }]);
    const [settled] = publisher.of('jobSettled');
    expect(settled).toMatchObject({ jobId, reason: 'failed' });
    expect(settled).not.toHaveProperty('error');
    expect(await actions.job(jobId)).toMatchObject({ error: 'It failed: too-large.' });
  });

  it('deletes its URLs once results begins to erase it, and keeps its counts', async () => {
    const { actions, database, eraser, time } = frontier;
    const { signal } = new AbortController();
    const jobId = await actions.crawl({ zeroDataRetention: true });
    const [start] = await lease();
    await actions.answer(start!, { kind: 'deferred', retryAfterMs: 5_000 });
    expect(await database.frontierHost.count()).toBe(1);
    time.pass(5_000);
    const [again] = await lease();
    await actions.done(again!, ['http://site.test/a', 'http://elsewhere.test/']);
    for (const page of await lease()) await actions.done(page);
    await eraser.erase(signal);
    expect(await actions.known(jobId)).toHaveLength(3);
    const ended = { state: 'completed', eraseDueAt: new Date(), erasedAt: new Date() };
    await database.job.update({ where: { id: jobId }, data: ended });
    await eraser.erase(signal);
    expect(await actions.known(jobId)).toEqual([]);
    expect(await database.frontierHost.count()).toBe(0);
    expect(await actions.job(jobId)).toMatchObject({ originUrl: null, done: 2, erasedAt: expect.any(Date) });
  });

  it('remains due for erasure while another replica, which may abort, holds its pages', async () => {
    const { actions, database, eraser, sweeper, time } = frontier;
    const { signal } = new AbortController();
    const jobId = await actions.crawl({ zeroDataRetention: true });
    const [start] = await lease();
    await actions.done(start!, ['http://site.test/a']);
    for (const page of await lease()) await actions.done(page);
    await database.job.update({ where: { id: jobId }, data: { eraseDueAt: new Date(), erasedAt: new Date() } });
    const whileErased = database.$transaction(async (other) => {
      await other.$executeRaw`DELETE FROM frontier_pages WHERE job_id = ${jobId}::uuid AND depth = 0`;
      await eraser.erase(signal);
      throw new Error('drained');
    });
    await expect(whileErased).rejects.toThrow('drained');
    expect(await actions.pages(jobId)).toHaveLength(1);
    expect(await actions.job(jobId)).toMatchObject({ erasedAt: null });
    await eraser.erase(signal);
    expect(await actions.known(jobId)).toEqual([]);
    expect(await actions.job(jobId)).toMatchObject({ erasedAt: expect.any(Date) });

    const expired = await actions.crawl({ zeroDataRetention: true });
    await database.job.delete({ where: { id: expired } });
    const whileDeleted = database.$transaction(async (other) => {
      await other.$executeRaw`DELETE FROM frontier_pages WHERE job_id = ${expired}::uuid`;
      time.pass(60_000);
      await sweeper.sweep();
      throw new Error('drained');
    });
    await expect(whileDeleted).rejects.toThrow('drained');
    expect(await actions.pages(expired)).toHaveLength(1);
    time.pass(60_000);
    await sweeper.sweep();
    expect(await actions.pages(expired)).toEqual([]);
  });

  it('releases pages that could not be published', async () => {
    const { actions, publisher } = frontier;
    await actions.crawl({ zeroDataRetention: true });
    publisher.isAway = true;
    await expect(actions.lease()).rejects.toThrow('the broker is away');
    publisher.isAway = false;
    expect(await lease()).toMatchObject([{ attempt: 1, epoch: 2 }]);
  });
});
