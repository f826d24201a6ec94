import { randomUUID } from 'node:crypto';
import { createSchedule, ensureTeam } from '@orbweaver/persistence';
import { AdminHarness } from '../../test/admin-harness';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(() => harness.close());

const admin = (...args: string[]) => harness.run(...args);

const actor = { apiKeyId: null, name: 'test', requestId: null };

async function create(team: string, overlap: 'skip' | 'queue' = 'skip'): Promise<string> {
  const { database } = harness.postgres;
  const { id: teamId } = await ensureTeam(database, team);
  const schedule = await createSchedule(database, actor, {
    teamId,
    apiKeyId: randomUUID(),
    max: 10,
    name: 'Docs',
    cron: '0 6 * * *',
    timezone: 'Europe/Berlin',
    kind: 'crawl',
    request: {},
    overlap,
    missedRuns: 'skip',
    webhook: null,
    address: '',
    paused: false,
    nextRunAt: new Date('2030-01-01T05:00Z'),
  });
  return schedule!.id;
}

describe('schedule commands', () => {
  it('lists schedules of a team', async () => {
    const id = await create('Lamps');
    await create('Others');
    const { out } = await admin('schedule', 'list', '--team', 'Lamps');
    expect(out).toEqual([
      expect.stringMatching(/^ID +TEAM +NAME +KIND +CRON +TIME ZONE +NEXT RUN +LAST RUN$/),
      expect.stringContaining(`${id}  Lamps  Docs  crawl  0 6 * * *  Europe/Berlin  2030-01-01T05:00:00.000Z`),
    ]);
  });

  it('lists why a schedule is unplannable', async () => {
    const id = await create('Lamps');
    const unplannableReason = 'timezone "Mars/Olympus": Must be an IANA time zone';
    await harness.postgres.database.schedule.update({ where: { id }, data: { nextRunAt: null, unplannableReason } });
    const { out } = await admin('schedule', 'list');
    expect(out.find((line) => line.startsWith(id))).toContain(`unplannable: ${unplannableReason}`);
  });

  it('pauses and resumes a schedule, and records it', async () => {
    const id = await create('Lamps');
    expect(await admin('schedule', 'pause', id)).toMatchObject({ status: 0, out: [`paused schedule ${id}`] });
    expect(await admin('schedule', 'pause', id)).toMatchObject({
      status: 1,
      err: `The schedule ${id} is already paused.`,
    });
    const { database } = harness.postgres;
    expect(await database.schedule.findUniqueOrThrow({ where: { id } })).toMatchObject({
      paused: true,
      nextRunAt: null,
    });
    expect(await admin('schedule', 'resume', id)).toMatchObject({ status: 0, out: [`resumed schedule ${id}`] });
    expect(await database.schedule.findUniqueOrThrow({ where: { id } })).toMatchObject({ paused: false });
    const actions = await database.auditEntry.findMany({ where: { target: id }, orderBy: { id: 'asc' } });
    expect(actions.map(({ action }) => action)).toEqual(['schedule.add', 'schedule.pause', 'schedule.resume']);
  });

  it('queues one run at a time', async () => {
    const id = await create('Lamps');
    const { status, out } = await admin('schedule', 'run', id);
    expect({ status, out }).toEqual({ status: 0, out: [expect.stringMatching(/^queued run [0-9a-f-]{36}$/)] });
    expect(await admin('schedule', 'run', id)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/running or queued/),
    });
  });

  it('queues a run behind a running one with the policy queue, like the API', async () => {
    const id = await create('Lamps', 'queue');
    await admin('schedule', 'run', id);
    await harness.postgres.database.scheduleRun.updateMany({ where: { scheduleId: id }, data: { state: 'running' } });
    expect(await admin('schedule', 'run', id)).toMatchObject({ status: 0 });
    expect(await admin('schedule', 'run', id)).toMatchObject({ status: 1 });
  });

  it.each(['pause', 'resume', 'run'])('rejects an unknown schedule: %s', async (word) => {
    const id = randomUUID();
    expect(await admin('schedule', word, id)).toMatchObject({ status: 1, err: `Schedule not found: ${id}.` });
  });
});
