import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  findCaller,
  hashApiKey,
  startEmbeddedPostgres,
  startTestDatabase,
  type TestDatabase,
} from '@orbweaver/persistence';
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
      expect.stringMatching(/^ID +TEAM +NAME +CREATED +STATE$/),
      expect.stringMatching(/^\S{36} {2}Search {2}importer {2}\S+ +valid$/),
    ]);
    expect(listed.out.join()).not.toContain(key);

    const id = listed.out[1]!.split(' ')[0]!;
    expect(await admin('key', 'revoke', id)).toMatchObject({ status: 0, out: [`revoked key ${id}`] });
    expect(await caller()).toBeUndefined();
    expect(await admin('key', 'revoke', id)).toMatchObject({ status: 1, err: `The key ${id} is revoked already.` });
    expect((await admin('key', 'list')).out[1]).toContain('revoked 20');
  });

  it('migrates a database, and says when there is nothing to do', async () => {
    expect(await admin('migrate')).toMatchObject({ status: 0, out: ['The database is up to date.'] });
  });

  test.each([
    [[], 64, 'A command is needed.'],
    [['key', 'ad'], 64, 'There is no command "key ad".'],
    [['key', 'add', '--team', 'x'], 64, '--name is missing'],
    [['key', 'add', '--teem', 'x'], 64, "Unknown option '--teem'"],
    [['key', 'revoke'], 64, 'ID is missing'],
    [['key', 'revoke', 'abc'], 64, '"abc" is not the id of a key'],
    [['key', 'revoke', '3b0ee0a6-2d0b-4a0d-a8c5-0f3c7d6a9a11'], 1, 'There is no key 3b0ee0a6'],
    [['migrate', 'now'], 64, '"now" is one argument too many'],
    [['team', 'add', '--name', 'x', '--max-concurrency', '0'], 64, 'must be a whole number from 1'],
    [['key', 'add', '--team', 'Nobody', '--name', 'x'], 1, 'orbweaver team add --name "Nobody"'],
    [['topics', 'create'], 78, 'KAFKA_BROKERS: set it'],
  ])('answers %j with status %d and the reason', async (args, status, reason) => {
    const answer = await admin(...args);
    expect(answer).toMatchObject({ status, out: [], err: expect.stringContaining(reason) });
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
    [['key', 'add', '--help'], 'Usage: orbweaver key add --team NAME --name NAME'],
    [['topics', 'create', '-h'], '[--replication-factor N]'],
  ])('tells the usage at %j, without any configuration', async (args, text) => {
    const answer = await adminWith({}, ...args);
    expect(answer).toMatchObject({ status: 0, err: '' });
    expect(answer.out.join('\n')).toContain(text);
  });
});
