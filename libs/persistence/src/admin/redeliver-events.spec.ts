import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { newJobId } from '../partitions/day-partitions';
import { listDeliveries } from './list-webhook-deliveries';
import { redeliverEvents } from './redeliver-events';

const actor = { apiKeyId: null, name: 'operator', requestId: null };
const later = new Date(Date.now() + 3_600_000);

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await startTestDatabase();
});
afterAll(() => scratch.close());

async function insertJobs(teamId: string, jobs: readonly (readonly string[])[]): Promise<string[]> {
  const ids = jobs.map(() => newJobId()).sort();
  for (const [index, states] of jobs.entries()) {
    const job = { id: ids[index]!, teamId, kind: 'crawl', spec: {}, expiresAt: later };
    await scratch.database.job.create({ data: { ...job, webhook: { url: 'http://hook.test/' } } });
    await scratch.database.webhookEvent.createMany({
      data: states.map((state, place) => ({
        id: newJobId(),
        jobId: job.id,
        teamId,
        sequence: place + 1,
        type: 'crawl.page',
        state,
        attempts: 3,
        isFirst: place === states.indexOf('pending'),
        nextAttemptAt: later,
      })),
    });
  }
  return ids;
}

describe('redelivery of the events of all teams', () => {
  it('limits the events per call and continues at the cursor, also within a job', async () => {
    const teamId = newJobId();
    const others = await insertJobs(newJobId(), [['dead'], ['dead', 'dead']]);
    const [first, second] = await insertJobs(teamId, [['dead', 'delivered', 'dead', 'dead'], ['dead']]);
    const calls: [string, number][][] = [];
    let after: { jobId: string; sequence: number } | null | undefined;
    for (; after !== null && calls.length < 9; ) {
      const wish = { teamId, states: ['dead'] as const, limit: 10, maxEvents: 2 };
      const answer = await redeliverEvents(scratch.database, actor, { ...wish, after });
      calls.push(answer.jobs.map(({ jobId, redelivered }) => [jobId, redelivered]));
      ({ after } = answer);
    }
    expect(calls).toEqual([
      [[first, 2]],
      [
        [first, 1],
        [second, 1],
      ],
    ]);
    const left = await listDeliveries(scratch.database, { states: ['dead'], limit: 10 });
    expect(left.map(({ jobId }) => jobId)).toEqual([others[1], others[1], others[0]]);
    const [outbox] = await scratch.database.$queryRaw<[object]>`
      SELECT array_agg(sequence ORDER BY sequence) FILTER (WHERE state = 'pending') AS pending,
             array_agg(sequence) FILTER (WHERE is_first) AS first
      FROM webhook_events WHERE job_id = ${first}::uuid`;
    expect(outbox).toEqual({ pending: [1, 3, 4], first: [1] });
  });

  it('makes an earlier pending event due, because the others wait for it', async () => {
    const teamId = newJobId();
    const [jobId] = await insertJobs(teamId, [['delivered', 'pending', 'dead']]);
    await redeliverEvents(scratch.database, actor, { teamId, states: ['dead'], limit: 1 });
    const events = await scratch.database.webhookEvent.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } });
    expect(events.map(({ state, isFirst }) => [state, isFirst])).toEqual([
      ['delivered', false],
      ['pending', true],
      ['pending', false],
    ]);
    expect(events[1]).toMatchObject({ attemptsBefore: 3 });
    expect(events[1]!.nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    [{}, [2, 1]],
    [{ ofTeam: true }, [2]],
    [{ ofTeam: true, ofJob: true }, [2]],
    [{ ofOtherTeam: true, ofJob: true }, []],
  ])('lists the events of %j', async ({ ofTeam, ofOtherTeam, ofJob }: Record<string, boolean>, sequences) => {
    const [teamId, otherId] = [newJobId(), newJobId()];
    await scratch.database.webhookEvent.deleteMany();
    await insertJobs(otherId, [['dead']]);
    const [jobId] = await insertJobs(teamId, [['delivered', 'dead']]);
    const found = await listDeliveries(scratch.database, {
      ...(ofTeam ? { teamId } : ofOtherTeam ? { teamId: otherId } : {}),
      ...(ofJob ? { jobId } : {}),
      states: ['dead', 'pending'],
      limit: 10,
    });
    expect(found.map(({ sequence }) => sequence)).toEqual(sequences);
  });
});
