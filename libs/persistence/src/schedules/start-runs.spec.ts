import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { insertRun, insertSchedule, insertTestTeam } from '../../test/insert-schedule';
import { newJobId } from '../partitions/day-partitions';
import { claimDueRuns, collectMapRun, findEndedMaps, type RunClaim, startMapRun, startRun } from './start-runs';

let test: TestDatabase;
beforeAll(async () => {
  test = await startTestDatabase();
});
afterAll(() => test.close());

const start = (id: string) => test.database.$transaction((own) => startRun(own, { id, jobId: newJobId() }));
const read = (id: string) => test.database.scheduleRun.findUniqueOrThrow({ where: { id } });
const readJob = (id: string) => test.database.job.findUniqueOrThrow({ where: { id } });

async function insertJob(teamId: string): Promise<string> {
  const expiresAt = new Date(Date.now() + 60_000);
  const { id } = await test.database.job.create({
    data: { id: newJobId(), teamId, kind: 'crawl', spec: {}, expiresAt },
  });
  return id;
}

describe('starts of runs with the policy cancel-running', () => {
  it('requests the cancellation of the running job in the transaction of the start', async () => {
    const { database } = test;
    const teamId = await insertTestTeam(database);
    const scheduleId = await insertSchedule(database, { teamId, overlap: 'cancel-running' });
    const jobId = await insertJob(teamId);
    const [running, due] = [
      await insertRun(database, { scheduleId, state: 'running', jobId }),
      await insertRun(database, { scheduleId, state: 'due' }),
    ];
    const rolledBack = database.$transaction(async (own) => {
      await startRun(own, { id: due, jobId: newJobId() });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await readJob(jobId)).toMatchObject({ cancelRequestedAt: null });
    expect(await start(due)).toBe(true);
    expect(await readJob(jobId)).toMatchObject({ cancelRequestedAt: expect.any(Date), state: 'scraping' });
    expect(await read(running)).toMatchObject({ state: 'running' });
  });

  it('ends a running map and ignores its late result', async () => {
    const { database } = test;
    const teamId = await insertTestTeam(database);
    const scheduleId = await insertSchedule(database, { teamId, kind: 'map', overlap: 'cancel-running' });
    const [running, due] = [
      await insertRun(database, { scheduleId, state: 'running' }),
      await insertRun(database, { scheduleId, state: 'due' }),
    ];
    expect(await startMapRun(database, { id: due, forMs: 1_000, cancelReason: 'Cancelled by the test' })).toBe(true);
    expect(await read(running)).toMatchObject({
      state: 'cancelled',
      endedAt: expect.any(Date),
      error: 'Cancelled by the test',
    });
    expect(await findEndedMaps(database, [running, due])).toEqual([running]);
    await collectMapRun(database, { id: running, isPartial: false, urls: [{ key: 'aa', url: 'http://site.test/' }] });
    expect(await read(running)).toMatchObject({ state: 'cancelled', collectedAt: null });
    expect(await database.scheduleRunPage.count({ where: { runId: running } })).toBe(0);
  });

  it.each(['skip', 'queue'] as const)('continues the running map with the policy %s', async (overlap) => {
    const { database } = test;
    const scheduleId = await insertSchedule(database, { teamId: await insertTestTeam(database), kind: 'map', overlap });
    const [running, due] = [
      await insertRun(database, { scheduleId, state: 'running' }),
      await insertRun(database, { scheduleId, state: 'due' }),
    ];
    await startMapRun(database, { id: due, forMs: 1_000, cancelReason: 'Cancelled by the test' });
    expect(await read(running)).toMatchObject({ state: 'running' });
  });

  it('continues a run whose pages wait for their comparison', async () => {
    const { database } = test;
    const teamId = await insertTestTeam(database);
    const scheduleId = await insertSchedule(database, { teamId, kind: 'map', overlap: 'cancel-running' });
    const [collected, due] = [
      await insertRun(database, { scheduleId, state: 'running' }),
      await insertRun(database, { scheduleId, state: 'due' }),
    ];
    await collectMapRun(database, { id: collected, isPartial: false, urls: [] });
    await startMapRun(database, { id: due, forMs: 1_000, cancelReason: 'Cancelled by the test' });
    expect(await read(collected)).toMatchObject({ state: 'running' });
  });

  /** A running map whose gateway died, and the next run of its schedule. */
  async function insertMapPair(): Promise<[older: string, newer: string]> {
    const { database } = test;
    const teamId = await insertTestTeam(database);
    const scheduleId = await insertSchedule(database, { teamId, kind: 'map', overlap: 'cancel-running' });
    return [
      await insertRun(database, { scheduleId, state: 'running' }),
      await insertRun(database, { scheduleId, state: 'due' }),
    ];
  }
  const startMap = (id: string) =>
    startMapRun(test.database, { id, forMs: 1_000, cancelReason: 'Cancelled by the test' });

  it.each([
    ['first', async (older: string, newer: string) => [await startMap(older), await startMap(newer)]],
    ['last', async (older: string, newer: string) => [await startMap(newer), await startMap(older)].reverse()],
  ])('starts the next run when the map of a dead gateway is started %s', async (_, startBoth) => {
    const [older, newer] = await insertMapPair();
    expect(await startBoth(older, newer)).toEqual([false, true]);
    expect(await read(older)).toMatchObject({ state: 'cancelled' });
    expect(await read(newer)).toMatchObject({ state: 'running', endedAt: null });
  });

  it('starts the next run when two gateways start both maps at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [older, newer] = await insertMapPair();
      expect(await Promise.all([startMap(older), startMap(newer)])).toEqual([false, true]);
      expect([(await read(older)).state, (await read(newer)).state]).toEqual(['cancelled', 'running']);
    }
  });

  it('continues the job of a later run', async () => {
    const { database } = test;
    const teamId = await insertTestTeam(database);
    const scheduleId = await insertSchedule(database, { teamId, overlap: 'cancel-running' });
    const jobId = await insertJob(teamId);
    const due = await insertRun(database, { scheduleId, state: 'due' });
    await insertRun(database, { scheduleId, state: 'running', jobId });
    await start(due);
    expect(await readJob(jobId)).toMatchObject({ cancelRequestedAt: null });
  });
});

