import { randomUUID } from 'node:crypto';
import { followNext } from '../../test/follow-next';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { at, receiver, startCrawlWithWebhook, storeEvents } from '../../test/webhook-events';
import { WebhookDeliveries } from '../wire/webhook-deliveries';

const PATH = '/v2/webhooks/deliveries';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.database.webhookEvent.deleteMany();
});

const readAll = async (query: string) =>
  (await followNext(gateway, PATH + query)).flatMap((page) => WebhookDeliveries.parse(page).deliveries);

describe('the list of deliveries', () => {
  it('returns the state of an event and its attempts', async () => {
    const jobId = await startCrawlWithWebhook(gateway);
    const nextAttemptAt = new Date(Date.now() + 60_000);
    const [, id] = await storeEvents(gateway, jobId, [
      { createdAt: at(0) },
      { state: 'pending', attempts: 2, nextAttemptAt, createdAt: at(1) },
    ]);
    const error = 'The receiver answered with status 503.';
    await gateway.database.webhookEvent.update({ where: { id: id! }, data: { lastStatus: 503, lastError: error } });
    await gateway.database.webhookAttempt.createMany({
      data: [
        { eventId: id!, attempt: 2, startedAt: at(4), durationMs: 20, status: 503, error },
        { eventId: id!, attempt: 1, startedAt: at(2), durationMs: 10_000, error: 'It took too long.' },
      ],
    });
    const { body } = await gateway.call(PATH);
    expect(body.deliveries[0]).toEqual({
      id,
      jobId,
      sequence: 2,
      type: 'crawl.page',
      pageId: expect.any(String),
      url: receiver,
      state: 'pending',
      createdAt: at(1).toISOString(),
      waitsFor: 'retry',
      nextAttemptAt: nextAttemptAt.toISOString(),
      attempts: 2,
      lastStatus: 503,
      lastError: error,
      log: [
        { attempt: 1, startedAt: at(2).toISOString(), durationMs: 10_000, error: 'It took too long.' },
        { attempt: 2, startedAt: at(4).toISOString(), durationMs: 20, status: 503, error },
      ],
    });
    expect((await gateway.call(`${PATH}/${id}`)).body).toMatchObject({ success: true, delivery: body.deliveries[0] });
  });

  it('returns why a pending event is waiting, without times in the past', async () => {
    const [retried, due, sent] = [
      await startCrawlWithWebhook(gateway),
      await startCrawlWithWebhook(gateway),
      await startCrawlWithWebhook(gateway),
    ];
    const soon = new Date(Date.now() + 60_000);
    const behind = { state: 'pending', nextAttemptAt: at(0) };
    const ids = await storeEvents(gateway, retried, [
      { attempts: 1 },
      { state: 'dead', attempts: 2 },
      { state: 'pending', attempts: 1, nextAttemptAt: soon, isFirst: true },
      behind,
      behind,
    ]);
    await storeEvents(gateway, due, [{ state: 'pending', nextAttemptAt: at(0), isFirst: true }]);
    const claimed = { state: 'pending', attempts: 1, nextAttemptAt: at(0), claimedUntil: soon, isFirst: true };
    const [sentId] = await storeEvents(gateway, sent, [claimed, behind]);
    const waitsOf = async (jobId: string) => {
      const { body } = await gateway.call(`${PATH}?jobId=${jobId}`);
      return body.deliveries
        .map(({ waitsFor, behind: first, nextAttemptAt }: Record<string, unknown>) => [waitsFor, first, nextAttemptAt])
        .reverse();
    };
    const behindRetried = ['earlier-event', { id: ids[2], sequence: 3 }, undefined];
    expect(await waitsOf(retried)).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      ['retry', undefined, soon.toISOString()],
      behindRetried,
      behindRetried,
    ]);
    expect(await waitsOf(due)).toEqual([['place', undefined, undefined]]);
    expect(await waitsOf(sent)).toEqual([
      ['answer', undefined, undefined],
      ['earlier-event', { id: sentId, sequence: 1 }, undefined],
    ]);
    expect((await gateway.call(`${PATH}/${ids[4]}`)).body.delivery).toMatchObject({ behind: behindRetried[1] });
  });

  it('is paged, newest first, filtered by job and state, and limited to the team', async () => {
    const stranger = await insertTeam(gateway.database);
    const jobs = [await startCrawlWithWebhook(gateway), await startCrawlWithWebhook(gateway)];
    const foreign = await startCrawlWithWebhook(gateway, stranger.key);
    const states = ['delivered', 'dead', 'pending', 'delivered', 'dead'];
    for (const jobId of jobs) {
      // Events of one transaction have the same timestamp.
      await storeEvents(
        gateway,
        jobId,
        states.map((state, index) => ({ state, createdAt: at(Math.floor(index / 2)) })),
      );
    }
    const [foreignId] = await storeEvents(gateway, foreign, [{}], stranger.teamId);

    const all = await readAll('?limit=3');
    const sorted = [...all].sort((a, b) => Math.floor((b.sequence - 1) / 2) - Math.floor((a.sequence - 1) / 2));
    expect(all.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    expect(new Set(all.map(({ id }) => id)).size).toBe(10);
    expect((await readAll(`?jobId=${jobs[0]}&limit=2`)).map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
    expect((await readAll(`?jobId=${jobs[1]}&state=dead&limit=1`)).map(({ sequence }) => sequence)).toEqual([5, 2]);
    expect((await readAll('?state=pending&limit=1')).map(({ sequence }) => sequence)).toEqual([3, 3]);
    expect(await readAll(`?jobId=${foreign}`)).toEqual([]);
    for (const call of [
      gateway.call(`${PATH}/${foreignId}`),
      gateway.call(`${PATH}/x`),
      gateway.call(`${PATH}/${foreignId}/redeliver`, { method: 'POST' }),
      gateway.call(`${PATH}/redeliver`, { body: { jobId: foreign } }),
    ]) {
      expect((await call).status).toBe(404);
    }
    expect((await gateway.call(PATH, { key: stranger.key })).body.deliveries).toHaveLength(1);
  });

  it.each([
    'jobId=',
    'state=',
    'after=',
    'limit=',
    'jobId=x&jobId=y',
    'limit=0',
    'limit=101',
    'state=lost',
    'jobId=x',
    'after=x',
    'after=1.x',
    `jobId=${randomUUID()}&after=1.5`,
    'a=1',
  ])('rejects ?%s', async (query) => {
    expect((await gateway.call(`${PATH}?${query}`)).status).toBe(400);
  });
});
