import { randomUUID } from 'node:crypto';
import {
  type Barred,
  claimWebhookEvent,
  type Database,
  findDueWebhookEvents,
  finishWebhookAttempt,
  insertWebhookEvents,
  lockJobs,
  Prisma,
  repairOutboxes,
  requestRedelivery,
  requestRedeliveryOfJob,
} from '@orbweaver/persistence';
import { until } from '@orbweaver/testing';
import { dispatcherHarness } from '../../test/dispatcher-harness';
import { testDocument } from '../../test/test-document';

const harness = dispatcherHarness();
const { createDispatcher, startReceiver, insertFinishedJob, dispatch, events } = harness;

const nobody: Barred = { endpoints: [], teams: [], slowTeams: [], slowEndpoints: [] };
const find = (database: Database, barred: Partial<Barred> = {}) =>
  findDueWebhookEvents(database, { limit: 1000, perEndpoint: 4, barred: { ...nobody, ...barred } });

/** `jobs` jobs of a team with `events` waiting events each; the first is due after `dueInMs`. */
async function fillOutbox(
  database: Database,
  options: { teamId: string; jobs: number; events: number; dueInMs: number; endpoint?: string },
) {
  await database.$executeRaw`
    WITH job AS (
      INSERT INTO jobs (id, team_id, kind, spec, webhook, expires_at)
      SELECT gen_random_uuid(), ${options.teamId}::uuid, 'crawl', '{}', '{}', now() + interval '1 day'
      FROM generate_series(1, ${options.jobs}::int)
      RETURNING id, team_id)
    INSERT INTO webhook_events (id, job_id, team_id, endpoint, sequence, type, is_first, next_attempt_at)
    SELECT gen_random_uuid(), id, team_id, coalesce(${options.endpoint ?? null}::text, id::text), place, 'crawl.page',
           place = 1, now() + ${options.dueInMs}::int * interval '1 millisecond'
    FROM job, generate_series(1, ${options.events}::int) AS place`;
}

