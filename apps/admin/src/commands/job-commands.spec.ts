import { randomUUID } from 'node:crypto';
import { acceptJob, blockHost, copyJob, ensureTeam, newJobId } from '@orbweaver/persistence';
import { scrapeSpec } from '@orbweaver/testing';
import { AdminHarness } from '../../test/admin-harness';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(() => harness.close());

const admin = (...args: string[]) => harness.run(...args);

describe('the command of jobs', () => {
  it('shows, cancels and retries jobs', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Crawlers');
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const urls = [{ url: 'http://site.test/', sourceUrl: 'site.test' }];
    const spec = { kind: 'batch' as const, scrape: scrapeSpec() };
    await acceptJob(database, { id, teamId, spec, origin: 'api', expiresAt, urls });

    const [head, ...rows] = (await admin('job', 'list', '--team', 'Crawlers', '--state', 'scraping')).out;
    expect(head).toMatch(/^ID +TEAM +KIND +STATE/);
    expect(rows).toEqual([expect.stringMatching(new RegExp(`^${id} +Crawlers +batch +scraping +0 +0 +0 .*1 URLs$`))]);
    expect(await admin('job', 'retry', id)).toMatchObject({ status: 1, err: expect.stringContaining('still runs') });
    expect(await admin('job', 'cancel', id)).toMatchObject({ status: 0, out: [`cancelled job ${id}`] });
    expect(await admin('job', 'cancel', id)).toMatchObject({ status: 1, err: `The job ${id} is cancelled already.` });
    expect((await admin('job', 'show', id)).out).toContain('state         cancelled');

    await database.job.update({ where: { id }, data: { state: 'cancelled', completedAt: new Date() } });
    const newId = (await admin('job', 'retry', id)).out.at(-1)!;
    expect(newId).not.toBe(id);
    const [old, again] = await Promise.all(
      [id, newId].map((jobId) => database.job.findUniqueOrThrow({ where: { id: jobId } })),
    );
    expect(again).toMatchObject({
      teamId,
      kind: 'batch',
      state: 'scraping',
      spec: old!.spec,
      namedUrls: 1,
      completed: 0,
    });
    expect(again!.cancelRequestedAt).toBeNull();
    expect(await database.jobUrlList.findMany({ where: { jobId: newId } })).toMatchObject([{ position: 0, urls }]);
  });

  it('lists the webhook events of all teams that wait or were given up, and sends them again', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Receivers');
    const jobId = newJobId();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const urls = [{ url: 'http://site.test/', sourceUrl: 'site.test' }];
    const webhook = { url: 'https://receiver.test/?token=secret', headers: {}, metadata: {}, events: [] };
    const spec = { kind: 'batch' as const, scrape: scrapeSpec() };
    await acceptJob(database, { id: jobId, teamId, spec, origin: 'api', expiresAt, urls });
    await database.job.update({ where: { id: jobId }, data: { webhook } });
    expect((await admin('webhook', 'list', '--team', 'Receivers')).out).toEqual(['There are no such events.']);
    const ids = [newJobId(), newJobId(), newJobId()];
    const event = {
      jobId,
      teamId,
      type: 'batch_scrape.page',
      endpoint: 'receiver.test',
      attempts: 3,
      lastError: 'No.',
    };
    await database.webhookEvent.createMany({
      data: [
        { ...event, id: ids[0]!, sequence: 1, state: 'dead' },
        { ...event, id: ids[1]!, sequence: 2, state: 'pending', isFirst: true, nextAttemptAt: expiresAt },
        { ...event, id: ids[2]!, sequence: 3, state: 'pending' },
      ],
    });
    const list = (...args: string[]) => admin('webhook', 'list', ...args).then(({ out }) => out.slice(1));
    const row = (place: number, rest: string) =>
      expect.stringMatching(`^${ids[place - 1]} +Receivers +${jobId} +${place} +batch_scrape.page +${rest}$`);
    const shown = [
      row(3, 'pending +3 +event 2 +receiver.test +No.'),
      row(2, `pending +3 +${expiresAt.toISOString()} +receiver.test +No.`),
      row(1, 'dead +3 +- +receiver.test +No.'),
    ];
    expect(await list()).toEqual(shown);
    expect(await list('--job', jobId, '--state', 'dead')).toEqual(shown.slice(2));
    expect(await list('--limit', '1')).toEqual(shown.slice(0, 1));
    expect((await admin('webhook', 'redeliver', ids[0]!)).out).toEqual([
      `event ${ids[0]} of job ${jobId} is sent again, with all its retries`,
    ]);
    expect((await admin('webhook', 'redeliver', ids[1]!)).out).toEqual([
      `event ${ids[1]} of job ${jobId} waits for event 1 (${ids[0]}), which is sent first`,
    ]);
    expect(await list('--state', 'dead')).toEqual([]);
    expect((await admin('webhook', 'redeliver', 'all')).out).toEqual(['There are no such events.']);
    const again = await admin('webhook', 'redeliver', 'all', '--state', 'pending', '--team', 'Receivers');
    expect(again.out).toEqual([`3 events of job ${jobId} are sent again, one after the other`]);
    expect((await admin('audit', 'list', '--team', 'Receivers')).out.slice(1, 4)).toEqual([
      expect.stringMatching(/webhook\.redeliver .*events: null -> 3, states: null -> \["pending"\]$/),
      expect.stringMatching(/webhook\.redeliver .* sentFirst: null -> "[^"]*"$/),
      expect.stringMatching(
        /webhook\.redeliver .*state: "dead" -> "pending", attempts: 3 -> 0, waitsFor: null -> "place"$/,
      ),
    ]);
    for (const wrong of [['x'], ['all', '--state', 'lost'], [ids[0]!, '--state', 'dead'], []]) {
      expect(await admin('webhook', 'redeliver', ...wrong)).toMatchObject({ status: 64 });
    }
    expect(await admin('webhook', 'redeliver', newJobId())).toMatchObject({ status: 1 });
  });

  it('tells what a job waits for, which pages are leased, and which hosts are left alone', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Stuck');
    const id = newJobId();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const urls = [{ url: 'http://busy.test/', sourceUrl: 'busy.test' }];
    await acceptJob(database, {
      id,
      teamId,
      spec: { kind: 'batch', scrape: scrapeSpec() },
      origin: 'api',
      expiresAt,
      urls,
    });
    expect((await admin('job', 'explain', id)).out).toEqual([expect.stringContaining('has not started it')]);
    expect((await admin('lease', 'list', '--job', id)).out).toEqual(['No page is leased.']);
    expect((await admin('host', 'list')).out).toEqual(['No host is left alone.']);

    await database.frontierJob.create({ data: { id, teamId, kind: 'batch', queued: 1, leased: 1 } });
    const page = { jobId: id, url: 'http://busy.test/', sourceUrl: 'busy.test', host: 'busy.test', depth: 0 };
    await database.frontierPage.create({
      data: { ...page, id: newJobId(), ordinal: 1, dedupHash: Buffer.alloc(32, 1), state: 'queued' },
    });
    const leaseUntil = new Date(Date.now() + 60_000);
    await database.frontierPage.create({
      data: {
        ...page,
        id: newJobId(),
        ordinal: 2,
        dedupHash: Buffer.alloc(32, 2),
        state: 'leased',
        epoch: 2,
        attempt: 2,
        leaseUntil,
      },
    });
    await blockHost(database, 'busy.test', expiresAt);
    expect((await admin('job', 'explain', id)).out).toEqual([
      `1 page waits for busy.test, which is left alone until ${expiresAt.toISOString()}.`,
      '1 page is with the renderers (lease list --job ID).',
    ]);
    const [, lease] = (await admin('lease', 'list', '--job', id)).out;
    expect(lease).toMatch(new RegExp(`${id} +busy\\.test +2 +2 +${leaseUntil.toISOString()}$`));
    expect((await admin('host', 'list')).out).toEqual([
      expect.stringMatching(/^HOST +LEFT ALONE UNTIL/),
      expect.stringMatching(new RegExp(`^busy\\.test +${expiresAt.toISOString()}$`)),
    ]);
  });

  it('lists the newest jobs of all states, or of one, by what their callers see', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Listed');
    const spec = { kind: 'scrape', url: 'http://site.test/' };
    const states = ['scraping', 'completed', 'failed', 'cancelled', 'scraping'];
    const rows = states.map((state, index) => ({
      ...{ id: randomUUID(), teamId, kind: 'scrape', state, spec, expiresAt: new Date(Date.now() + 3_600_000) },
      createdAt: new Date(Date.now() + index * 1000),
      cancelRequestedAt: index === 4 ? new Date() : null,
    }));
    await database.job.createMany({ data: rows });
    const listed = async (...args: string[]) =>
      (await admin('job', 'list', '--team', 'Listed', ...args)).out.slice(1).map((row) => row.slice(0, 36));
    const [scraping, completed, failed, cancelled, cancelling] = rows.map(({ id }) => id);
    expect(await listed()).toEqual([cancelling, cancelled, failed, completed, scraping]);
    expect(await listed('--limit', '2')).toEqual([cancelling, cancelled]);
    expect(await listed('--state', 'cancelled')).toEqual([cancelling, cancelled]);
    expect(await listed('--state', 'scraping')).toEqual([scraping]);
  });

  it('does not start an expired job again, whose URLs may be half deleted', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Expired');
    const job = { teamId, kind: 'batch', state: 'completed', spec: {}, expiresAt: new Date(Date.now() - 1000) };
    const { id } = await database.job.create({ data: { id: randomUUID(), ...job } });
    expect(await admin('job', 'retry', id)).toMatchObject({ status: 1, err: `The job ${id} has expired.` });
    expect(await copyJob(database, { jobId: id, newId: randomUUID() })).toBe(false);
  });
});
