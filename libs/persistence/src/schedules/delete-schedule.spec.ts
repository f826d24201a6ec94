import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { insertRun, insertSchedule, insertTestTeam, testActor } from '../../test/insert-schedule';
import { listScheduleOverviews, setSchedulePaused } from './admin-schedules';
import { deleteSchedule, removeDeletedRows } from './delete-schedule';
import { requestRun } from './request-run';
import { PAGES_PER_DELETION } from './schedule';
import { changeSchedule, createSchedule, findSchedule, listSchedules, readSchedule } from './schedules';
import { collectMapRun, startRun } from './start-runs';

/** More than two steps. */
const PAGES_PER_RUN = 6_000;

let test: TestDatabase;
beforeAll(async () => {
  test = await startTestDatabase();
});
afterAll(() => test.close());

async function insertPages(scheduleId: string): Promise<void> {
  const { database } = test;
  for (let run = 0; run < 2; run += 1) {
    const runId = await insertRun(database, { scheduleId, state: 'completed' });
    await database.$executeRaw`
      INSERT INTO schedule_run_pages (run_id, state, page_key, url, depth, fingerprint)
      SELECT ${runId}::uuid, 'same', decode(md5(n::text), 'hex'), 'http://site.test/' || n, 1, decode(md5(n::text), 'hex')
      FROM generate_series(1, ${PAGES_PER_RUN}::int) n`;
  }
}

const countPages = (scheduleId: string) => test.database.scheduleRunPage.count({ where: { run: { scheduleId } } });

describe('deletion of a schedule', () => {
  it('makes the schedule invisible at once and keeps its rows for the removal', async () => {
    const { database } = test;
    const teamId = await insertTestTeam(database);
    const id = await insertSchedule(database, { teamId });
    await insertPages(id);
    expect(await deleteSchedule(database, testActor, { teamId, id })).toBe(true);
    expect(await countPages(id)).toBe(2 * PAGES_PER_RUN);
    const own = { teamId, id };
    expect(await readSchedule(database, own)).toBeUndefined();
    expect(await findSchedule(database, own)).toBeUndefined();
    expect(await listSchedules(database, { teamId, limit: 10 })).toEqual([]);
    expect(await listScheduleOverviews(database, { teamId, limit: 10 })).toEqual([]);
    expect(await changeSchedule(database, testActor, own, (schedule) => schedule)).toBeUndefined();
    expect(await setSchedulePaused(database, testActor, { id, paused: false })).toBeUndefined();
    expect(await requestRun(database, testActor, { id })).toEqual({ kind: 'unknown-schedule' });
    expect(await deleteSchedule(database, testActor, own)).toBe(false);
    const { kind, ...fields } = await database.schedule.findUniqueOrThrow({ where: { id } });
    const again = { ...fields, kind: kind as 'crawl', overlap: 'skip', missedRuns: 'skip', max: 1 } as const;
    expect(await createSchedule(database, testActor, again)).toBeDefined();
  });

  it('ends due and running runs, so that none starts and late results are ignored', async () => {
    const { database } = test;
    const teamId = await insertTestTeam(database);
    const id = await insertSchedule(database, { teamId, kind: 'map', paused: false, nextRunAt: new Date() });
    const [running, due] = [
      await insertRun(database, { scheduleId: id, state: 'running' }),
      await insertRun(database, { scheduleId: id, state: 'due' }),
    ];
    await deleteSchedule(database, testActor, { teamId, id });
    expect(await database.$transaction((own) => startRun(own, { id: due, jobId: due }))).toBe(false);
    await collectMapRun(database, { id: running, isPartial: false, urls: [{ key: 'aa', url: 'http://site.test/' }] });
    expect(await countPages(id)).toBe(0);
    const runs = await database.scheduleRun.findMany({ where: { scheduleId: id } });
    expect(runs.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(await database.schedule.findUniqueOrThrow({ where: { id } })).toMatchObject({ nextRunAt: null });
  });

  it('removes the rows in bounded steps, by several processes, after an interruption', async () => {
    const { database } = test;
    const teamId = await insertTestTeam(database);
    const [id, other] = [await insertSchedule(database, { teamId }), await insertSchedule(database, { teamId })];
    await insertPages(id);
    await insertPages(other);
    await deleteSchedule(database, testActor, { teamId, id });
    const removed: number[] = [];
    const step = async () => {
      const rows = await removeDeletedRows(database);
      removed.push(rows);
      return rows > 0;
    };
    await step();
    const interrupted = database.$transaction(async (own) => {
      await removeDeletedRows({
        ...database,
        $transaction: (work: (one: typeof own) => unknown) => work(own),
      } as never);
      throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    const removeAll = async () => {
      while (await step());
    };
    await Promise.all([removeAll(), removeAll()]);
    await removeAll();
    expect(Math.max(...removed)).toBe(PAGES_PER_DELETION);
    expect(await database.schedule.findUnique({ where: { id } })).toBeNull();
    expect(await database.scheduleRun.count({ where: { scheduleId: id } })).toBe(0);
    expect(await database.schedule.count({ where: { deletedAt: { not: null } } })).toBe(0);
    expect(await countPages(other)).toBe(2 * PAGES_PER_RUN);
  });
});