/** Number of 8 KiB blocks that the query reads, from Postgres. */
async function countBlocks(database: Database): Promise<number> {
  let blocks = 0;
  const explaining = {
    async $queryRaw(strings: TemplateStringsArray, ...values: unknown[]) {
      const plans = await database.$queryRaw<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(
        Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${Prisma.sql(strings, ...values)}`,
      );
      const plan = plans[0]!['QUERY PLAN'][0]!.Plan;
      blocks = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
      return [];
    },
  };
  await find(explaining as unknown as Database);
  return blocks;
}

const misplaced = (database: Database) => database.$queryRaw`
  SELECT job_id, sequence FROM webhook_events e
  WHERE state = 'pending' AND is_first <> NOT EXISTS (
    SELECT 1 FROM webhook_events earlier
    WHERE earlier.state = 'pending' AND earlier.job_id = e.job_id AND earlier.sequence < e.sequence)`;

describe('findDueWebhookEvents', () => {
  it('reads a few blocks regardless of the number of waiting events', async () => {
    const { database } = harness.results;
    for (let team = 0; team < 5; team += 1) {
      await fillOutbox(database, { teamId: randomUUID(), jobs: 400, events: 10, dueInMs: 3_600_000 });
    }
    await database.$executeRaw`ANALYZE webhook_events`;
    expect(await countBlocks(database)).toBeLessThan(150);
    expect(await find(database)).toEqual([]);
  });

  it('finds due events of other teams after those of a team or an endpoint with many', async () => {
    const { database } = harness.results;
    const [busy, other] = [randomUUID(), randomUUID()];
    await fillOutbox(database, { teamId: busy, jobs: 1500, events: 1, dueInMs: -60_000 });
    await fillOutbox(database, { teamId: other, jobs: 300, events: 1, dueInMs: -30_000, endpoint: 'dead.test' });
    await fillOutbox(database, { teamId: other, jobs: 1, events: 1, dueInMs: -1000, endpoint: 'quick.test' });
    const found = await find(database);
    expect(
      found
        .slice(0, 2)
        .map(({ teamId }) => teamId)
        .sort(),
    ).toEqual([busy, other].sort());
    expect(found.filter(({ endpoint }) => endpoint === 'dead.test')).toHaveLength(4);
    for (const barred of [
      { endpoints: ['dead.test'] },
      { slowTeams: [other], slowEndpoints: ['dead.test'] },
      { slowTeams: [other], slowEndpoints: ['dead.test'], teams: [busy] },
    ]) {
      const behind = (await find(database, barred)).filter(({ teamId }) => teamId === other);
      expect(behind.map(({ endpoint }) => endpoint)).toEqual(['quick.test']);
    }
    expect(await find(database, { teams: [busy, other] })).toEqual([]);
  });
});

describe('outbox', () => {
  it('tracks the first event of a job while events are added, delivered, failed and retried', async () => {
    const { database } = harness.results;
    const receiver = await startReceiver();
    const jobs = await Promise.all([1, 2, 3].map(() => harness.results.insertJob({ webhook: { url: receiver.url } })));
    const replicas = [
      createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [1, 1, 1] }),
      createDispatcher({ WEBHOOK_RETRY_SCHEDULE: [1] }),
    ];
    const storing = jobs.map(async (jobId) => {
      for (let page = 0; page < 25; page += 1) await harness.results.store(testDocument(jobId));
    });
    const asking = jobs.map(async (jobId, turn) => {
      for (let asked = 0; asked < 12; asked += 1) {
        const all = await events(jobId);
        const event = all[(asked * 7 + turn) % Math.max(1, all.length)];
        if (asked % 4 === 3) await requestRedeliveryOfJob(database, { jobId, states: ['delivered', 'dead'] });
        else if (event !== undefined) await requestRedelivery(database, event);
      }
    });
    let isWorking = true;
    const sending = replicas.map(async (replica) => {
      while (isWorking) {
        receiver.failNext(2);
        await dispatch(replica);
      }
    });
    const looking = (async () => {
      while (isWorking) expect(await misplaced(database)).toEqual([]);
    })();
    await Promise.all([...storing, ...asking]).finally(() => {
      isWorking = false;
    });
    await Promise.all([...sending, looking]);
    expect(await repairOutboxes(database)).toBe(0);
    await until('the end of the outbox', async () => {
      await Promise.all(replicas.map(dispatch));
      return (await database.webhookEvent.count({ where: { state: 'pending' } })) === 0;
    });
    for (const jobId of jobs) expect(await events(jobId)).toHaveLength(26);
  }, 60_000);

  it('keeps an event that is stored while the one before it ends', async () => {
    const { database } = harness.results;
    const jobId = await insertFinishedJob('http://127.0.0.1:1/', 0, { events: ['completed'] });
    const [first] = await events(jobId);
    const claimed = await claimWebhookEvent(database, first!.id, { forMs: 60_000 });
    const id = randomUUID();
    const { teamId } = first!;
    const nothing = { pageId: null, error: null, traceparent: null };
    const event = { id, jobId, teamId, endpoint: 'a', sequence: 2, type: 'crawl.page', ...nothing };
    const finishing = await database.$transaction(async (transaction) => {
      await lockJobs(transaction, [jobId]);
      await insertWebhookEvents(transaction, [event], new Date());
      let hasFinished = false;
      const times = { startedAt: new Date(), now: new Date() };
      const finish = finishWebhookAttempt(database, claimed!, () => ({ state: 'delivered', status: 200 }), times);
      const finished = finish.finally(() => {
        hasFinished = true;
      });
      await until('one that waits', async () => {
        const [locks] = await database.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return hasFinished || locks!.waiting > 0;
      });
      // The promise itself resolves only after this transaction.
      return { finished };
    });
    expect(await finishing.finished).toMatchObject({ nextEventId: id });
    expect(await misplaced(database)).toEqual([]);
  });

  it('repairs and sends the outbox of an earlier release', async () => {
    const { database } = harness.results;
    const receiver = await startReceiver();
    const [lost, crowded, right] = await Promise.all([1, 2, 3].map(() => insertFinishedJob(receiver.url, 1)));
    await database.webhookEvent.updateMany({ where: { jobId: lost }, data: { isFirst: false, endpoint: null } });
    await database.webhookEvent.updateMany({ where: { jobId: crowded }, data: { isFirst: true } });
    expect(await repairOutboxes(database)).toBe(2);
    expect(await misplaced(database)).toEqual([]);
    await dispatch(createDispatcher());
    for (const jobId of [lost, crowded, right]) {
      const sequences = receiver.deliveries.filter(({ body }) => body.id === jobId).map(({ body }) => body.sequence);
      expect(sequences).toEqual([1, 2, 3]);
    }
  });

  it('does not search repeatedly for an event that another dispatcher has claimed', async () => {
    const { database, signals } = harness.results;
    const receiver = await startReceiver();
    await insertFinishedJob(receiver.url, 0);
    const ring = jest.spyOn(signals.outbox, 'set');
    await database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 AS held FROM webhook_events FOR UPDATE`;
      await dispatch(createDispatcher());
    });
    expect([receiver.deliveries.length, ring.mock.calls.length]).toEqual([0, 0]);
  });
});