describe('claims of due runs', () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await startTestDatabase();
  });
  afterAll(() => own.close());
  beforeEach(() => own.database.schedule.deleteMany());

  const claim = (changes: Partial<RunClaim> = {}) =>
    claimDueRuns(own.database, {
      work: 'jobs',
      forMs: 60_000,
      limit: 20,
      perTeam: 5,
      busy: new Map(),
      ...changes,
    });

  /** Due runs of as many schedules. */
  async function insertDue(kind: 'crawl' | 'map', count: number): Promise<string> {
    const teamId = await insertTestTeam(own.database);
    for (let index = 0; index < count; index += 1) {
      const scheduleId = await insertSchedule(own.database, { teamId, kind });
      await insertRun(own.database, { scheduleId, state: 'due' });
    }
    return teamId;
  }
  const countOf = (runs: { teamId: string }[], teamId: string) => runs.filter((run) => run.teamId === teamId).length;

  it('takes turns by team, whichever runs are older', async () => {
    const [many, few] = [await insertDue('crawl', 8), await insertDue('crawl', 2)];
    const claimed = await claim({ limit: 4 });
    expect([countOf(claimed, many), countOf(claimed, few)]).toEqual([2, 2]);
  });

  it('claims no more runs of a team than its maximum, with those that are starting', async () => {
    const [many, few] = [await insertDue('map', 8), await insertDue('map', 3)];
    const first = await claim({ work: 'maps' });
    expect([countOf(first, many), countOf(first, few)]).toEqual([5, 3]);
    const busy = new Map([[many, 5]]);
    expect(await claim({ work: 'maps', busy })).toEqual([]);
    expect(await claim({ work: 'maps', busy: new Map([[many, 4]]) })).toHaveLength(1);
  });

  it.each([
    ['jobs', 'crawl'],
    ['maps', 'map'],
  ] as const)('claims only runs of %s', async (work, kind) => {
    await insertDue('crawl', 1);
    await insertDue('map', 1);
    expect((await claim({ work })).map((run) => run.kind)).toEqual([kind]);
  });

  it.each([
    ['cancel-running', 'due', 'only the next run'],
    ['cancel-running', 'running', 'no run'],
    ['queue', 'due', 'only the map'],
  ] as const)('with %s, a map of a dead gateway and the next run %s, claims %s', async (overlap, state, claimed) => {
    const teamId = await insertTestTeam(own.database);
    const scheduleId = await insertSchedule(own.database, { teamId, kind: 'map', overlap });
    const map = await insertRun(own.database, { scheduleId, state: 'running' });
    const next = await insertRun(own.database, { scheduleId, state });
    const held = { claimedUntil: new Date(Date.now() + 60_000) };
    if (state === 'running') await own.database.scheduleRun.update({ where: { id: next }, data: held });
    const expected = { 'only the next run': [next], 'no run': [], 'only the map': [map] }[claimed];
    expect((await claim({ work: 'maps' })).map(({ id }) => id)).toEqual(expected);
  });
});
