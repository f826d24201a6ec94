import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { at, receiver, startCrawlWithWebhook, storeEvents } from '../../test/webhook-events';

const PATH = '/v2/webhooks/deliveries';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.database.webhookEvent.deleteMany();
});

describe('redelivery of webhook events', () => {
  const later = new Date(Date.now() + 3_600_000);
  const rowsOf = (jobId: string) =>
    gateway.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } });
  /** `now`, `later`, `waits` for an earlier event, or the final state. */
  const whenOf = ({ state, isFirst, nextAttemptAt }: Awaited<ReturnType<typeof rowsOf>>[number]) =>
    state !== 'pending' ? state : !isFirst ? 'waits' : nextAttemptAt < later ? 'now' : 'later';

  it('makes the event due in order, together with earlier pending events, and restarts its retries', async () => {
    const jobId = await startCrawlWithWebhook(gateway);
    const ids = await storeEvents(gateway, jobId, [
      { state: 'delivered', attempts: 1 },
      { state: 'pending', attempts: 4, nextAttemptAt: later, isFirst: true },
      { state: 'dead', attempts: 3 },
      { state: 'dead', attempts: 3 },
      { state: 'pending', attempts: 0 },
    ]);
    // Repeated requests do not reduce the attempts.
    for (let count = 0; count < 6; count += 1) {
      const { status, body } = await gateway.call(`${PATH}/${ids[2]}/redeliver`, { method: 'POST' });
      expect([status, body.success, body.delivery.state]).toEqual([200, true, 'pending']);
    }
    const rows = await rowsOf(jobId);
    expect(rows.map(whenOf)).toEqual(['delivered', 'now', 'waits', 'dead', 'waits']);
    expect(rows.map((row) => row.attemptsBefore)).toEqual([0, 4, 3, 0, 0]);
  });

  it('warns that erased headers are not sent', async () => {
    const jobId = await startCrawlWithWebhook(gateway);
    const [id] = await storeEvents(gateway, jobId, [{ attempts: 1 }]);
    const ask = async () => [
      (await gateway.call(`${PATH}/${id}/redeliver`, { method: 'POST' })).body.warning,
      (await gateway.call(`${PATH}/redeliver`, { body: { jobId } })).body.warning,
    ];
    expect(await ask()).toEqual([undefined, undefined]);
    const webhook = { url: receiver, headers: { Authorization: '' }, metadata: {}, events: [] };
    await gateway.database.job.update({ where: { id: jobId }, data: { webhook } });
    expect(await ask()).toEqual([undefined, undefined]);
    await gateway.database.job.update({ where: { id: jobId }, data: { webhook: { ...webhook, headersErased: true } } });
    const warning = expect.stringContaining('without these headers');
    expect(await ask()).toEqual([warning, warning]);
  });

  it('delays later events until the redelivered one is sent', async () => {
    const jobId = await startCrawlWithWebhook(gateway);
    const ids = await storeEvents(gateway, jobId, [
      { attempts: 1 },
      { state: 'pending', attempts: 2, nextAttemptAt: later, isFirst: true },
    ]);
    await gateway.call(`${PATH}/${ids[0]}/redeliver`, { method: 'POST' });
    const rows = await rowsOf(jobId);
    expect(rows.map(whenOf)).toEqual(['now', 'waits']);
    expect(rows.map((row) => row.attemptsBefore)).toEqual([1, 2]);
  });

  it.each(['one', 'all'])(
    'counts an attempt in progress as the first of the new schedule on redelivery of %s',
    async (which) => {
      const jobId = await startCrawlWithWebhook(gateway);
      const nextAttemptAt = at(0);
      const [id] = await storeEvents(gateway, jobId, [
        { state: 'pending', attempts: 7, nextAttemptAt, claimedUntil: later, isFirst: true },
      ]);
      const [path, body] = which === 'one' ? [`${id}/redeliver`, {}] : ['redeliver', { jobId }];
      expect((await gateway.call(`${PATH}/${path}`, { body })).status).toBe(200);
      const [row] = await rowsOf(jobId);
      expect(row).toMatchObject({
        state: 'pending',
        attempts: 7,
        attemptsBefore: 6,
        nextAttemptAt,
        claimedUntil: later,
      });
    },
  );

  it('updates only the necessary rows of a long outbox', async () => {
    const jobId = await startCrawlWithWebhook(gateway);
    const waiting = Array.from({ length: 200 }, () => ({ state: 'pending' }));
    const ids = await storeEvents(gateway, jobId, [
      { state: 'pending', attempts: 1, nextAttemptAt: later, isFirst: true },
      ...waiting,
    ]);
    const versions = () => gateway.database.$queryRaw<{ id: string }[]>`
      SELECT id, xmin::text FROM webhook_events WHERE job_id = ${jobId}::uuid ORDER BY sequence`;
    const before = await versions();
    await gateway.call(`${PATH}/${ids.at(-1)}/redeliver`, { method: 'POST' });
    const after = await versions();
    expect(after.flatMap((row, index) => (isDeepStrictEqual(row, before[index]) ? [] : [row.id]))).toEqual([
      ids[0],
      ids.at(-1),
    ]);
    const { body } = await gateway.call(`${PATH}/redeliver`, { body: { jobId } });
    expect(body.redelivered).toBe(201);
    expect((await versions()).filter((row, index) => !isDeepStrictEqual(row, after[index]))).toHaveLength(1);
  });

  it.each([
    [{}, 5, ['now', 'waits', 'waits', 'waits', 'waits']],
    [{ states: ['dead'] }, 2, ['delivered', 'now', 'waits', 'waits', 'waits']],
    [{ states: ['pending'] }, 2, ['delivered', 'dead', 'now', 'waits', 'dead']],
    [{ states: ['delivered', 'pending'] }, 3, ['now', 'dead', 'waits', 'waits', 'dead']],
  ])('redelivers only events of a job with %j, and makes the first one due', async (filter, count, when) => {
    const jobId = await startCrawlWithWebhook(gateway);
    await storeEvents(gateway, jobId, [
      { state: 'delivered', attempts: 1 },
      { state: 'dead', attempts: 2 },
      { state: 'pending', attempts: 3, nextAttemptAt: later, isFirst: true },
      { state: 'pending' },
      { state: 'dead', attempts: 5 },
    ]);
    const { body } = await gateway.call(`${PATH}/redeliver`, { body: { jobId, ...filter } });
    expect(body).toEqual({ success: true, jobId, redelivered: count });
    const rows = await rowsOf(jobId);
    expect(rows.map(whenOf)).toEqual(when);
    for (const row of rows.filter(({ state, isFirst }) => state === 'pending' && isFirst)) {
      expect(row.attemptsBefore).toBe(row.attempts);
    }
  });

  it('is limited to 10,000 events per request, and returns a cursor', async () => {
    const jobId = await startCrawlWithWebhook(gateway);
    await storeEvents(gateway, jobId, Array(10_003).fill({ state: 'dead', attempts: 2 }));
    const states = async () => {
      const rows = await gateway.database.webhookEvent.groupBy({ by: ['state'], where: { jobId }, _count: true });
      return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
    };
    const ask = async (rest: object) => (await gateway.call(`${PATH}/redeliver`, { body: { jobId, ...rest } })).body;
    expect(await ask({})).toEqual({ success: true, jobId, redelivered: 10_000, after: 10_000 });
    expect(await states()).toEqual({ pending: 10_000, dead: 3 });
    expect(await ask({ after: 10_000 })).toEqual({ success: true, jobId, redelivered: 3 });
    expect(await states()).toEqual({ pending: 10_003 });
    expect(await ask({ after: 3 })).toEqual({ success: true, jobId, redelivered: 10_000 });
    const first = await gateway.database.webhookEvent.findMany({ where: { jobId, isFirst: true } });
    expect(first.map(({ sequence }) => sequence)).toEqual([1]);
  });

  it('counts against the rate limit of the team', async () => {
    const team = await insertTeam(gateway.database);
    await gateway.database.team.update({ where: { id: team.teamId }, data: { jobsPerMinute: 2 } });
    const jobId = await startCrawlWithWebhook(gateway, team.key);
    const [id] = await storeEvents(gateway, jobId, [{ state: 'dead' }], team.teamId);
    const { key } = team;
    expect((await gateway.call(`${PATH}/${id}/redeliver`, { key, method: 'POST' })).status).toBe(200);
    expect((await gateway.call(`${PATH}/${id}/redeliver`, { key, method: 'POST' })).status).toBe(429);
    expect((await gateway.call(`${PATH}/redeliver`, { key, body: { jobId } })).status).toBe(429);
  });

  it.each([
    {},
    { jobId: 'x' },
    { jobId: randomUUID(), states: [] },
    { jobId: randomUUID(), state: 'dead' },
    { jobId: randomUUID(), after: -1 },
  ])('rejects the body %j', async (body) => {
    expect((await gateway.call(`${PATH}/redeliver`, { body })).status).toBe(400);
  });
});
