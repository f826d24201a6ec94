import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { temporaryFolders } from '@orbweaver/testing';
import { AdminHarness, adminWith } from '../test/admin-harness';

const folders = temporaryFolders('admin');
afterAll(folders.remove);

let harness: AdminHarness;
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(() => harness.close());

const admin = (...args: string[]) => harness.run(...args);

describe('orbweaver', () => {
  it('reports that an up-to-date database needs no migration', async () => {
    expect(await admin('migrate')).toMatchObject({ status: 0, out: ['The database is up to date.'] });
  });

  test.each([
    [[], 64, 'A command is required.'],
    [['key', 'ad'], 64, 'Unknown command "key ad". Did you mean "key add"?\n\nUsage: orbweaver key COMMAND'],
    [['kye', 'list'], 64, 'Unknown command "kye list". Did you mean "key list"?\n\nUsage: orbweaver COMMAND'],
    [['job', 'lits', '--limit', '5'], 64, 'Did you mean "job list"?'],
    [['migrat'], 64, 'Did you mean "migrate"?'],
    [['crawl', '--help'], 64, 'Unknown command "crawl".\n\nUsage: orbweaver COMMAND'],
    [['help', 'jobb'], 64, 'Did you mean "job"?'],
    [['help', 'job', 'remove'], 64, 'Unknown command "job remove".\n\nUsage: orbweaver job COMMAND'],
    [['key'], 64, '"key" requires a subcommand.\n\nUsage: orbweaver key COMMAND'],
    [['key', 'add', '--team', 'x'], 64, '--name is required'],
    [['key', 'add', '--teem', 'x'], 64, "Unknown option '--teem'"],
    [['key', 'revoke'], 64, 'ID is required'],
    [['key', 'revoke', 'abc'], 64, '"abc" is not a key id'],
    [['key', 'revoke', '3b0ee0a6-2d0b-4a0d-a8c5-0f3c7d6a9a11'], 1, 'Key not found: 3b0ee0a6'],
    [['migrate', 'now'], 64, 'Unexpected argument "now"'],
    [['team', 'add', '--name', 'x', '--max-concurrency', '0'], 64, 'must be a whole number from 1'],
    [['key', 'add', '--team', 'Nobody', '--name', 'x'], 1, 'orbweaver team add --name "Nobody"'],
    [['team', 'add', '--name', 'x', '--credits', 'few'], 64, '--credits must be limited or unlimited'],
    [['team', 'set', '--name', 'x', '--jobs-per-minute', '0'], 64, 'must be a whole number from 1, or none'],
    [['team', 'set', '--name', 'x', '--zero-data-retention', 'yes'], 64, '--zero-data-retention must be on or off'],
    [['team', 'set', '--name', 'x'], 64, 'At least one limit or list of hosts is required'],
    [['team', 'disable', '--name', 'Nobody'], 1, 'Team not found: "Nobody"'],
    [['team', 'enable'], 64, '--name is required'],
    [['topics', 'create', '--replication-factor', '0'], 64, '--replication-factor must be a whole number from 1'],
    [['team', 'set', '--name', 'Nobody', '--credits', 'limited'], 1, 'Team not found: "Nobody"'],
    [
      ['key', 'add', '--team', 'x', '--name', 'x', '--rights', 'root'],
      64,
      '--rights must be a comma list of scrape, crawl, read, webhooks, team, admin',
    ],
    [['usage', '--from', 'May'], 64, '--from must be a day such as'],
    [['usage', '--from', '2026-02-01', '--to', '2026-01-01'], 64, '--from must not be after --to'],
    [['audit', 'list', '--team', 'Nobody'], 1, 'Team not found: "Nobody"'],
    [['credits', 'grant', '--team', 'x', '--amount', '1.5'], 64, '--amount must be a whole number'],
    [
      ['credits', 'grant', '--team', 'x', '--amount', '-50'],
      64,
      '--amount needs a value. Write --amount=-50\n\nUsage: orbweaver credits grant',
    ],
    [['credits', 'grant', '--amount', '--team', 'x'], 64, '--amount needs a value\n\nUsage:'],
    [['credits', 'grant', '--team', 'x', '--amount'], 64, '--amount needs a value\n\nUsage:'],
    [['credits', 'grant', '--help=now'], 64, '--help takes no value\n\nUsage:'],
    [['credits', 'grant', '-x'], 64, "Unknown option '-x'\n\nUsage:"],
    [['credits', 'grant', '--team', 'Nobody', '--amount', '5'], 1, 'Team not found: "Nobody"'],
    [['job', 'list', '--state', 'asleep'], 64, '--state must be one of scraping, completed'],
    [['job', 'list', '--limit', '10001'], 64, '--limit must be 10000 or less'],
    [['dead-letters', 'list', '--limit', '0'], 64, '--limit must be a whole number from 1'],
    [['job', 'show', '3b0ee0a6-2d0b-4a0d-a8c5-0f3c7d6a9a11'], 1, 'Job not found: 3b0ee0a6'],
    [['job', 'cancel', 'abc'], 64, '"abc" is not a job id'],
    [['webhook', 'redeliver', 'abc'], 64, '"abc" is not a webhook event id. List ids: orbweaver webhook list'],
    [['dead-letters', 'replay', 'first'], 64, '"first" is not an offset'],
    [['dead-letters', 'list'], 78, 'Without Kafka there are no topics and no dead letters'],
    [['dead-letters', 'replay', 'all'], 78, 'Without Kafka there are no topics and no dead letters'],
    [['topics', 'create'], 78, 'KAFKA_BROKERS: set it'],
    [['topics', 'acls', '--apply'], 78, 'KAFKA_BROKERS: set it'],
    [['topics', 'acls', '--only', 'browser'], 64, '--only must be of gateway, frontier, renderer, results, admin'],
    [['topics', 'acls', '--principal-prefix', "a'b"], 64, '--principal-prefix may contain letters'],
    [['topics', 'acls', '--principal', "a'b"], 64, '--principal may contain letters'],
    [['topics', 'acls', '--principal', 'a', '--principal-prefix', 'b'], 64, '--principal or --principal-prefix'],
  ])('exits for %j with status %d and the reason', async (args, status, reason) => {
    const answer = await admin(...args);
    expect(answer).toMatchObject({ status, out: [], err: expect.stringContaining(reason) });
  });

  it.each([
    ['key list', ['key', 'list'], '127.0.0.1'],
    ['migrate', ['migrate'], '127.0.0.1'],
    ['migrate, at a name with several addresses', ['migrate'], 'localhost'],
  ])('reports an unavailable database with the reason: %s', async (_, args, host) => {
    const answer = await adminWith({ DATABASE_URL: `postgresql://nobody@${host}:1/none` }, ...args);
    expect(answer).toMatchObject({
      status: 1,
      err: expect.stringMatching(
        /^The database is unavailable\. Postgres cannot be reached \(ECONNREFUSED\): .*127\.0\.0\.1/,
      ),
    });
  });

  it('uses the embedded database of DATA_DIR, and exits with 78 without one', async () => {
    const dir = folders.make();
    const missing = await adminWith({ DATA_DIR: dir }, 'key', 'list');
    expect(missing).toMatchObject({ status: 78, err: expect.stringMatching(/DATABASE_URL: set it .* DATA_DIR/) });
    const server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') });
    expect(await adminWith({ DATA_DIR: dir }, 'migrate')).toMatchObject({ status: 0 });
    expect(await adminWith({ DATA_DIR: dir }, 'team', 'add', '--name', 'x')).toMatchObject({ status: 0 });
    await server.stop();
    // Started for the command and stopped after it.
    expect(await adminWith({ DATA_DIR: dir }, 'key', 'list')).toMatchObject({ status: 0 });
    const again = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') });
    expect(again.reused).toBe(false);
    await again.stop();
  });

  it.each(['--version', '-v', 'version'])('prints its version for %s without configuration', async (word) => {
    const { version } = JSON.parse(await readFile(path.join(__dirname, '../package.json'), 'utf8'));
    expect(await adminWith({}, word)).toEqual({ status: 0, out: [version], err: '' });
  });

  it('validates Kafka settings like the services', async () => {
    const environment = { KAFKA_BROKERS: 'kafka', KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'me' };
    const answer = await adminWith(environment, 'topics', 'create');
    expect(answer).toMatchObject({ status: 78, out: [] });
    expect(answer.err).toMatch(/KAFKA_SASL_MECHANISM: needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD/);
    expect(answer.err).toMatch(/KAFKA_BROKERS: must be host:port/);
  });

  it('prints the ACLs of a service as commands without a broker', async () => {
    const { status, out } = await adminWith({}, 'topics', 'acls', '--only', 'renderer', '--principal-prefix', 'crawl-');
    expect(status).toBe(0);
    const rights = out.map((line) => /principal '(\S+)' (.*) --(?:topic|group) '(\S+)'/.exec(line)?.slice(1).join(' '));
    expect(rights).toContain('User:crawl-renderer --operation Read render.bulk');
    expect(rights).toContain('User:crawl-renderer --operation Write dead.letters.renderer');
    expect(rights).toContain('User:crawl-renderer --operation Read orbweaver.renderer');
    expect(out.join('\n')).not.toMatch(/job\.commands|page\.stored|'dead\.letters'/);
  });

  it('prints the ACLs of several services for one user', async () => {
    const { out } = await adminWith({}, 'topics', 'acls', '--only', 'frontier,results', '--principal', 'shared');
    expect(new Set(out.map((line) => /principal '(\S+)'/.exec(line)?.[1]))).toEqual(new Set(['User:shared']));
    expect(out.join('\n')).toMatch(/orbweaver\.frontier[\s\S]*orbweaver\.results/);
  });

  test.each([
    [['--help'], 'topics create'],
    [['help'], 'topics create'],
    [['help', 'help'], 'topics create'],
    [['help'], 'Set DATABASE_URL, or DATA_DIR (.data)'],
    [['help', '--help'], 'topics create'],
    [['--help', '-h', '--help'], 'topics create'],
    [['help', 'job', 'list', '--help'], 'Usage: orbweaver job list'],
    [
      ['help', 'job'],
      'orbweaver job list [--team NAME] [--kind KIND] [--state STATE] [--limit N] [--json]\n    List jobs, newest first',
    ],
    [['jobs', '--help'], 'orbweaver job cancel ID'],
    [['job', 'help'], 'orbweaver job retry ID'],
    [
      ['job', 'list', '--help'],
      '  --limit N      maximum number of rows, up to 10000 (default 50)\n  --json         print one JSON object',
    ],
    [['help', 'keys', 'add'], 'Usage: orbweaver key add --team NAME --name NAME [--rights RIGHTS]'],
    [['help', 'key', 'list'], 'LAST USED is delayed by up to two minutes'],
    [['help', 'migrate'], 'Usage: orbweaver migrate'],
    [['topic', 'create', '--help'], 'Usage: orbweaver topics create'],
    [['key', 'add', '--help'], 'Usage: orbweaver key add --team NAME --name NAME [--rights RIGHTS]'],
    [['topics', 'create', '-h'], '[--replication-factor N]'],
  ])('prints usage for %j without configuration', async (args, text) => {
    const answer = await adminWith({}, ...args);
    expect(answer).toMatchObject({ status: 0, err: '' });
    expect(answer.out.join('\n')).toContain(text);
  });
});
