import { randomUUID } from 'node:crypto';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { insertSchedule, insertRun as insertTestRun, testActor } from '../../test/insert-schedule';
import { runPageKey } from '../history/history-keys';
import { newJobId } from '../partitions/day-partitions';
import { setSchedulePaused } from './admin-schedules';
import { compareRun, deleteOldRunPages, endRun } from './compare-run';
import { deleteSchedule, removeDeletedRows } from './delete-schedule';
import { findEndedRuns, lockEndedRun } from './ended-runs';
import { requestRun } from './request-run';
import { changeSchedule } from './schedules';
import { startRun } from './start-runs';

let test: TestDatabase;
const teamId = randomUUID();
beforeAll(async () => {
  test = await startTestDatabase();
  await test.database.team.create({ data: { id: teamId, name: 'team' } });
});
afterAll(() => test.close());

/** Status and content of a page; 0: the page failed. */
type Site = Record<string, [status: number, content: string, depth?: number]>;

const createCrawl = () => insertSchedule(test.database, { teamId });

let minutes = 0;

/** A run whose crawl found `site`. */
async function insertRun(scheduleId: string, site: Site, limit = 1_000): Promise<string> {
  const { database } = test;
  const [id, jobId] = [newJobId(), newJobId()];
  const pages = Object.entries(site);
  const completed = pages.filter(([, [status]]) => status > 0).length;
  await database.job.create({
    data: {
      id: jobId,
      teamId,
      kind: 'crawl',
      state: 'completed',
      spec: { limit },
      completed,
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  await database.page.createMany({
    data: pages.map(([path, [status, content, depth = 0]], index) => ({
      id: newJobId(),
      jobId,
      teamId,
      ordinal: status === 0 ? null : index + 1,
      state: status === 0 ? 'failed' : 'done',
      epoch: 1,
      url: `http://site.test/${path}`,
      sourceUrl: `http://site.test/${path}`,
      depth,
      statusCode: status === 0 ? null : status,
      pageKey: Buffer.from(runPageKey(`http://site.test/${path}`), 'hex'),
      fingerprint: status === 0 ? null : Buffer.from(content),
    })),
  });
  minutes += 1;
  await database.scheduleRun.create({
    data: { id, scheduleId, jobId, plannedAt: new Date(minutes * 60_000), trigger: 'cron', state: 'running' },
  });
  return id;
}

async function compare(id: string) {
  const { database } = test;
  expect(await findEndedRuns(database, { now: new Date(), limit: 100 })).toContain(id);
  await database.$transaction(async (transaction) => {
    const run = await lockEndedRun(transaction, id);
    const counts = await compareRun(transaction, run!);
    await endRun(transaction, { id, state: 'completed', error: null, endedAt: new Date(), ...counts });
  });
  const rows = await database.scheduleRunPage.findMany({ where: { runId: id }, orderBy: { url: 'asc' } });
  return Object.fromEntries(rows.map(({ url, state }) => [url.slice('http://site.test/'.length), state]));
}

const run = async (scheduleId: string, site: Site, limit?: number) => compare(await insertRun(scheduleId, site, limit));

describe('comparison of runs', () => {
  it.each<[string, Site, Site, object]>([
    ['the same content', { a: [200, 'x'] }, { a: [200, 'x'] }, { a: 'same' }],
    ['other content', { a: [200, 'x'] }, { a: [200, 'y'] }, { a: 'changed' }],
    ['a page that appears', { a: [200, 'x'] }, { a: [200, 'x'], b: [200, 'x'] }, { a: 'same', b: 'new' }],
    ['a page that is absent', { a: [200, 'x'], b: [200, 'x'] }, { a: [200, 'x'] }, { a: 'same', b: 'removed' }],
    ['404', { a: [200, 'x'] }, { a: [404, 'gone'] }, { a: 'removed' }],
    ['410', { a: [200, 'x'] }, { a: [410, 'gone'] }, { a: 'removed' }],
    ['404 of a page that was never present', { a: [200, 'x'] }, { a: [200, 'x'], b: [404, ''] }, { a: 'same' }],
    ['a time-out', { a: [200, 'x'] }, { a: [0, ''] }, { a: 'unknown' }],
    ['500', { a: [200, 'x'] }, { a: [500, 'error'] }, { a: 'unknown' }],
    ['403', { a: [200, 'x'] }, { a: [403, 'denied'] }, { a: 'unknown' }],
    ['a new page that fails', { a: [200, 'x'] }, { a: [200, 'x'], b: [0, ''] }, { a: 'same', b: 'unknown' }],
    [
      'absent pages behind one that failed',
      { hub: [200, 'x', 1], child: [200, 'x', 2], top: [200, 'x', 0] },
      { hub: [0, '', 1] },
      { hub: 'unknown', child: 'unknown', top: 'removed' },
    ],
    ['another spelling of a page', { 'a/': [200, 'x'] }, { a: [200, 'x'] }, { a: 'same' }],
  ])('finds %s', async (_, before, now, expected) => {
    const scheduleId = await createCrawl();
    await run(scheduleId, before);
    expect(await run(scheduleId, now)).toEqual(expected);
  });

  it('counts all pages of the first run as new', async () => {
    const scheduleId = await createCrawl();
    const id = await insertRun(scheduleId, { a: [200, 'x'], b: [0, ''], c: [404, ''] });
    expect(await compare(id)).toEqual({ a: 'new', b: 'unknown' });
    const stored = await test.database.scheduleRun.findUniqueOrThrow({ where: { id } });
    expect(stored).toMatchObject({ isBaseline: true, added: 1, changed: 0, removed: 0, same: 0, unknown: 1 });
  });

  it('does not count absent pages as removed when the crawl reached its limit', async () => {
    const scheduleId = await createCrawl();
    await run(scheduleId, { a: [200, 'x'], b: [200, 'x'] });
    expect(await run(scheduleId, { a: [200, 'x'] }, 1)).toEqual({ a: 'same', b: 'unknown' });
  });

  it('reports no change for pages that a process of the previous release stored', async () => {
    const scheduleId = await createCrawl();
    await run(scheduleId, { a: [200, 'x'], b: [200, 'x'], c: [200, 'x'] });
    const id = await insertRun(scheduleId, { a: [200, 'x'], b: [200, 'x'], c: [200, 'x'] });
    const { jobId } = await test.database.scheduleRun.findUniqueOrThrow({ where: { id } });
    const of = (path: string) => ({ jobId: jobId!, url: `http://site.test/${path}` });
    await test.database.page.updateMany({ where: of('b'), data: { fingerprint: null } });
    await test.database.page.updateMany({ where: of('c'), data: { fingerprint: null, pageKey: null } });
    expect(await compare(id)).toEqual({ a: 'same', b: 'unknown', c: 'unknown' });
  });

  it('compares a page that failed with its content before the failure', async () => {
    const scheduleId = await createCrawl();
    await run(scheduleId, { a: [200, 'x'], b: [200, 'x'], c: [200, 'x'] });
    await run(scheduleId, { a: [0, ''], b: [0, ''], c: [0, ''] });
    expect(await run(scheduleId, { a: [200, 'x'], b: [200, 'y'] })).toEqual({ a: 'same', b: 'changed', c: 'removed' });
    expect(await run(scheduleId, { a: [200, 'x'], b: [200, 'y'], c: [200, 'x'] })).toMatchObject({ c: 'new' });
  });

  it('keeps the pages of the last two runs', async () => {
    const scheduleId = await createCrawl();
    for (let count = 1; count <= 4; count += 1) await run(scheduleId, { a: [200, `${count}`] });
    await deleteOldRunPages(test.database, scheduleId);
    const left = await test.database.scheduleRun.findMany({
      where: { scheduleId, pages: { some: {} } },
      orderBy: { plannedAt: 'asc' },
    });
    expect(left).toHaveLength(2);
    expect(await run(scheduleId, { a: [200, '4'] })).toEqual({ a: 'same' });
  });

  it('does not delay changes, requested runs, starts and the deletion of its schedule', async () => {
    const { database } = test;
    const scheduleId = await insertSchedule(database, { teamId, overlap: 'cancel-running' });
    await run(scheduleId, { a: [200, 'x'] });
    const id = await insertRun(scheduleId, { a: [200, 'y'] });
    const own = { teamId, id: scheduleId };
    const end = await database.$transaction(async (transaction) => {
      const locked = await lockEndedRun(transaction, id);
      const counts = await compareRun(transaction, locked!);
      expect(await changeSchedule(database, testActor, own, (schedule) => schedule)).toBeDefined();
      expect(await setSchedulePaused(database, testActor, { id: scheduleId, paused: false })).toBe(true);
      expect(await requestRun(database, testActor, own)).toMatchObject({ kind: 'added' });
      const due = await database.scheduleRun.findFirstOrThrow({ where: { scheduleId, state: 'due' } });
      const started = database.$transaction((other) => startRun(other, { id: due.id, jobId: newJobId() }));
      expect(await started).toBe(true);
      expect(await deleteSchedule(database, testActor, own)).toBe(true);
      while ((await removeDeletedRows(database)) > 0);
      return endRun(transaction, { id, state: 'completed', error: null, endedAt: new Date(), ...counts });
    });
    expect(end).toBeUndefined();
    expect(await database.scheduleRun.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'cancelled' });
    while ((await removeDeletedRows(database)) > 0);
    expect(await database.schedule.findUnique({ where: { id: scheduleId } })).toBeNull();
  });

  it('locks one run of a schedule at a time', async () => {
    const { database } = test;
    const [scheduleId, other] = [await createCrawl(), await createCrawl()];
    const [first, second] = [
      await insertTestRun(database, { scheduleId, state: 'running' }),
      await insertTestRun(database, { scheduleId, state: 'running' }),
    ];
    const third = await insertTestRun(database, { scheduleId: other, state: 'running' });
    const lock = (id: string) => database.$transaction((own) => lockEndedRun(own, id));
    await database.$transaction(async (transaction) => {
      expect(await lockEndedRun(transaction, first)).toMatchObject({ id: first });
      expect(await lock(first)).toBeUndefined();
      expect(await lock(second)).toBeUndefined();
      expect(await lock(third)).toMatchObject({ id: third });
    });
    expect(await lock(second)).toMatchObject({ id: second });
  });
});
