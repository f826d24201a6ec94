import { randomUUID } from 'node:crypto';
import { createSchedule, deleteSchedule, newJobId, requestErasure } from '@orbweaver/persistence';
import { until } from '@orbweaver/testing';
import { dispatcherHarness, SIGNING_SECRET } from '../../test/dispatcher-harness';
import { quietLog } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';
import { deleteExpiredRuns, finishRuns, removeDeletedSchedules } from './finish-runs';

const harness = dispatcherHarness();
const actor = { apiKeyId: null, name: 'test', requestId: null };
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Site = Record<string, string>;

describe('runs of schedules', () => {
  const { startReceiver, createDispatcher } = harness;
  const options = (now = new Date()) => ({ now, retentionMs: 30 * DAY_MS, signal: new AbortController().signal });
  const finish = () => finishRuns({ database: harness.results.database, log: quietLog }, options());
  const dispatch = async () => {
    const dispatcher = createDispatcher();
    await dispatcher.dispatchDue(new AbortController().signal);
    await dispatcher.drain();
  };

  async function insertSchedule(webhookUrl: string | null): Promise<{ id: string; teamId: string }> {
    const { database } = harness.results;
    const teamId = randomUUID();
    await database.team.create({ data: { id: teamId, name: teamId } });
    const webhook =
      webhookUrl === null
        ? null
        : { url: webhookUrl, headers: { 'x-mine': 'yes' }, metadata: { order: '42' }, events: [] };
    const schedule = await createSchedule(database, actor, {
      teamId,
      apiKeyId: randomUUID(),
      max: 10,
      name: 'Docs',
      cron: '0 0 * * *',
      timezone: 'UTC',
      kind: 'batch',
      request: {},
      overlap: 'skip',
      missedRuns: 'skip',
      webhook,
      address: 'https://service.test',
      paused: true,
      nextRunAt: null,
    });
    return { id: schedule!.id, teamId };
  }

  let minutes = 0;

  /** A run whose batch stored the pages of `site`; null: the job failed. */
  async function run({ id: scheduleId, teamId }: { id: string; teamId: string }, site: Site | null): Promise<string> {
    const { results } = harness;
    const jobId = await results.insertJob({ kind: 'batch', teamId });
    const { spec } = await results.readJob(jobId);
    const { scrape, ...rest } = spec as { scrape: object };
    await results.database.job.update({
      where: { id: jobId },
      data: { spec: { ...rest, scrape: { ...scrape, fingerprint: true } } },
    });
    const pages = Object.entries(site ?? {});
    await results.store(
      ...pages.map(([path, markdown]) => ({
        ...testDocument(jobId, { url: `http://site.test/${path}`, teamId, content: { markdown } }),
        fingerprint: {},
      })),
    );
    await results.settle(
      jobId,
      site === null ? { pages: 0, reason: 'failed', error: 'Nothing was reached' } : { pages: pages.length },
    );
    minutes += 1;
    const id = newJobId();
    await results.database.scheduleRun.create({
      data: {
        id,
        scheduleId,
        jobId,
        plannedAt: new Date(minutes * 60_000),
        startedAt: new Date(),
        trigger: 'cron',
        state: 'running',
      },
    });
    return id;
  }

  const read = (id: string) => harness.results.database.scheduleRun.findUniqueOrThrow({ where: { id } });

  /** A run whose comparison fails, because its webhook is invalid. */
  async function insertBroken(schedule: { id: string; teamId: string }): Promise<string> {
    await run(schedule, { a: 'One' });
    await finish();
    await harness.results.database.schedule.update({ where: { id: schedule.id }, data: { webhook: { url: 5 } } });
    return run(schedule, { a: 'Two' });
  }
  const finishAt = (now: number) =>
    finishRuns({ database: harness.results.database, log: quietLog }, options(new Date(now)));

  it('ends a run although twenty older ones cannot be compared', async () => {
    const { database } = harness.results;
    const broken = await insertBroken(await insertSchedule('https://receiver.test/'));
    const { jobId, scheduleId } = await read(broken);
    await database.scheduleRun.createMany({
      data: Array.from({ length: 20 }, (_, index) => ({
        id: newJobId(),
        scheduleId,
        jobId,
        plannedAt: new Date(minutes * 60_000 + 1 + index),
        trigger: 'cron',
        state: 'running',
      })),
    });
    const sound = await run(await insertSchedule(null), { a: 'One' });
    await finish();
    await finish();
    expect(await read(sound)).toMatchObject({ state: 'completed' });
    expect(await read(broken)).toMatchObject({ state: 'running', failedComparisons: 1 });
    await database.scheduleRun.deleteMany({ where: { scheduleId } });
  });

  it('fails a run whose job was erased before the comparison, and compares the next with the run before', async () => {
    const { database } = harness.results;
    const schedule = await insertSchedule(null);
    const first = await run(schedule, { a: 'One' });
    await finish();
    const erased = await run(schedule, { a: 'One' });
    const { jobId } = await read(erased);
    const request = await requestErasure(database, actor, { jobId: jobId!, teamId: schedule.teamId });
    expect(request).toMatchObject({ kind: 'requested' });
    await database.page.updateMany({ where: { jobId: jobId! }, data: { url: '', sourceUrl: '' } });
    await finish();
    expect(await read(erased)).toMatchObject({ state: 'failed', error: 'The documents of its job were erased' });
    expect(await database.scheduleRunPage.count({ where: { runId: erased } })).toBe(0);
    expect(await database.scheduleRunPage.count({ where: { runId: first } })).toBe(1);
    const next = await run(schedule, { a: 'Two' });
    await finish();
    expect(await read(next)).toMatchObject({ state: 'completed', changed: 1, isBaseline: false });
  });

  it('repeats a failed comparison with a growing delay and fails the run after twelve attempts', async () => {
    const broken = await insertBroken(await insertSchedule('https://receiver.test/'));
    const start = Date.now();
    const attempts: number[] = [];
    let now = start;
    for (; now < start + 5 * HOUR_MS && (await read(broken)).state === 'running'; now += 60_000) {
      const { failedComparisons } = await read(broken);
      await finishAt(now);
      if ((await read(broken)).failedComparisons > failedComparisons) attempts.push(Math.round((now - start) / 60_000));
    }
    expect(attempts).toEqual([0, 1, 2, 3, 5, 8, 14, 25, 47, 90, 150, 210]);
    expect(await read(broken)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^The run could not be/),
    });
  });

  it('compares a run again after a failure that was repaired', async () => {
    const schedule = await insertSchedule('https://receiver.test/');
    const broken = await insertBroken(schedule);
    await finish();
    await harness.results.database.schedule.update({
      where: { id: schedule.id },
      data: { webhook: { url: 'http://127.0.0.1:9/', headers: {}, metadata: {}, events: [] } },
    });
    await finishAt(Date.now() + 20_000);
    expect(await read(broken)).toMatchObject({ state: 'completed', changed: 1 });
  });

  it('sends a signed schedule.changed with counts, URLs and the link of the run', async () => {
    const receiver = await startReceiver();
    const schedule = await insertSchedule(receiver.url);
    await run(schedule, { a: 'One', b: 'Two', c: 'Three' });
    expect(await finish()).toBe(false);
    const same = await run(schedule, { a: 'One', b: 'Two', c: 'Three' });
    expect(await finish()).toBe(false);
    expect(await read(same)).toMatchObject({ state: 'completed', same: 3, isBaseline: false });
    const id = await run(schedule, { a: 'One', b: 'Other', d: 'Four' });
    expect(await finish()).toBe(true);
    expect(await read(id)).toMatchObject({ state: 'completed', added: 1, changed: 1, removed: 1, same: 1, unknown: 0 });
    await dispatch();
    await until('the delivery', () => receiver.deliveries.length > 0);
    const [{ headers, body }] = receiver.deliveries as [(typeof receiver.deliveries)[number]];
    expect(headers).toMatchObject({ 'x-mine': 'yes', 'webhook-signature': expect.stringMatching(/^v1,/) });
    expect(SIGNING_SECRET).not.toBe('');
    expect(body).toMatchObject({
      success: true,
      type: 'schedule.changed',
      id,
      teamId: schedule.teamId,
      sequence: 1,
      metadata: { order: '42' },
      data: [
        {
          scheduleId: schedule.id,
          name: 'Docs',
          runId: id,
          counts: { new: 1, changed: 1, removed: 1, same: 1, unknown: 0 },
          urls: { new: ['http://site.test/d'], changed: ['http://site.test/b'], removed: ['http://site.test/c'] },
          url: `https://service.test/v2/schedules/${schedule.id}/runs/${id}`,
        },
      ],
    });
    expect(receiver.deliveries).toHaveLength(1);
  });

  it('records a run of a failed job with its error, and compares the next one with the last completed', async () => {
    const schedule = await insertSchedule(null);
    await run(schedule, { a: 'One' });
    await finish();
    const failed = await run(schedule, null);
    await finish();
    expect(await read(failed)).toMatchObject({ state: 'failed', error: 'Nothing was reached', removed: 0 });
    const next = await run(schedule, { a: 'One' });
    await finish();
    expect(await read(next)).toMatchObject({ state: 'completed', same: 1 });
  });

  it('compares a run once although two replicas finish it', async () => {
    const schedule = await insertSchedule('http://127.0.0.1:9/');
    await run(schedule, { a: 'One' });
    await finish();
    const id = await run(schedule, { a: 'Two' });
    await Promise.all([finish(), finish(), finish()]);
    expect(await read(id)).toMatchObject({ state: 'completed', changed: 1 });
    expect(await harness.results.database.webhookEvent.count({ where: { type: 'schedule.changed' } })).toBe(1);
  });

  it('removes all rows of a deleted schedule and none of another', async () => {
    const { database } = harness.results;
    const [deleted, kept] = [await insertSchedule(null), await insertSchedule(null)];
    for (const schedule of [deleted, kept]) await run(schedule, { a: 'One' });
    await finish();
    await deleteSchedule(database, actor, deleted);
    await removeDeletedSchedules(database, new AbortController().signal);
    const left = await database.schedule.findMany({ where: { id: { in: [deleted.id, kept.id] } } });
    expect(left.map(({ id }) => id)).toEqual([kept.id]);
    expect(await database.scheduleRun.count({ where: { scheduleId: deleted.id } })).toBe(0);
    expect(await database.scheduleRunPage.count({ where: { run: { scheduleId: kept.id } } })).toBe(1);
  });

  it('deletes expired runs but the last two completed ones', async () => {
    const schedule = await insertSchedule(null);
    for (let count = 0; count < 4; count += 1) {
      await run(schedule, { a: 'One' });
      await finish();
    }
    await deleteExpiredRuns(harness.results.database, options(new Date(Date.now() + 31 * DAY_MS)));
    expect(await harness.results.database.scheduleRun.count({ where: { scheduleId: schedule.id } })).toBe(2);
  });
});
