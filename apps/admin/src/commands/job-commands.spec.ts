import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { blockHost, copyJob, ensureTeam, newJobId } from '@orbweaver/persistence';
import { acceptBatch } from '../../test/accept-batch';
import { AdminHarness } from '../../test/admin-harness';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(() => harness.close());

const admin = (...args: string[]) => harness.run(...args);

describe('job commands', () => {
  it('erases an ended job after a confirmation, and shows the proof', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Erasers');
    const { id } = await acceptBatch(database, teamId);
    const erase = (...options: string[]) => admin('job', 'erase', id, ...options);
    expect(await erase()).toMatchObject({ status: 1, err: expect.stringContaining('--yes') });
    expect(await erase('--yes')).toMatchObject({ status: 1, err: expect.stringContaining('is running') });
    await database.job.update({ where: { id }, data: { state: 'completed' } });
    expect(await erase('--yes')).toMatchObject({ status: 0, out: [expect.stringContaining(`erasing job ${id}`)] });
    await database.jobErasure.update({ where: { id }, data: { completedAt: new Date(), documents: 4 } });
    expect((await erase('--yes')).out).toEqual([expect.stringMatching(/^erased job .*: 4 documents, 0 cached pages/)]);
    expect(await database.auditEntry.count({ where: { target: id, action: 'job.erase' } })).toBe(1);
  });

  it('shows, cancels and retries jobs', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Crawlers');
    const { id, urls } = await acceptBatch(database, teamId);

    const [head, ...rows] = (await admin('job', 'list', '--team', 'Crawlers', '--state', 'scraping')).out;
    expect(head).toMatch(/^ID +TEAM +KIND +STATE/);
    expect(rows).toEqual([expect.stringMatching(new RegExp(`^${id} +Crawlers +batch +scraping +0 +0 +0 .*1 URLs$`))]);
    expect(await admin('job', 'retry', id)).toMatchObject({ status: 1, err: expect.stringContaining('still running') });
    expect(await admin('job', 'cancel', id)).toMatchObject({ status: 0, out: [`cancelled job ${id}`] });
    expect(await admin('job', 'cancel', id)).toMatchObject({ status: 1, err: `The job ${id} is already cancelled.` });
    expect((await admin('job', 'show', id)).out).toContain('state         cancelled');

    await database.job.update({ where: { id }, data: { state: 'cancelled', completedAt: new Date() } });
    const webhook = { url: 'https://receiver.test/', headers: {}, headersErased: true, metadata: {}, events: [] };
    await database.job.update({ where: { id }, data: { webhook } });
    expect(await admin('job', 'retry', id)).toMatchObject({
      status: 1,
      err: expect.stringContaining('were erased when it ended'),
    });
    await database.job.update({ where: { id }, data: { webhook: { ...webhook, headersErased: false } } });
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

  it('explains a waiting job, and lists leases and deferred hosts', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Stuck');
    const { id } = await acceptBatch(database, teamId);
    expect((await admin('job', 'explain', id)).out).toEqual([expect.stringContaining('has not started the job')]);
    expect((await admin('lease', 'list', '--job', id)).out).toEqual(['No page is leased.']);
    expect((await admin('host', 'list')).out).toEqual(['No host is deferred.']);

    await database.frontierJob.create({ data: { id, teamId, kind: 'batch', queued: 1, leased: 1 } });
    const page = { jobId: id, url: 'http://site.test/', sourceUrl: 'site.test', host: 'site.test', depth: 0 };
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
    const blockedUntil = new Date(Date.now() + 3_600_000);
    await blockHost(database, 'site.test', blockedUntil);
    expect((await admin('job', 'explain', id)).out).toEqual([
      `1 page waits for site.test, which is deferred until ${blockedUntil.toISOString()}.`,
      '1 page is leased to renderers (lease list --job ID).',
    ]);
    const [, lease] = (await admin('lease', 'list', '--job', id)).out;
    expect(lease).toMatch(new RegExp(`${id} +site\\.test +2 +2 +${leaseUntil.toISOString()}$`));
    expect((await admin('host', 'list')).out).toEqual([
      expect.stringMatching(/^HOST +DEFERRED UNTIL/),
      expect.stringMatching(new RegExp(`^site\\.test +${blockedUntil.toISOString()}$`)),
    ]);
  });

  it('exports the documents of a job to a new file, and deletes the file of a failed export', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Exporters');
    const { id } = await acceptBatch(database, teamId);
    const ids = [randomUUID(), randomUUID()];
    await database.page.createMany({
      data: ids.map((pageId, index) => ({
        ...{ id: pageId, jobId: id, teamId, ordinal: index + 1, state: 'done', epoch: 1, depth: 0 },
        ...{ url: 'http://site.test/', sourceUrl: 'site.test' },
      })),
    });
    const json = JSON.stringify({ markdown: 'text' });
    const metadata = { url: 'http://site.test/', sourceURL: 'site.test' };
    await database.document.createMany({
      data: ids.map((pageId) => ({ pageId, jobId: id, metadata, content: gzipSync(json), jsonBytes: json.length })),
    });
    await database.job.update({ where: { id }, data: { completed: 2 } });
    const dir = mkdtempSync(path.join(tmpdir(), 'export-'));
    try {
      const output = path.join(dir, 'pages.jsonl');
      expect(await admin('job', 'export', id, '--output', output)).toMatchObject({
        status: 0,
        out: [`exported 2 documents to ${output}`],
        err: expect.stringContaining('still running (scraping)'),
      });
      const line = JSON.stringify({ markdown: 'text', metadata });
      expect(readFileSync(output, 'utf8')).toBe(`${line}\n${line}\n`);
      expect(await admin('job', 'export', id, '--output', output)).toMatchObject({
        status: 1,
        err: expect.stringContaining('it exists'),
      });
      const zip = path.join(dir, 'pages.zip');
      expect(await admin('job', 'export', id, '--format', 'zip', '--output', zip)).toMatchObject({ status: 0 });
      expect(readFileSync(zip, 'latin1')).toContain('site.test/index-2.md');
      expect(await admin('job', 'export', id, '--format', 'csv', '--output', zip)).toMatchObject({ status: 64 });
      await database.job.update({ where: { id }, data: { completed: 3 } });
      const failed = path.join(dir, 'failed.jsonl');
      expect(await admin('job', 'export', id, '--output', failed)).toMatchObject({
        status: 1,
        err: expect.stringContaining('expired during the export'),
      });
      expect(existsSync(failed)).toBe(false);
      await database.job.update({ where: { id }, data: { zeroDataRetention: true } });
      expect(await admin('job', 'export', id, '--output', failed)).toMatchObject({
        status: 1,
        err: expect.stringContaining('zero data retention'),
      });
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('hides passwords in URLs', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Secretive');
    const id = newJobId();
    const spec = { kind: 'crawl', url: 'https://me:secret@site.test/a' };
    const expiresAt = new Date(Date.now() + 60_000);
    await database.job.create({
      data: { id, teamId, kind: 'crawl', spec, state: 'scraping', namedUrls: 1, expiresAt },
    });
    const lists = [await admin('job', 'list', '--team', 'Secretive'), await admin('job', 'show', id)];
    for (const { out } of lists) expect(out.join('\n')).toMatch(/https:\/\/…@site\.test\/a/);
  });

  it('lists the newest jobs by the state that callers see', async () => {
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

  it('lists jobs of a kind, with --json one object per line', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Kinds');
    const expiresAt = new Date(Date.now() + 3_600_000);
    for (const kind of ['scrape', 'crawl', 'batch']) {
      const spec = { kind, url: 'https://me:secret@site.test/' };
      await database.job.create({ data: { id: newJobId(), teamId, kind, spec, state: 'scraping', expiresAt } });
    }
    const list = (...args: string[]) => admin('job', 'list', '--team', 'Kinds', ...args);
    const kindsOf = ({ out }: { out: string[] }) => out.map((line) => JSON.parse(line).kind);
    expect(kindsOf(await list('--json'))).toEqual(['batch', 'crawl', 'scrape']);
    const { out } = await list('--kind', 'crawl', '--json');
    expect(out.map((line) => JSON.parse(line))).toMatchObject([
      { team: 'Kinds', kind: 'crawl', state: 'scraping', url: 'https://…@site.test/', completedAt: null },
    ]);
    expect(await list('--kind', 'crawl')).toMatchObject({
      out: [expect.any(String), expect.stringContaining('crawl')],
    });
    expect(await list('--state', 'failed', '--json')).toEqual({ status: 0, out: [], err: '' });
    expect(await list('--kind', 'page')).toMatchObject({
      status: 64,
      err: expect.stringMatching(/^--kind must be one of /),
    });
    expect(await list('--json=yes')).toMatchObject({
      status: 64,
      err: expect.stringMatching(/^--json takes no value/),
    });
  });

  it('does not retry a batch that the credits of the team do not cover, and lowers the limit of a crawl', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Limited');
    await database.team.update({ where: { id: teamId }, data: { creditsLimited: true } });
    const insert = async (kind: string, spec: object, namedUrls: number) => {
      const job = { teamId, kind, spec, namedUrls, state: 'completed', completedAt: new Date() };
      return (
        await database.job.create({ data: { id: randomUUID(), ...job, expiresAt: new Date(Date.now() + 60_000) } })
      ).id;
    };
    const batch = await insert('batch', { kind: 'batch' }, 3);
    const crawl = await insert('crawl', { kind: 'crawl', limit: 10 }, 1);
    await admin('credits', 'grant', '--team', 'Limited', '--amount', '2');
    expect(await admin('job', 'retry', batch)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^Insufficient credits: the job needs at least 3; the team has 2 available/),
    });
    expect((await admin('job', 'retry', crawl)).out[0]).toMatch(/^lowered the limit from 10 to 2 pages/);
  });

  it('does not retry an expired job', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Expired');
    const job = { teamId, kind: 'batch', state: 'completed', spec: {}, expiresAt: new Date(Date.now() - 1000) };
    const { id } = await database.job.create({ data: { id: randomUUID(), ...job } });
    expect(await admin('job', 'retry', id)).toMatchObject({ status: 1, err: `The job ${id} has expired.` });
    expect(await copyJob(database, { jobId: id, newId: randomUUID(), limits: undefined })).toBe(false);
  });
});
