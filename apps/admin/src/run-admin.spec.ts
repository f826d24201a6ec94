import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  acceptJob,
  addCreditEntries,
  addKey,
  blockHost,
  copyJob,
  ensureTeam,
  findCaller,
  hashApiKey,
  newJobId,
  startEmbeddedPostgres,
} from '@orbweaver/persistence';
import { scrapeSpec, startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { runAdmin } from './run-admin';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres.close());

async function admin(...args: string[]) {
  return adminWith({ DATABASE_URL: postgres.url }, ...args);
}

async function adminWith(environment: Record<string, string>, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const status = await runAdmin(args, {
    environment,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  return { status, out, err: err.join('\n') };
}

describe('orbweaver', () => {
  it('takes a key through its life', async () => {
    expect(await admin('team', 'add', '--name', 'Search', '--max-concurrency', '5')).toMatchObject({ status: 0 });
    const added = await admin('key', 'add', '--team', 'Search', '--name', 'importer');
    const key = added.out.at(-1)!;
    expect(key).toMatch(/^[A-Za-z0-9_-]{32,}$/);
    const caller = () => findCaller(postgres.database, hashApiKey(key));
    expect(await caller()).toMatchObject({ maxConcurrency: 5 });

    const listed = await admin('key', 'list', '--team', 'Search');
    expect(listed.out).toEqual([
      expect.stringMatching(/^ID +TEAM +NAME +RIGHTS +CREATED +LAST USED +STATE$/),
      expect.stringMatching(/^\S{36} {2}Search {2}importer {2}team {4}\S+ +20\S+ +valid$/),
    ]);
    expect(listed.out.join()).not.toContain(key);

    const id = listed.out[1]!.split(' ')[0]!;
    expect(await admin('key', 'revoke', id)).toMatchObject({ status: 0, out: [`revoked key ${id}`] });
    expect(await caller()).toBeUndefined();
    expect(await admin('key', 'revoke', id)).toMatchObject({ status: 1, err: `The key ${id} is revoked already.` });
    expect((await admin('key', 'list')).out[1]).toContain('revoked 20');
  });

  it('sets the limits of a team, and keeps its credits', async () => {
    const name = 'Limited';
    await admin('team', 'add', '--name', name, '--max-concurrency', '5', '--credits', 'limited');
    expect(await admin('credits', 'grant', '--team', name, '--amount', '100', '--note', 'trial')).toMatchObject({
      status: 0,
      out: [`granted 100 credits to team "${name}": 100 granted in all, 0 used`],
    });
    await admin('credits', 'grant', '--team', name, '--amount=-30');
    const limits = [
      '--max-concurrency',
      'none',
      '--scrapes-per-minute',
      '60',
      '--jobs-per-minute',
      '6',
      '--zero-data-retention',
      'on',
    ];
    expect(await admin('team', 'set', '--name', name, ...limits)).toMatchObject({ status: 0 });
    const line = (await admin('team', 'list')).out.find((row) => row.startsWith(name));
    expect(line?.split(/ {2,}/).slice(2)).toEqual(['enabled', '0', '-', '60', '6', 'zero', '70', '0', '70']);
    const { id: teamId } = await postgres.database.team.findUniqueOrThrow({ where: { name } });
    const entries = await postgres.database.creditEntry.findMany({ where: { teamId }, orderBy: { amount: 'asc' } });
    expect(entries).toMatchObject([{ amount: -30 }, { amount: 100, note: 'trial', kind: 'grant' }]);
  });

  it('shows, cancels and retries jobs', async () => {
    const { database } = postgres;
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

  it('tells what a job waits for, which pages are leased, and which hosts are left alone', async () => {
    const { database } = postgres;
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
      `1 pages wait for busy.test, which is left alone until ${expiresAt.toISOString()}.`,
      '1 pages are with the renderers (lease list --job ID).',
    ]);
    const [, lease] = (await admin('lease', 'list', '--job', id)).out;
    expect(lease).toMatch(new RegExp(`${id} +busy\\.test +2 +2 +${leaseUntil.toISOString()}$`));
    expect((await admin('host', 'list')).out).toEqual([
      expect.stringMatching(/^HOST +LEFT ALONE UNTIL/),
      expect.stringMatching(new RegExp(`^busy\\.test +${expiresAt.toISOString()}$`)),
    ]);
  });

  it('lists the newest jobs of all states, or of one, by what their callers see', async () => {
    const { database } = postgres;
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
    const { database } = postgres;
    const { id: teamId } = await ensureTeam(database, 'Expired');
    const job = { teamId, kind: 'batch', state: 'completed', spec: {}, expiresAt: new Date(Date.now() - 1000) };
    const { id } = await database.job.create({ data: { id: randomUUID(), ...job } });
    expect(await admin('job', 'retry', id)).toMatchObject({ status: 1, err: `The job ${id} has expired.` });
    expect(await copyJob(database, { jobId: id, newId: randomUUID() })).toBe(false);
  });

  it('migrates a database, and says when there is nothing to do', async () => {
    expect(await admin('migrate')).toMatchObject({ status: 0, out: ['The database is up to date.'] });
  });

  test.each([
    [[], 64, 'A command is needed.'],
    [['key', 'ad'], 64, 'There is no command "key ad". Did you mean "key add"?\n\nUsage: orbweaver key COMMAND'],
    [['kye', 'list'], 64, 'There is no command "kye list". Did you mean "key list"?\n\nUsage: orbweaver COMMAND'],
    [['job', 'lits', '--limit', '5'], 64, 'Did you mean "job list"?'],
    [['migrat'], 64, 'Did you mean "migrate"?'],
    [['crawl', '--help'], 64, 'There is no command "crawl".\n\nUsage: orbweaver COMMAND'],
    [['help', 'jobb'], 64, 'Did you mean "job"?'],
    [['help', 'job', 'remove'], 64, 'There is no command "job remove".\n\nUsage: orbweaver job COMMAND'],
    [['key'], 64, '"key" alone is no command.\n\nUsage: orbweaver key COMMAND'],
    [['key', 'add', '--team', 'x'], 64, '--name is missing'],
    [['key', 'add', '--teem', 'x'], 64, "Unknown option '--teem'"],
    [['key', 'revoke'], 64, 'ID is missing'],
    [['key', 'revoke', 'abc'], 64, '"abc" is not the id of a key'],
    [['key', 'revoke', '3b0ee0a6-2d0b-4a0d-a8c5-0f3c7d6a9a11'], 1, 'There is no key 3b0ee0a6'],
    [['migrate', 'now'], 64, '"now" is one argument too many'],
    [['team', 'add', '--name', 'x', '--max-concurrency', '0'], 64, 'must be a whole number from 1'],
    [['key', 'add', '--team', 'Nobody', '--name', 'x'], 1, 'orbweaver team add --name "Nobody"'],
    [['team', 'add', '--name', 'x', '--credits', 'few'], 64, '--credits must be limited or unlimited'],
    [['team', 'set', '--name', 'x', '--jobs-per-minute', '0'], 64, 'must be a whole number from 1, or none'],
    [['team', 'set', '--name', 'x', '--zero-data-retention', 'yes'], 64, '--zero-data-retention must be on or off'],
    [['team', 'set', '--name', 'x'], 64, 'No limit was given'],
    [['team', 'disable', '--name', 'Nobody'], 1, 'There is no team named "Nobody"'],
    [['team', 'enable'], 64, '--name is missing'],
    [['topics', 'create', '--replication-factor', '0'], 64, '--replication-factor must be a whole number from 1'],
    [['team', 'set', '--name', 'Nobody', '--credits', 'limited'], 1, 'There is no team named "Nobody"'],
    [['key', 'add', '--team', 'x', '--name', 'x', '--rights', 'root'], 64, '--rights must be team or admin, or both'],
    [['usage', '--from', 'May'], 64, '--from must be a day such as'],
    [['usage', '--from', '2026-02-01', '--to', '2026-01-01'], 64, '--from must not be after --to'],
    [['audit', 'list', '--team', 'Nobody'], 1, 'There is no team named "Nobody"'],
    [['credits', 'grant', '--team', 'x', '--amount', '1.5'], 64, '--amount must be a whole number'],
    [['credits', 'grant', '--team', 'Nobody', '--amount', '5'], 1, 'There is no team named "Nobody"'],
    [['job', 'list', '--state', 'asleep'], 64, '--state must be one of scraping, completed'],
    [['job', 'list', '--limit', '10001'], 64, '--limit must be 10000 or less'],
    [['dead-letters', 'list', '--limit', '0'], 64, '--limit must be a whole number from 1'],
    [['job', 'show', '3b0ee0a6-2d0b-4a0d-a8c5-0f3c7d6a9a11'], 1, 'There is no job 3b0ee0a6'],
    [['job', 'cancel', 'abc'], 64, '"abc" is not the id of a job'],
    [['dead-letters', 'replay', 'first'], 64, '"first" is no offset'],
    [['dead-letters', 'list'], 78, 'KAFKA_BROKERS: set it'],
    [['topics', 'create'], 78, 'KAFKA_BROKERS: set it'],
  ])('answers %j with status %d and the reason', async (args, status, reason) => {
    const answer = await admin(...args);
    expect(answer).toMatchObject({ status, out: [], err: expect.stringContaining(reason) });
  });

  it('disables a team and enables it again', async () => {
    const name = 'Switched';
    await admin('team', 'add', '--name', name);
    const state = async () =>
      /(\w+abled) /.exec((await admin('team', 'list')).out.find((line) => line.startsWith(name))!)?.[1];
    expect(await admin('team', 'enable', '--name', name)).toMatchObject({
      status: 1,
      err: 'The team "Switched" is enabled already.',
    });
    expect(await admin('team', 'disable', '--name', name)).toMatchObject({
      status: 0,
      out: ['disabled team "Switched"'],
    });
    expect(await state()).toBe('disabled');
    expect(await admin('team', 'disable', '--name', name)).toMatchObject({
      status: 1,
      err: 'The team "Switched" is disabled already.',
    });
    expect(await admin('team', 'enable', '--name', name)).toMatchObject({
      status: 0,
      out: ['enabled team "Switched"'],
    });
    expect(await state()).toBe('enabled');
    const { out } = await admin('audit', 'list', '--team', name);
    expect(out.slice(1).map((line) => line.split(/ {2,}/)[3])).toEqual(['team.enable', 'team.disable', 'team.add']);
  });

  it('writes down who changed what, with the values before and after and without secrets', async () => {
    const name = 'Audited';
    const as = (...args: string[]) => adminWith({ DATABASE_URL: postgres.url, AUDIT_ACTOR: 'anna' }, ...args);
    await as('team', 'add', '--name', name, '--max-concurrency', '5');
    await as('team', 'set', '--name', name, '--max-concurrency', '9');
    await as('team', 'set', '--name', name, '--max-concurrency', '9');
    const added = await as('key', 'add', '--team', name, '--name', 'console', '--rights', 'team,admin');
    const id = /[0-9a-f-]{36}/.exec(added.out[0]!)![0];
    await as('key', 'revoke', id);
    await admin('credits', 'grant', '--team', name, '--amount', '7');
    const { out } = await admin('audit', 'list', '--team', name);
    expect(out.slice(1).map((line) => line.split(/ {2,}/).slice(2))).toEqual([
      [expect.stringMatching(/^\S+@\S+$/), 'credits.grant', expect.any(String), '-', 'granted: 0 -> 7'],
      ['anna', 'key.revoke', id, '-', 'revoked: false -> true'],
      ['anna', 'key.add', id, '-', 'name: null -> "console", rights: null -> ["team","admin"]'],
      ['anna', 'team.set', expect.any(String), '-', 'maxConcurrency: 5 -> 9'],
      ['anna', 'team.add', expect.any(String), '-', expect.stringContaining('name: null -> "Audited"')],
    ]);
    expect(out.join()).not.toContain(added.out.at(-1));
    expect((await admin('audit', 'list', '--team', name, '--limit', '2')).out).toHaveLength(3);
  });

  it('lists what keys have used, with the sums', async () => {
    const { database } = postgres;
    const { id: teamId } = await ensureTeam(database, 'Used');
    const key = await addKey(
      database,
      { apiKeyId: null, name: 'test', requestId: null },
      { teamId, name: 'importer', rights: ['team'] },
    );
    const page = { teamId, jobId: null, kind: 'page' as const, note: null, amount: -5 };
    const [one, other] = [new Date('2026-03-01T23:59:00Z'), new Date('2026-03-02T00:00:00Z')];
    const apiKeyId = key!.key.id;
    await addCreditEntries(database, [{ ...page, id: randomUUID(), apiKeyId }], one, [{ teamId, apiKeyId }]);
    await addCreditEntries(database, [{ ...page, id: randomUUID(), apiKeyId: null }], other);
    const { out } = await admin('usage', '--team', 'Used', '--from', '2026-03-01', '--to', '2026-03-02');
    expect(out.map((line) => line.split(/ +/))).toEqual([
      ['DAY', 'TEAM', 'KEY', 'REQUESTS', 'PAGES', 'CREDITS'],
      ['2026-03-01', 'Used', 'importer', '1', '1', '5'],
      ['2026-03-02', 'Used', '-', '0', '1', '5'],
      ['all', '1', '2', '10'],
    ]);
    expect((await admin('usage', '--team', 'Used', '--to', '2026-03-01')).out).toHaveLength(3);
  });

  it('says that a name is taken', async () => {
    await admin('team', 'add', '--name', 'Twice');
    const again = await admin('team', 'add', '--name', 'Twice');
    expect(again).toMatchObject({ status: 1, err: 'There is a team named "Twice" already.' });
  });

  it.each([
    ['key list', ['key', 'list'], '127.0.0.1'],
    ['migrate', ['migrate'], '127.0.0.1'],
    ['migrate, at a name with several addresses', ['migrate'], 'localhost'],
  ])('says that the database cannot be reached, and why: %s', async (_, args, host) => {
    const answer = await adminWith({ DATABASE_URL: `postgresql://nobody@${host}:1/none` }, ...args);
    expect(answer).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^The database cannot be reached: .*127\.0\.0\.1/),
    });
  });

  it('finds the embedded database of DATA_DIR, and says so when there is none', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'orbweaver-admin-'));
    const missing = await adminWith({ DATA_DIR: dir }, 'key', 'list');
    expect(missing).toMatchObject({ status: 78, err: expect.stringMatching(/DATABASE_URL: set it .* DATA_DIR/) });
    const server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') });
    expect(await adminWith({ DATA_DIR: dir }, 'migrate')).toMatchObject({ status: 0 });
    expect(await adminWith({ DATA_DIR: dir }, 'team', 'add', '--name', 'x')).toMatchObject({ status: 0 });
    await server.stop();
    // Started for the command, and stopped after it.
    expect(await adminWith({ DATA_DIR: dir }, 'key', 'list')).toMatchObject({ status: 0 });
    const again = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') });
    expect(again.reused).toBe(false);
    await again.stop();
  });

  it('reads the access to Kafka as the services do', async () => {
    const environment = { KAFKA_BROKERS: 'kafka', KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'me' };
    const answer = await adminWith(environment, 'topics', 'create');
    expect(answer).toMatchObject({ status: 78, out: [] });
    expect(answer.err).toMatch(/KAFKA_SASL_MECHANISM: needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD/);
    expect(answer.err).toMatch(/KAFKA_BROKERS: must be host:port/);
  });

  test.each([
    [['--help'], 'topics create'],
    [['help'], 'topics create'],
    [['help', 'help'], 'topics create'],
    [['help', '--help'], 'topics create'],
    [['--help', '-h', '--help'], 'topics create'],
    [['help', 'job', 'list', '--help'], 'Usage: orbweaver job list'],
    [['help', 'job'], 'orbweaver job list [--team NAME] [--state STATE] [--limit N]\n    List jobs, newest first'],
    [['jobs', '--help'], 'orbweaver job cancel ID'],
    [['job', 'help'], 'orbweaver job retry ID'],
    [['help', 'keys', 'add'], 'Usage: orbweaver key add --team NAME --name NAME [--rights RIGHTS]'],
    [['help', 'migrate'], 'Usage: orbweaver migrate'],
    [['topic', 'create', '--help'], 'Usage: orbweaver topics create'],
    [['key', 'add', '--help'], 'Usage: orbweaver key add --team NAME --name NAME [--rights RIGHTS]'],
    [['topics', 'create', '-h'], '[--replication-factor N]'],
  ])('tells the usage at %j, without any configuration', async (args, text) => {
    const answer = await adminWith({}, ...args);
    expect(answer).toMatchObject({ status: 0, err: '' });
    expect(answer.out.join('\n')).toContain(text);
  });
});
