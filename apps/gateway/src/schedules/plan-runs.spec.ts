import { randomUUID } from 'node:crypto';
import {
  claimDueRuns,
  countUnplannableSchedules,
  createSchedule,
  ensureTeam,
  planDueRuns,
  requestRun,
  type ScheduleFields,
  type ScheduleRun,
} from '@orbweaver/persistence';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { nextRun } from './cron-times';
import { planRun } from './plan-run';

let test: TestDatabase;
beforeAll(async () => {
  test = await startTestDatabase();
});
afterAll(() => test.close());

const actor = { apiKeyId: null, name: 'test', requestId: null };
const HOUR_MS = 3_600_000;

async function create(changes: Partial<ScheduleFields> & { at: string }): Promise<string> {
  const { at, ...fields } = changes;
  const { id: teamId } = await ensureTeam(test.database, `team-${randomUUID()}`);
  const times = { cron: '30 2 * * *', timezone: 'Europe/Berlin', ...fields };
  const schedule = await createSchedule(test.database, actor, {
    teamId,
    apiKeyId: randomUUID(),
    max: 10,
    name: 'test',
    kind: 'crawl',
    request: {},
    overlap: 'skip',
    missedRuns: 'run-once',
    webhook: null,
    address: 'http://service.test',
    paused: false,
    nextRunAt: nextRun(times, new Date(at)),
    ...times,
  });
  return schedule!.id;
}

const CLAIM = { work: 'jobs', forMs: 60_000, limit: 100, perTeam: 100, busy: new Map() } as const;

/** One round of a gateway. */
const plan = (now: Date, limit = 100) => planDueRuns(test.database, { now, limit }, (due) => planRun(due, now));

const runsOf = (scheduleId: string) =>
  test.database.scheduleRun.findMany({ where: { scheduleId }, orderBy: { plannedAt: 'asc' } });

const setState = (scheduleId: string, state: ScheduleRun['state']) =>
  test.database.scheduleRun.updateMany({
    where: { scheduleId, state: { in: ['due', 'running'] } },
    data: { state, endedAt: state === 'due' || state === 'running' ? null : new Date() },
  });

