import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@orbweaver/persistence';
import { startTestDatabase, type TestDatabase, until } from '@orbweaver/testing';
import { type CuttingWay, startCuttingWay } from '../../test/cutting-way';
import type { SmallProcess } from '../../test/small-process';
import type { ServiceName } from '../service';

// Each test starts processes, each of which compiles what it loads.
jest.setTimeout(120_000);
const STARTS_WITHIN_MS = 60_000;

const all: ServiceName[] = ['gateway', 'renderer', 'frontier', 'results'];
const KEY = 'a-key-for-this-test';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres.close());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** The number of `nobody` on every Linux. */
const NOBODY = 65534;

function start(small: SmallProcess, environment: Record<string, string> = {}, user?: number) {
  const hook = path.resolve(__dirname, '../../../tooling/typescript-hook.cjs');
  const script = path.join(__dirname, '../../test/small-process.ts');
  const child = spawn(process.execPath, ['-r', hook, script, JSON.stringify(small)], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', LOG_FORMAT: 'json', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  return {
    child,
    output,
    ended: once(child, 'close').then(([status]) => ({ status, ...output })),
    ready: async () => {
      const [, address = ''] = await until('the start', () => /^ready (\S+) /m.exec(output.out), STARTS_WITHIN_MS);
      return address;
    },
  };
}

const startAll = (small: Partial<SmallProcess> = {}, environment: Record<string, string> = {}) =>
  start({ services: all, ...small }, { DATABASE_URL: postgres.url, BOOTSTRAP_API_KEY: KEY, ...environment });

const newDir = () => mkdtempSync(path.join(tmpdir(), 'orbweaver-process-'));

const postmasterOf = (dir: string) =>
  Number.parseInt(readFileSync(path.join(dir, 'postgres/pgdata/postmaster.pid'), 'utf8'), 10);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH: no such process
  }
}

