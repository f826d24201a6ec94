import type { RenderPage } from '@orbweaver/contracts';
import { startTestFrontier, type TestFrontier } from './testing/test-frontier';

// Every test has a database of its own, which takes its time on a busy machine.
jest.setTimeout(60_000);

describe('a crawl with zeroDataRetention', () => {
  let frontier: TestFrontier;
  beforeEach(async () => {
    frontier = await startTestFrontier();
  });
  afterEach(() => frontier.close());

  /** Nothing goes out by the topics that are kept for hours. */
  const lease = async (): Promise<RenderPage[]> => {
    expect(await frontier.actions.lease()).toEqual([]);
    return frontier.publisher.take('renderBulkUnkept');
  };

  it('is told of on topics of its own only, whatever becomes of it', async () => {
    const { actions, publisher } = frontier;
    const jobId = await actions.crawl({ zeroDataRetention: true });
    const ordinary = await actions.crawl({ url: 'http://other.test/' });
    const { leased } = await frontier.round.run();
    await frontier.dispatcher.dispatch(leased);
    await frontier.dispatcher.beforeApplicationShutdown();
    expect(publisher.of('renderBulk').map((page) => [page.jobId, page.zeroDataRetention])).toEqual([
      [ordinary, undefined],
    ]);
    const [page] = publisher.take('renderBulkUnkept');
    expect(page).toMatchObject({ jobId, zeroDataRetention: true });

    await actions.fail(page!, 'too-large');
    expect(publisher.of('documentsBulk')).toEqual([]);
    expect(publisher.of('documentsBulkUnkept')).toMatchObject([{ jobId, zeroDataRetention: true }]);
    const [settled] = publisher.of('jobSettled');
    expect(settled).toMatchObject({ jobId, reason: 'failed' });
    expect(settled).not.toHaveProperty('error');
    expect(await actions.job(jobId)).toMatchObject({ error: 'It failed: too-large.' });
  });

  it('loses its URLs when results has begun to erase it, and keeps its counts', async () => {
    const { actions, database, sweeper, time } = frontier;
    const jobId = await actions.crawl({ zeroDataRetention: true });
    const [start] = await lease();
    await actions.answer(start!, { kind: 'deferred', retryAfterMs: 5_000 });
    expect(await database.frontierHost.count()).toBe(1);
    time.pass(5_000);
    const [again] = await lease();
    await actions.done(again!, ['http://site.test/a', 'http://elsewhere.test/']);
    for (const page of await lease()) await actions.done(page);
    await sweeper.sweep();
    expect(await actions.pages(jobId)).toHaveLength(3);
    const ended = { state: 'completed', eraseDueAt: new Date(), erasedAt: new Date() };
    await database.job.update({ where: { id: jobId }, data: ended });
    await sweeper.sweep();
    expect(await actions.pages(jobId)).toEqual([]);
    expect(await database.frontierHost.count()).toBe(0);
    expect(await actions.job(jobId)).toMatchObject({ originUrl: null, done: 2, erasedAt: expect.any(Date) });
  });

  it('gives its pages back when they could not be sent', async () => {
    const { actions, publisher } = frontier;
    await actions.crawl({ zeroDataRetention: true });
    publisher.isBroken = true;
    await expect(actions.lease()).rejects.toThrow('the broker is away');
    publisher.isBroken = false;
    expect(await lease()).toMatchObject([{ attempt: 1, epoch: 2 }]);
  });
});
