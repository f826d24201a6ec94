import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { WebhookDeliveries } from '../wire/webhook-deliveries';

const hook = 'https://receiver.example/hook';
const PATH = '/v2/webhooks/deliveries';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.database.webhookEvent.deleteMany();
});

const startJob = async (key = gateway.key): Promise<string> =>
  (await gateway.call('/v2/crawl', { key, body: { url: 'https://example.com/', webhook: hook } })).body.id;

interface EventRow {
  state?: string;
  attempts?: number;
  attemptsBefore?: number;
  nextAttemptAt?: Date;
  isFirst?: boolean;
  claimedUntil?: Date;
  createdAt?: Date;
}

/** Stores events of a job as results does, in this order. @returns their ids */
async function storeEvents(jobId: string, rows: readonly EventRow[], teamId = gateway.teamId): Promise<string[]> {
  const events = rows.map((row, index) => {
    const type = index === 0 ? 'crawl.started' : 'crawl.page';
    const pageId = index === 0 ? null : randomUUID();
    return { id: randomUUID(), jobId, teamId, sequence: index + 1, type, pageId, state: 'delivered', ...row };
  });
  await gateway.database.webhookEvent.createMany({ data: events });
  return events.map((event) => event.id);
}

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, seconds));

const readAll = async (query: string): Promise<{ id: string; jobId: string; sequence: number }[]> => {
  const found: { id: string; jobId: string; sequence: number }[] = [];
  for (let next: string | undefined = PATH + query; next !== undefined; ) {
    const { status, body } = await gateway.call(next.replace(gateway.address, ''));
    expect([status, WebhookDeliveries.safeParse(body).error]).toEqual([200, undefined]);
    found.push(...body.deliveries);
    next = body.next;
  }
  return found;
};

