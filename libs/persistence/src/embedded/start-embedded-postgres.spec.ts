import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres';

const newDir = () => mkdtempSync(path.join(tmpdir(), 'orbweaver-postgres-'));

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

async function start(dir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dir });
  started.push(server);
  return server;
}

describe('startEmbeddedPostgres', () => {
  it('starts a server of its own, keeps its data over a stop, and leaves no process behind', async () => {
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

  it('takes over a server that outlived the process which started it', async () => {
    const dir = newDir();
    const first = await start(dir);
    const second = await start(dir);
    expect(second).toMatchObject({ url: first.url, pid: first.pid, reused: true });
    await second.stop();
    expect(isAlive(first.pid)).toBe(false);
  });

  it('waits for a server that is still stopping', async () => {
    const dir = newDir();
    const first = await start(dir);
    const file = path.join(dir, 'pgdata/postmaster.pid');
    const isReady = () => existsSync(file) && readFileSync(file, 'utf8').includes('ready');
    first.tellToStop();
    while (isReady()) await new Promise(setImmediate);
    const second = await start(dir);
    expect(second.reused).toBe(false);
    expect(isAlive(first.pid)).toBe(false);
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
  });

  it('recovers what was committed when the server was killed', async () => {
    const dir = newDir();
    const first = await start(dir);
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(first.pid, 'SIGKILL');
    while (isAlive(first.pid)) await new Promise(setImmediate);
    const second = await start(dir);
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('listens on the loopback only, and only for who knows the password', async () => {
    const server = await start(newDir());
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(query({ ...server, url: wrong.href }, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(await query(server, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await server.stop();
  });
});
