import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolders } from '@orbweaver/testing';
import { Client } from 'pg';
import { joinEmbeddedPostgres } from './join-embedded-postgres';
import { type DirectoryLock, lockDirectory } from './lock-directory';
import { isPostmaster } from './postmaster';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres';

const folders = temporaryFolders('postgres');
const newDir = folders.make;
afterAll(folders.remove);

/** The folder of a server that has run before. Creating the files of each server takes seconds. */
function usedDir(): string {
  const dir = newDir();
  execFileSync('cp', ['-a', `${template}/.`, dir]);
  return dir;
}

let template: string;
beforeAll(async () => {
  template = newDir();
  await (await startEmbeddedPostgres({ dir: template })).stop();
});

async function query<T>(server: EmbeddedPostgres, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const started: EmbeddedPostgres[] = [];
afterEach(() => Promise.all(started.splice(0).map((server) => server.stop())));

async function start(dir: string, lock?: DirectoryLock): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dir, ...(lock === undefined ? {} : { lock }) });
  started.push(server);
  return server;
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Another process that starts and keeps a server. Resolves when it has one or was rejected. */
async function startElsewhere(dir: string) {
  const script = `require(${JSON.stringify(path.join(__dirname, 'start-embedded-postgres.ts'))})
    .startEmbeddedPostgres({ dir: ${JSON.stringify(dir)} })
    .then(({ pid }) => { console.log(pid); setInterval(() => {}, 1000); }, ({ name }) => console.log(name));`;
  const hook = path.resolve(__dirname, '../../../tooling/typescript-hook.cjs');
  const child = spawn(process.execPath, ['-r', hook, '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { child, said: String(said).trim(), kill };
}

describe('startEmbeddedPostgres', () => {
  it('starts a server, keeps its data over a restart and leaves no process behind', async () => {
    const dir = newDir();
    const first = await start(dir);
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start(dir);
    expect(second.reused).toBe(false);
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('takes over an orphaned server and no other', async () => {
    const dir = usedDir();
    const elsewhere = await startElsewhere(dir);
    const pid = Number(elsewhere.said);
    await expect(start(dir)).rejects.toMatchObject({ name: 'DirectoryInUseError', pid: elsewhere.child.pid });
    expect(isAlive(pid)).toBe(true);
    await elsewhere.kill();
    const second = await start(dir);
    expect(second).toMatchObject({ pid, reused: true });
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(isPostmaster(pid, path.join(dir, 'pgdata'))).toBe(false);
  });

  it('starts one server for concurrent callers', async () => {
    const dir = newDir();
    const all = await Promise.all([1, 2, 3].map(() => startElsewhere(dir)));
    expect(all.map(({ said }) => /^\d+$/.test(said)).filter(Boolean)).toHaveLength(1);
    expect(all.filter(({ said }) => said === 'DirectoryInUseError')).toHaveLength(2);
    await Promise.all(all.filter(({ child }) => child.exitCode === null).map(({ kill }) => kill()));
    expect((await start(dir)).reused).toBe(true);
  });

  it.each([
    ['of another process', `${process.ppid}\n/nowhere\n1\n1\n\n127.0.0.1\n0 0\nready   \n`],
    ['of no process', `${2 ** 22}\n/nowhere\n1\n1\n\n127.0.0.1\n0 0\nready   \n`],
    ['not written', ''],
  ])('ignores files of a killed server with the pid %s', async (_, pidFile) => {
    const dir = usedDir();
    await (await start(dir)).stop();
    writeFileSync(path.join(dir, 'pgdata/postmaster.pid'), pidFile, { mode: 0o600 });
    writeFileSync(path.join(dir, 'lock'), `${process.ppid}\n`);
    const second = await start(dir);
    expect(second.reused).toBe(false);
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports an unexpected exit once, and no requested stop', async () => {
    const dir = usedDir();
    const stopped = await start(dir);
    const onStop = jest.fn();
    stopped.watch(onStop);
    await stopped.stop();
    const killed = await start(dir);
    await new Promise<void>((resolve) => {
      killed.watch(resolve);
      process.kill(killed.pid, 'SIGKILL');
    });
    expect(onStop).not.toHaveBeenCalled();
    await killed.stop();
  });

  it('waits for a stopping server', async () => {
    const dir = usedDir();
    const lock = lockDirectory(dir);
    const first = await start(dir, lock);
    const file = path.join(dir, 'pgdata/postmaster.pid');
    const isReady = () => existsSync(file) && readFileSync(file, 'utf8').includes('ready');
    first.tellToStop();
    while (isReady()) await new Promise(setImmediate);
    const second = await start(dir, lock);
    expect(second.reused).toBe(false);
    expect(isAlive(first.pid)).toBe(false);
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    lock.release();
  });

  it('recovers committed data of a killed server', async () => {
    const dir = usedDir();
    const first = await start(dir);
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(first.pid, 'SIGKILL');
    await first.stop();
    const second = await start(dir);
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('listens on loopback only and requires the password', async () => {
    const server = await start(usedDir());
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(query({ ...server, url: wrong.href }, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(await query(server, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await server.stop();
  });

  it('runs as another user than root with access to the files, and keeps its data without one', async () => {
    const dir = newDir();
    const owners: number[] = [];
    for (const mode of [0o755, 0o700, 0o755]) {
      chmodSync(dir, mode);
      const server = await start(dir);
      await query(server, 'CREATE TABLE IF NOT EXISTS kept (mode int)');
      await query(server, `INSERT INTO kept VALUES (${mode})`);
      expect(await query(server, 'SELECT mode FROM kept')).toHaveLength(owners.length + 1);
      owners.push(statSync(path.join(dir, 'pgdata')).uid);
      await server.stop();
    }
    const own = process.getuid?.() ?? 0;
    const [open, closed, again] = owners;
    expect([closed, again]).toEqual([own, open]);
    // Hostile pages may run as the user nobody.
    if (own === 0) expect([0, 65_534]).not.toContain(open);
    else expect(open).toBe(own);
  });
});

describe('joinEmbeddedPostgres', () => {
  it('uses the server of another process without stopping it', async () => {
    const dir = usedDir();
    const server = await start(dir);
    const joined = await joinEmbeddedPostgres({ dir });
    expect(joined.url).toBe(server.url);
    await joined.close();
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('starts a server, waits for a starting one, and stops only its own', async () => {
    const dir = newDir();
    const [one, other] = await Promise.all([joinEmbeddedPostgres({ dir }), joinEmbeddedPostgres({ dir })]);
    expect(other.url).toBe(one.url);
    await other.close();
    await one.close();
    expect((await start(dir)).reused).toBe(false);
  });
});