describe('the list of deliveries', () => {
  it('shows the state of an event and the log of its attempts', async () => {
    const jobId = await startJob();
    const nextAttemptAt = new Date(Date.now() + 60_000);
    const [, id] = await storeEvents(jobId, [
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
      url: hook,
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
    expect((await gateway.call(`${PATH}/${id}`)).body).toEqual({ success: true, delivery: body.deliveries[0] });
  });

  it('says what a pending event waits for, which event it is behind, and no time that has passed', async () => {
    const [retried, due, sent] = [await startJob(), await startJob(), await startJob()];
    const soon = new Date(Date.now() + 60_000);
    const behind = { state: 'pending', nextAttemptAt: at(0) };
    const ids = await storeEvents(retried, [
      { attempts: 1 },
      { state: 'dead', attempts: 2 },
      { state: 'pending', attempts: 1, nextAttemptAt: soon, isFirst: true },
      behind,
      behind,
    ]);
    await storeEvents(due, [{ state: 'pending', nextAttemptAt: at(0), isFirst: true }]);
    const claimed = { state: 'pending', attempts: 1, nextAttemptAt: at(0), claimedUntil: soon, isFirst: true };
    const [sentId] = await storeEvents(sent, [claimed, behind]);
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

  it('is paged, the newest first, by job and state, and shows only events of the team', async () => {
    const stranger = await insertTeam(gateway.database);
    const jobs = [await startJob(), await startJob()];
    const foreign = await startJob(stranger.key);
    const states = ['delivered', 'dead', 'pending', 'delivered', 'dead'];
    for (const jobId of jobs) {
      // Events of one transaction have the same time.
      await storeEvents(
        jobId,
        states.map((state, index) => ({ state, createdAt: at(Math.floor(index / 2)) })),
      );
    }
    const [foreignId] = await storeEvents(foreign, [{}], stranger.teamId);

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
  ])('refuses ?%s', async (query) => {
    expect((await gateway.call(`${PATH}?${query}`)).status).toBe(400);
  });
});

describe('asking for a redelivery', () => {
  const later = new Date(Date.now() + 3_600_000);
  const rowsOf = (jobId: string) =>
    gateway.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } });
  /** `now`, `later`, or undefined for an event that waits for another. */
  const whenOf = ({ state, isFirst, nextAttemptAt }: Awaited<ReturnType<typeof rowsOf>>[number]) =>
    state !== 'pending' ? state : !isFirst ? 'waits' : nextAttemptAt < later ? 'now' : 'later';

  it('makes the event due in the order of its job, an earlier one that waits for a retry at once, and gives it all its retries', async () => {
    const jobId = await startJob();
    const ids = await storeEvents(jobId, [
      { state: 'delivered', attempts: 1 },
      { state: 'pending', attempts: 4, nextAttemptAt: later, isFirst: true },
      { state: 'dead', attempts: 3 },
      { state: 'dead', attempts: 3 },
      { state: 'pending', attempts: 0 },
    ]);
    // Repeated requests take no attempts away while nothing is sent.
    for (let asked = 0; asked < 6; asked += 1) {
      const { status, body } = await gateway.call(`${PATH}/${ids[2]}/redeliver`, { method: 'POST' });
      expect([status, body.success, body.delivery.state]).toEqual([200, true, 'pending']);
    }
    const rows = await rowsOf(jobId);
    expect(rows.map(whenOf)).toEqual(['delivered', 'now', 'waits', 'dead', 'waits']);
    expect(rows.map((row) => row.attemptsBefore)).toEqual([0, 4, 3, 0, 0]);
  });

  it('lets a later event wait for the one that is sent again', async () => {
    const jobId = await startJob();
    const ids = await storeEvents(jobId, [
      { attempts: 1 },
      { state: 'pending', attempts: 2, nextAttemptAt: later, isFirst: true },
    ]);
    await gateway.call(`${PATH}/${ids[0]}/redeliver`, { method: 'POST' });
    const rows = await rowsOf(jobId);
    expect(rows.map(whenOf)).toEqual(['now', 'waits']);
    expect(rows.map((row) => row.attemptsBefore)).toEqual([1, 2]);
  });

  it.each(['one', 'all'])('of %s counts the attempt under way as the first of the new schedule', async (which) => {
    const jobId = await startJob();
    const nextAttemptAt = at(0);
    const [id] = await storeEvents(jobId, [
      { state: 'pending', attempts: 7, nextAttemptAt, claimedUntil: later, isFirst: true },
    ]);
    const [path, body] = which === 'one' ? [`${id}/redeliver`, {}] : ['redeliver', { jobId }];
    expect((await gateway.call(`${PATH}/${path}`, { body })).status).toBe(200);
    const [row] = await rowsOf(jobId);
    expect(row).toMatchObject({ state: 'pending', attempts: 7, attemptsBefore: 6, nextAttemptAt, claimedUntil: later });
  });

  it('changes only the necessary rows of a long outbox', async () => {
    const jobId = await startJob();
    const waiting = Array.from({ length: 200 }, () => ({ state: 'pending' }));
    const ids = await storeEvents(jobId, [
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
  ])(
    'for a job with %j takes the events in these states, and makes the first event of the job due',
    async (wish, count, when) => {
      const jobId = await startJob();
      await storeEvents(jobId, [
        { state: 'delivered', attempts: 1 },
        { state: 'dead', attempts: 2 },
        { state: 'pending', attempts: 3, nextAttemptAt: later, isFirst: true },
        { state: 'pending' },
        { state: 'dead', attempts: 5 },
      ]);
      const { body } = await gateway.call(`${PATH}/redeliver`, { body: { jobId, ...wish } });
      expect(body).toEqual({ success: true, jobId, redelivered: count });
      const rows = await rowsOf(jobId);
      expect(rows.map(whenOf)).toEqual(when);
      for (const row of rows.filter(({ state, isFirst }) => state === 'pending' && isFirst)) {
        expect(row.attemptsBefore).toBe(row.attempts);
      }
    },
  );

  it('of a job takes so many events a request, and says where the next one goes on', async () => {
    const jobId = await startJob();
    await storeEvents(jobId, Array(10_003).fill({ state: 'dead', attempts: 2 }));
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

  it('counts against the team’s requests a minute', async () => {
    const team = await insertTeam(gateway.database);
    await gateway.database.team.update({ where: { id: team.teamId }, data: { jobsPerMinute: 2 } });
    const jobId = await startJob(team.key);
    const [id] = await storeEvents(jobId, [{ state: 'dead' }], team.teamId);
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
  ])('refuses %j', async (body) => {
    expect((await gateway.call(`${PATH}/redeliver`, { body })).status).toBe(400);
  });
});