describe('runProcess', () => {
  it('names everything that is wrong with the configuration, and starts nothing', async () => {
    const wrong = {
      PORT: 'http',
      LOG_LEVEL: 'loud',
      SIZE: 'big',
      KAFKA_SASL_MECHANISM: 'plain',
      DATABASE_URL: 'secret',
      KAFKA_BROKER: 'secret',
    };
    const { status, out, err } = await start({ services: ['frontier'] }, wrong).ended;
    expect({ status, out }).toEqual({ status: 78, out: '' });
    for (const name of ['PORT', 'LOG_LEVEL', 'SIZE', 'KAFKA_SASL_MECHANISM', 'DATABASE_URL', 'KAFKA_BROKERS']) {
      expect(err).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
    }
    expect(err).toContain('  KAFKA_BROKER: nothing reads it; KAFKA_BROKERS may be meant\n');
    expect(err).not.toContain('secret');
  });

  it.each<[ServiceName, string[]]>([
    ['frontier', ['KAFKA_BROKERS', 'DATABASE_URL']],
    ['renderer', ['KAFKA_BROKERS']],
  ])('refuses to start the %s alone without %j', async (name, missing) => {
    const { status, err } = await start({ services: [name] }).ended;
    expect(status).toBe(78);
    expect([...err.matchAll(/^ {2}(\w+): /gm)].map((match) => match[1])).toEqual(missing);
  });

  it('tells where it is, keeps the key that it was given to itself, serves health and metrics, and ends by a signal in order', async () => {
    const running = startAll();
    const address = await running.ready();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(running.output.out).toContain(`ready ${address} undefined`);
    const health = await fetch(`${address}/health/ready`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'ok', checks: { process: { healthy: true }, database: { healthy: true } } },
    ]);
    const metrics = await (await fetch(`${address}/metrics`)).text();
    expect(metrics).toContain('\nprocess_cpu_seconds_total ');
    expect(metrics).toMatch(/\norbweaver_build_info\{version="[\d.]+",node="v[\d.]+"\} 1\n/);
    expect(metrics).toMatch(/\norbweaver_database_connections\{state="idle"\} [1-9]/);

    running.child.kill('SIGTERM');
    const { status, out } = await running.ended;
    expect(status).toBe(0);
    expect([...out.matchAll(/^closed (\w+)/gm)].map((match) => match[1])).toEqual(all);
    expect(out).toContain('"event":"stopped"');
    expect(out).not.toContain(KEY);
  });

  it('serves health and metrics on METRICS_PORT alone when it is set, to the end', async () => {
    const running = startAll({ closing: 'hangs' }, { METRICS_PORT: '0', DRAIN_TIMEOUT: '2s' });
    const address = await running.ready();
    const [, operations = ''] = /"metricsAddress":"([^"]+)"/.exec(running.output.out) ?? [];
    expect(operations).not.toBe(address);
    const paths = ['/health/live', '/health/ready', '/metrics'];
    const statuses = (base: string) => Promise.all(paths.map(async (path) => (await fetch(base + path)).status));
    expect(await statuses(address)).toEqual([404, 404, 404]);
    expect(await statuses(operations)).toEqual([200, 200, 200]);
    running.child.kill('SIGTERM');
    await until('the stop', () => running.output.out.includes('"event":"stopping"'));
    expect(await statuses(operations)).toEqual([200, 503, 200]);
    expect(await running.ended).toMatchObject({ status: 0 });
  });

  it('refuses a METRICS_PORT that is PORT', async () => {
    const { status, err } = await start({ services: all }, { PORT: '8090', METRICS_PORT: '8090' }).ended;
    expect(status).toBe(78);
    expect(err).toContain('METRICS_PORT: must be another port than PORT');
  });

  it('takes a signal that comes twice at once, as npm and a terminal send it, for one', async () => {
    const running = startAll();
    await running.ready();
    running.child.kill('SIGINT');
    await until('the stop', () => running.output.out.includes('"event":"stopping"'));
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ status: 0, out: expect.stringContaining('closed results') });
  });

  it.each(['fails', 'forgets-a-rejection'] as const)(
    'closes the others when the closing of a service %s, and says so by its status',
    async (closing) => {
      const running = startAll({ closing });
      await running.ready();
      running.child.kill('SIGTERM');
      const { status, out } = await running.ended;
      expect(status).toBe(1);
      expect(out).toMatch(/"message":"gateway cannot be closed"/);
      expect(out).toContain('closed results');
    },
  );

  it('goes on after a rejection that a service calls harmless', async () => {
    const running = startAll({ closing: 'forgets-a-rejection', survives: true });
    await running.ready();
    running.child.kill('SIGTERM');
    const { status, out } = await running.ended;
    expect(status).toBe(0);
    expect(out).toContain('"event":"rejection-unawaited"');
    expect(out).not.toContain('cannot be closed');
  });

  it('cuts off what is not done within DRAIN_TIMEOUT', async () => {
    const running = startAll({ closing: 'hangs' }, { DRAIN_TIMEOUT: '100ms' });
    await running.ready();
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0, out: expect.stringContaining('"event":"drain-cut-off"') });
  });

  it('says that the port is taken, and starts nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const dir = newDir();
    const { status, out, err } = await start({ services: all }, { DATA_DIR: dir, PORT: String(port) }).ended;
    other.close();
    expect(status).toBe(78);
    expect(err).toContain(`PORT: ${port} is taken by another process`);
    expect(out).not.toContain('framework-failed');
    expect(existsSync(path.join(dir, 'postgres/pgdata'))).toBe(false);
  });

  const FILE = '/etc/passwd';
  const NO_FOLDER = path.join(tmpdir(), 'n'.repeat(300));
  it.each([
    ['is a file', FILE, 'is a file and no folder'],
    ['lies below a file', `${FILE}/data`, 'is a file and no folder'],
    ['lies where no folder can be made', '/proc/orbweaver/data', 'cannot be made there'],
    ['has a name that is too long', NO_FOLDER, 'ENAMETOOLONG'],
  ])('says that a DATA_DIR that %s cannot be used, with or without a Postgres in it', async (_, dir, reason) => {
    for (const DATABASE_URL of ['', postgres.url]) {
      const { status, err, out } = await start({ services: all }, { DATA_DIR: dir, DATABASE_URL }).ended;
      expect({ status, err }).toEqual({
        status: 78,
        err: expect.stringMatching(
          new RegExp(`^the configuration is wrong:\\n  DATA_DIR: ${dir} cannot .*${reason}.*\\n$`),
        ),
      });
      expect(out).not.toContain('process-failed');
    }
  });

  it('says that a DATA_DIR of another user cannot be used, and by whom', async () => {
    const dir = newDir();
    // The tests may run as root, whom nobody refuses anything: then the process is nobody's, and the folder root's.
    const isRoot = process.getuid?.() === 0;
    chmodSync(dir, isRoot ? 0o755 : 0o555);
    const { status, err, out } = await start({ services: all }, { DATA_DIR: dir }, isRoot ? NOBODY : undefined).ended;
    expect({ status, err }).toEqual({
      status: 78,
      err: expect.stringMatching(/^ {2}DATA_DIR: \S+ cannot be used: user \w+ may not write \S+; set it to a folder/m),
    });
    expect(out).not.toContain('process-failed');
  });

  it('is refused a DATA_DIR that is in use, does it no harm, and takes it over when its user was killed', async () => {
    const dir = newDir();
    const first = start({ services: all }, { DATA_DIR: dir });
    const address = await first.ready();
    const kept = readFileSync(path.join(dir, 'api-key'), 'utf8').trim();
    expect(first.output.out).toContain(`ready ${address} ${kept}`);
    const { port } = new URL(address);
    for (const PORT of [port, '0']) {
      const { status, out, err } = await start({ services: all }, { DATA_DIR: dir, PORT }).ended;
      expect({ status, err }).toEqual({
        status: 78,
        err: expect.stringMatching(new RegExp(`^ {2}DATA_DIR: ${dir} is in use .*pid ${first.child.pid}`, 'm')),
      });
      expect(out).not.toContain('postgres-started');
    }
    const pid = postmasterOf(dir);
    expect(isAlive(pid)).toBe(true);

    first.child.kill('SIGKILL');
    await first.ended;
    const second = start({ services: all }, { DATA_DIR: dir });
    await second.ready();
    expect(second.output.out).toContain('"reused":true');
    expect(postmasterOf(dir)).toBe(pid);
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ status: 0 });
    expect(existsSync(path.join(dir, 'postgres/pgdata/postmaster.pid'))).toBe(false);
  });

  it('ends, for a supervisor to start it again, when its Postgres has ended by itself', async () => {
    const dir = newDir();
    const running = start({ services: all }, { DATA_DIR: dir });
    await running.ready();
    process.kill(postmasterOf(dir), 'SIGKILL');
    const { status, out } = await running.ended;
    expect(status).toBe(1);
    expect(out).toMatch(/"message":"the embedded Postgres \(pid \d+\) has ended by itself/);
  });

  it('leaves no Postgres behind when it is stopped while that starts', async () => {
    const dir = newDir();
    const { child, ended, output } = start({ services: all }, { DATA_DIR: dir });
    const pidFile = path.join(dir, 'postgres/pgdata/postmaster.pid');
    await until('Postgres', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', STARTS_WITHIN_MS);
    const pid = postmasterOf(dir);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0 });
    expect(output.out).not.toContain('ready');
    expect(isAlive(pid)).toBe(false);
  });
});

