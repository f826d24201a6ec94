import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { claimDueRuns } from '@orbweaver/persistence';
import { until } from '@orbweaver/testing';
import { insertTeam, startGateway, type TestGateway } from '../../test/start-gateway';
import { ScheduleLoop } from './schedule-loop';
import { StartRuns } from './start-runs';

describe('starts of runs', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.published.length = 0;
    gateway.onPublish = () => undefined;
  });

  /** A schedule that is due. */
  async function insertDue(type: 'crawl' | 'batch' | 'map', request: object, key?: string): Promise<string> {
    const body = { name: 'x', cron: '0 0 * * *', target: { type, request }, paused: true };
    const { id } = (await gateway.call('/v2/schedules', { body, ...(key && { key }) })).body.schedule;
    const plannedAt = new Date(Date.now() - 1_000);
    const run = { id: randomUUID(), scheduleId: id, plannedAt, trigger: 'cron', state: 'due' };
    await gateway.database.scheduleRun.create({ data: run });
    return id;
  }
  const runOf = (scheduleId: string) => gateway.database.scheduleRun.findFirstOrThrow({ where: { scheduleId } });

  it('starts one job although several gateways start the same run', async () => {
    const claim = { work: 'jobs', forMs: 0, limit: 10, perTeam: 10, busy: new Map() } as const;
    const id = await insertDue('batch', { urls: ['https://a.example/1', 'https://a.example/2'] });
    const starts = gateway.application.get(StartRuns);
    // Claims that expire at once: as if each gateway had been slower than its claim.
    const claimed = [await claimDueRuns(gateway.database, claim), await claimDueRuns(gateway.database, claim)].flat();
    const own = claimed.filter(({ scheduleId }) => scheduleId === id);
    await Promise.all([...own, ...own].map((run) => starts.start(run)));
    const run = await runOf(id);
    expect(run).toMatchObject({ state: 'running', error: null });
    const jobs = await gateway.database.job.findMany({ where: { kind: 'batch' } });
    expect(jobs.map((job) => job.id)).toEqual([run.jobId]);
  });

  it('plans the other schedules when one cannot be planned', async () => {
    const body = (name: string) => ({
      name,
      cron: '*/5 * * * *',
      target: { type: 'crawl', request: { url: 'https://a.example/' } },
    });
    const [broken, sound] = [
      (await gateway.call('/v2/schedules', { body: body('broken') })).body.schedule.id,
      (await gateway.call('/v2/schedules', { body: body('sound') })).body.schedule.id,
    ];
    const nextRunAt = new Date(Date.now() - 300_000);
    await gateway.database.schedule.update({ where: { id: broken }, data: { timezone: 'Mars/Olympus', nextRunAt } });
    await gateway.database.schedule.update({ where: { id: sound }, data: { nextRunAt } });
    await gateway.application.get(ScheduleLoop).round();
    expect(await gateway.database.scheduleRun.count({ where: { scheduleId: sound } })).toBe(1);
    expect((await gateway.call(`/v2/schedules/${broken}`)).body.schedule).toMatchObject({
      paused: false,
      nextRunAt: null,
      unplannableReason: expect.stringMatching(/^timezone "Mars\/Olympus"/),
    });
    expect(gateway.logged).toContain('schedule-not-planned');
    const stored = await gateway.database.schedule.findUniqueOrThrow({ where: { id: broken } });
    expect(stored.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('stores the URLs of a map, and bills it', async () => {
    gateway.onPublish = ({ message }) => {
      if (message.type !== 'MapSite') return;
      const { mapId } = message;
      const links = new Uint8Array(
        gzipSync(JSON.stringify([{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }])),
      );
      void gateway.publisher
        .publish('mapReplies', mapId, { type: 'UrlsMapped', mapId, part: 0, urls: 2, links })
        .then(() =>
          gateway.publisher.publish('mapReplies', mapId, {
            type: 'MapEnded',
            mapId,
            parts: 1,
            urls: 2,
            isCut: false,
            warnings: [],
          }),
        );
    };
    const id = await insertDue('map', { url: 'a.example' });
    gateway.application.get(ScheduleLoop).wake();
    await until('the map', async () => (await runOf(id)).collectedAt !== null);
    const run = await runOf(id);
    expect(run).toMatchObject({ state: 'running', jobId: null, isPartial: false });
    const pages = await gateway.database.scheduleRunPage.findMany({
      where: { runId: run.id },
      orderBy: { url: 'asc' },
    });
    expect(pages.map(({ url, state }) => [url, state])).toEqual([
      ['https://a.example/1', 'found'],
      ['https://a.example/2', 'found'],
    ]);
    expect(gateway.published.map(({ message }) => message.type)).toContain('RequestBilled');
  });

  it('starts a map again after its gateway died', async () => {
    const id = await insertDue('map', { url: 'a.example', timeout: 200 });
    const past = new Date(Date.now() - 1_000);
    await gateway.database.scheduleRun.updateMany({
      where: { scheduleId: id },
      data: { state: 'running', claimedUntil: past },
    });
    gateway.application.get(ScheduleLoop).wake();
    await until('the end of the map', async () => (await runOf(id)).state === 'failed');
    expect(await runOf(id)).toMatchObject({ error: 'Map timed out' });
  });

  it('stops a running map without a bill when its schedule is deleted', async () => {
    const id = await insertDue('map', { url: 'a.example', timeout: 60_000 });
    gateway.application.get(ScheduleLoop).wake();
    const typesOf = () => gateway.published.map(({ message }) => message.type);
    await until('the map', () => typesOf().includes('MapSite'));
    await gateway.call(`/v2/schedules/${id}`, { method: 'DELETE' });
    await gateway.application.get(ScheduleLoop).round();
    await until('the end of the map', () => typesOf().includes('CancelMap'));
    expect(await runOf(id)).toMatchObject({ state: 'cancelled', collectedAt: null });
    expect(typesOf()).not.toContain('RequestBilled');
  });

  it('starts maps of a team and a crawl while another team has slow maps', async () => {
    const { key } = await insertTeam(gateway.database);
    const slow = await Promise.all(
      Array.from({ length: 8 }, () => insertDue('map', { url: 'a.example', timeout: 60_000 }, key)),
    );
    const stateOf = async (scheduleId: string) => (await runOf(scheduleId)).state;
    const running = async () => (await Promise.all(slow.map(stateOf))).filter((state) => state === 'running').length;
    gateway.application.get(ScheduleLoop).wake();
    await until('slow maps', async () => (await running()) === 5);
    const [map, crawl] = [
      await insertDue('map', { url: 'a.example', timeout: 60_000 }),
      await insertDue('crawl', { url: 'https://a.example' }, key),
    ];
    gateway.application.get(ScheduleLoop).wake();
    await until('the others', async () => [await stateOf(map), await stateOf(crawl)].every((one) => one === 'running'));
    expect(await running()).toBe(5);
    await Promise.all([
      ...slow.map((id) => gateway.call(`/v2/schedules/${id}`, { method: 'DELETE', key })),
      gateway.call(`/v2/schedules/${map}`, { method: 'DELETE' }),
    ]);
    await gateway.application.get(ScheduleLoop).round();
  });

  it('keeps a run due while the team has consumed its rate limit', async () => {
    const id = await insertDue('crawl', { url: 'https://a.example' });
    await gateway.database.team.update({ where: { id: gateway.teamId }, data: { jobsPerMinute: 1 } });
    await gateway.database.rateWindow.create({
      data: { teamId: gateway.teamId, class: 'job', startedAt: new Date(), consumed: 1 },
    });
    gateway.application.get(ScheduleLoop).wake();
    await until('the claim', async () => ((await runOf(id)).claimedUntil?.getTime() ?? 0) > Date.now());
    expect(await runOf(id)).toMatchObject({ state: 'due', jobId: null });
  });
});
