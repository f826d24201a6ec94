import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { locatePostgres, type PostgresBinaries } from './locate-postgres';
import { asNonRoot } from './run-as-non-root';

export interface EmbeddedPostgresOptions {
  /** Holds the cluster (`pgdata`), its password and its log; made when missing. */
  dir: string;
  /** Settings as for `postgres -c`. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Superuser, database `postgres`. */
  url: string;
  pid: number;
  /** true: a server that outlived its parent was taken over. */
  reused: boolean;
  /** Fast shutdown: open transactions are rolled back; resolves when the process is gone. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 10;

const ENVIRONMENT = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts the Postgres of the npm package on a cluster of our own, listening on 127.0.0.1 and a free port with
 * a random password. A second start on the same directory takes the running server over.
 */
export async function startEmbeddedPostgres({
  dir,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = locatePostgres();
  const home = path.resolve(dir);
  const cluster = path.join(home, 'pgdata');
  mkdirSync(home, { recursive: true });
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) initialise(binaries, home, cluster);
  const password = readFileSync(passwordFile(home), 'utf8').trim();
  const urlAt = (port: number) => `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;

  const running = await findRunning(cluster);
  if (running !== undefined) {
    return { url: urlAt(running.port), pid: running.pid, reused: true, stop: () => stopProcess(running.pid) };
  }
  const port = await freePort();
  const child = launch(binaries, home, cluster, port, settings);
  await untilReady(child, cluster, port, path.join(home, 'pg.log'));
  const pid = child.pid!;
  return { url: urlAt(port), pid, reused: false, stop: () => stopProcess(pid) };
}

const passwordFile = (home: string) => path.join(home, 'pg.password');

/** initdb into a directory beside, renamed at the end: a kill in the middle leaves no half cluster. */
function initialise(binaries: PostgresBinaries, home: string, cluster: string): void {
  const fresh = `${cluster}.init`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  writeFileSync(passwordFile(home), `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 });
  const { command, args, options, ownerUid } = asNonRoot(binaries.initdb, [
    ...['-D', fresh, '-U', 'postgres', `--pwfile=${passwordFile(home)}`, '-A', 'scram-sha-256', '-E', 'UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ]);
  if (ownerUid !== undefined) {
    mkdirSync(fresh, { mode: 0o700 });
    chownSync(fresh, ownerUid, ownerUid);
    chownSync(passwordFile(home), ownerUid, ownerUid);
  }
  const result = spawnSync(command, args, { ...options, encoding: 'utf8', env: ENVIRONMENT });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || String(result.error)}`);
  renameSync(fresh, cluster);
}

function launch(
  binaries: PostgresBinaries,
  home: string,
  cluster: string,
  port: number,
  settings: Record<string, string>,
): ChildProcess {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const { command, args, options } = asNonRoot(binaries.postgres, [
    ...['-D', cluster, '-p', String(port)],
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = openSync(path.join(home, 'pg.log'), 'a');
  // Its own process group: a Ctrl-C in the terminal must reach us first, while statements still run.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log, log], env: ENVIRONMENT });
  child.unref();
  return child;
}

async function untilReady(child: ChildProcess, cluster: string, port: number, log: string): Promise<void> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    failure = `it exited with ${signal ?? code}`;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  // A killed server leaves its file behind, so "ready" alone says nothing: the port must be ours.
  const isReady = () => {
    const found = readPidFile(cluster);
    return found?.port === port && found.ready;
  };
  while (!isReady()) {
    if (failure !== undefined) throw new Error(`Postgres did not start: ${failure}; see ${log}`);
    if (Date.now() > deadline) throw new Error(`Postgres did not start within ${START_TIMEOUT_MS} ms; see ${log}`);
    await delay(POLL_MS);
  }
}

/** postmaster.pid: line 1 the pid, line 4 the port, line 8 the state. */
function readPidFile(cluster: string): { pid: number; port: number; ready: boolean } | undefined {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: (lines[7] ?? '').trim() === 'ready' };
}

async function findRunning(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const found = readPidFile(cluster);
  if (!found?.ready || !isAlive(found.pid) || !(await accepts(found.port))) return undefined;
  return found;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // ESRCH: no such process
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function stopProcess(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`Postgres (pid ${pid}) did not stop within ${STOP_TIMEOUT_MS} ms`);
    await delay(POLL_MS);
  }
}