describe('runProcess, when Postgres goes away while it starts', () => {
  let way: CuttingWay;
  beforeEach(async () => {
    way = await startCuttingWay(postgres.url);
    await postgres.database.$executeRaw`TRUNCATE teams CASCADE`;
  });
  afterEach(() => way.close());

  /** Ends every session but the one that asks. */
  const endSessions = () => postgres.database.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'cut'`;

  const cutUrl = () => `${way.url}?application_name=cut`;

  // A broker that nobody asks anything of.
  const alone = { KAFKA_BROKERS: '127.0.0.1:1' };

  const schemaCheck = 'SELECT EXISTS (SELECT 1 FROM _prisma_migrations';
  const firstKey = [
    'INSERT INTO teams',
    'INSERT INTO audit_entries',
    'INSERT INTO api_keys',
    'COMMIT',
    '"public"."api_keys"."hash" = ',
  ];
  const migrations = ['pg_advisory_lock', 'CREATE TABLE IF NOT EXISTS _prisma_migrations', 'SELECT migration_name'];

  it.each<[services: ServiceName[], statements: string[]]>([
    [all, [...migrations, schemaCheck, ...firstKey]],
    [['gateway'], [schemaCheck, ...firstKey]],
    [['frontier'], [schemaCheck]],
    [['results'], [schemaCheck]],
  ])('starts %j, though its sessions are ended in each of its first statements', async (services, statements) => {
    way.cutBefore(statements, endSessions);
    const running = start(
      { services },
      { DATABASE_URL: cutUrl(), BOOTSTRAP_API_KEY: KEY, ...(services === all ? {} : alone) },
    );
    const address = await running.ready();
    expect(way.left()).toEqual([]);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    expect(running.output.out).toContain('"event":"waiting-for-database"');
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0 });
  });

  it('waits for a server that was stopped at once and is started again', async () => {
    const dir = newDir();
    let server = await startEmbeddedPostgres({ dir });
    way.lead(server.url);
    way.cutBefore(['INSERT INTO teams'], async () => {
      process.kill(server.pid, 'SIGQUIT');
      await until('the end', () => !isAlive(server.pid));
    });
    const url = new URL(server.url);
    url.port = new URL(way.url).port;
    const running = start({ services: all }, { DATABASE_URL: url.href, BOOTSTRAP_API_KEY: KEY });
    await until('a wait', () => running.output.out.includes('"event":"waiting-for-database"'), STARTS_WITHIN_MS);
    await server.stop();
    server = await startEmbeddedPostgres({ dir });
    way.lead(server.url);
    await running.ready();
    running.child.kill('SIGTERM');
    await running.ended;
    await server.stop();
  });

  it('ends by a signal while it waits', async () => {
    way.cutBefore(['INSERT INTO teams'], async () => {
      await endSessions();
      way.lead('postgresql://127.0.0.1:1/none');
    });
    const running = start({ services: all }, { DATABASE_URL: cutUrl(), BOOTSTRAP_API_KEY: KEY });
    await until('a wait', () => running.output.out.includes('"event":"waiting-for-database"'), STARTS_WITHIN_MS);
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0 });
  });
});