describe('planning of runs', () => {
  it.each<[string, string, string, number]>([
    ['the month of the spring change', '2026-03-01T00:00Z', '2026-04-01T00:00Z', 31],
    ['the month of the autumn change', '2026-10-01T00:00Z', '2026-11-01T00:00Z', 31],
  ])(
    'plans one run per day by three gateways in %s',
    async (_, from, to, days) => {
      const scheduleId = await create({ at: from });
      for (let now = Date.parse(from); now < Date.parse(to); now += HOUR_MS / 2) {
        // A gateway that restarts repeats a round.
        await Promise.all([plan(new Date(now)), plan(new Date(now)), plan(new Date(now + 1_000))]);
        await setState(scheduleId, 'completed');
      }
      const runs = await runsOf(scheduleId);
      const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', day: 'numeric' });
      expect(runs.map(({ plannedAt }) => Number(local.format(plannedAt)))).toEqual(
        Array.from({ length: days }, (_, day) => day + 1),
      );
      expect(new Set(runs.map(({ trigger }) => trigger))).toEqual(new Set(['cron']));
    },
    90_000,
  );

  it.each<['skip' | 'run-once', string, object[]]>([
    ['run-once', '2026-01-05T12:00Z', [{ trigger: 'missed', state: 'due', plannedAt: new Date('2026-01-05T01:30Z') }]],
    [
      'skip',
      '2026-01-05T12:00Z',
      [{ trigger: 'missed', state: 'skipped', error: expect.stringMatching(/unavailable/) }],
    ],
    ['skip', '2026-01-05T01:34Z', [{ trigger: 'cron', state: 'due', plannedAt: new Date('2026-01-05T01:30Z') }]],
  ])('applies the policy %s for missed runs at %s', async (missedRuns, now, expected) => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z', missedRuns });
    await plan(new Date(now));
    expect(await runsOf(scheduleId)).toMatchObject(expected);
    await plan(new Date(now));
    expect(await runsOf(scheduleId)).toHaveLength(expected.length);
  });

  it.each<['skip' | 'queue' | 'cancel-running', 'running' | 'due', string]>([
    ['skip', 'running', 'skipped'],
    ['skip', 'due', 'skipped'],
    ['queue', 'running', 'due'],
    ['queue', 'due', 'skipped'],
    ['cancel-running', 'running', 'due'],
    ['cancel-running', 'due', 'skipped'],
  ])('applies the policy %s while a run is %s', async (overlap, first, second) => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z', overlap });
    await plan(new Date('2026-01-01T01:30Z'));
    await setState(scheduleId, first);
    await plan(new Date('2026-01-02T01:30Z'));
    expect((await runsOf(scheduleId)).map(({ state }) => state)).toEqual([first, second]);
  });

  it('gives a due run to one gateway, and a queued run only after the one before', async () => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z', overlap: 'queue' });
    const claim = async () => (await claimDueRuns(test.database, CLAIM)).filter((run) => run.scheduleId === scheduleId);
    await plan(new Date('2026-01-01T01:30Z'));
    expect((await Promise.all([claim(), claim(), claim()])).flat()).toHaveLength(1);
    await setState(scheduleId, 'running');
    await plan(new Date('2026-01-02T01:30Z'));
    expect(await claim()).toEqual([]);
    await test.database.scheduleRun.updateMany({
      where: { scheduleId, state: 'running' },
      data: { state: 'completed', endedAt: new Date() },
    });
    expect(await claim()).toMatchObject([{ plannedAt: new Date('2026-01-02T01:30Z') }]);
  });

  it('plans only the next time of a schedule that was resumed between two times', async () => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z', nextRunAt: new Date('2026-01-01T12:00Z') });
    await plan(new Date('2026-01-01T12:00:05Z'));
    expect(await runsOf(scheduleId)).toEqual([]);
    const schedule = await test.database.schedule.findUniqueOrThrow({ where: { id: scheduleId } });
    expect(schedule.nextRunAt).toEqual(new Date('2026-01-02T01:30Z'));
  });

  it.each([
    ['timezone', { timezone: 'Mars/Olympus' }, /^timezone "Mars\/Olympus": Must be an IANA time zone/],
    ['cron', { cron: '0 0 30 2 *' }, /^cron "0 0 30 2 \*": Never matches a date$/],
  ])('records why a schedule is unplannable, and plans its missed time an hour later: %s', async (_, times, reason) => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z', nextRunAt: new Date('2026-01-01T01:30Z') });
    const read = () => test.database.schedule.findUniqueOrThrow({ where: { id: scheduleId } });
    const { cron, timezone } = await read();
    const updatedAt = new Date('2026-01-01T00:00Z');
    await test.database.schedule.update({ where: { id: scheduleId }, data: { ...times, updatedAt } });
    await plan(new Date('2026-01-01T01:30Z'));
    expect(await read()).toMatchObject({ unplannableReason: expect.stringMatching(reason) });
    expect(await countUnplannableSchedules(test.database)).toBe(1);
    // Another gateway supports both.
    await test.database.schedule.update({ where: { id: scheduleId }, data: { cron, timezone } });
    await plan(new Date('2026-01-01T02:29Z'));
    expect(await runsOf(scheduleId)).toEqual([]);
    await plan(new Date('2026-01-01T02:30Z'));
    expect(await runsOf(scheduleId)).toMatchObject([{ trigger: 'missed', plannedAt: new Date('2026-01-01T01:30Z') }]);
    expect(await read()).toMatchObject({ unplannableReason: null, nextRunAt: new Date('2026-01-02T01:30Z') });
    expect(await countUnplannableSchedules(test.database)).toBe(0);
  });

  it('does not plan again a time that was planned before the schedule became unplannable', async () => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z' });
    await plan(new Date('2026-01-01T01:30Z'));
    await setState(scheduleId, 'completed');
    const data = { unplannableReason: 'test', nextRunAt: new Date('2026-01-01T02:30Z'), updatedAt: new Date(0) };
    await test.database.schedule.update({ where: { id: scheduleId }, data });
    expect(await plan(new Date('2026-01-01T02:30Z'))).toEqual([]);
    expect(await runsOf(scheduleId)).toHaveLength(1);
  });

  it('plans no second run when a run is requested at the planned time', async () => {
    const now = new Date('2026-01-01T01:30Z');
    // Reading its request takes longer than requesting a run of the other schedule.
    const large = await create({ at: '2026-01-01T00:00Z', nextRunAt: new Date('2026-01-01T01:29Z') });
    await test.database.$executeRaw`
      UPDATE schedules SET request = jsonb_build_object('urls', repeat('a', 100000000)) WHERE id = ${large}::uuid`;
    const scheduleId = await create({ at: '2026-01-01T00:00Z' });
    await Promise.all([plan(now), requestRun(test.database, actor, { id: scheduleId })]);
    expect((await runsOf(scheduleId)).filter(({ state }) => state === 'due')).toHaveLength(1);
    await test.database.schedule.delete({ where: { id: large } });
  });

  it('plans nothing for a deleted schedule', async () => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z' });
    await test.database.schedule.update({ where: { id: scheduleId }, data: { deletedAt: new Date() } });
    await plan(new Date('2026-01-01T01:30Z'));
    expect(await runsOf(scheduleId)).toEqual([]);
  });

  it('skips a planned time with cancel-running when a run that was requested later is running', async () => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z', overlap: 'cancel-running' });
    await requestRun(test.database, actor, { id: scheduleId });
    await setState(scheduleId, 'running');
    await plan(new Date('2026-01-01T01:30Z'));
    expect((await runsOf(scheduleId)).map(({ state, error }) => [state, error])).toEqual([
      ['skipped', expect.stringMatching(/^A later run/)],
      ['running', null],
    ]);
  });

  it('plans nothing while a schedule is paused', async () => {
    const scheduleId = await create({ at: '2026-01-01T00:00Z', paused: true, nextRunAt: null });
    await plan(new Date('2026-02-01T00:00Z'));
    expect(await runsOf(scheduleId)).toEqual([]);
  });
});
