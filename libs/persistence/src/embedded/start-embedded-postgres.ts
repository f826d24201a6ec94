import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  /** The same without waiting, for a process that is about to end. Needs no `this`. */
  tellToStop(): void;
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
  const serverAt = ({ pid, port }: { pid: number; port: number }) => ({
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    pid,
    stop: () => stopProcess(pid),
    tellToStop: () => void tellToStop(pid),
  });

  const running = await findRunning(cluster);
  if (running !== undefined) return { ...serverAt(running), reused: true };
  const port = await freePort();
  const child = launch(binaries, home, cluster, port, settings);
  await untilReady(child, cluster, port, path.join(home, 'pg.log'));
  return { ...serverAt({ pid: child.pid!, port }), reused: false };
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
  closeSync(log);
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
    return found?.port === port && found.state === 'ready';
  };
  while (!isReady()) {
    if (failure !== undefined) throw new Error(`Postgres did not start: ${failure}; see ${log}`);
    if (Date.now() > deadline) {
      child.kill('SIGINT');
      throw new Error(`Postgres did not start within ${START_TIMEOUT_MS} ms; see ${log}`);
    }
    await delay(POLL_MS);
  }
}

interface PidFile {
  pid: number;
  port: number;
  /** starting, ready, stopping, … */
  state: string;
}

/** postmaster.pid: line 1 the pid, line 4 the port, line 8 the state. */
function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), state: (lines[7] ?? '').trim() };
}

/** A server that is on its way up or down is waited for: a second one beside it would refuse to start. */
async function findRunning(cluster: string): Promise<PidFile | undefined> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const found = readPidFile(cluster);
    if (found === undefined || !isAlive(found.pid)) return undefined;
    // A killed server leaves its file behind, and its pid may be that of some other process by now.
    if (found.state === 'ready') return (await accepts(found.port)) ? found : undefined;
  }
  return undefined;
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
  if (!tellToStop(pid)) return;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`Postgres (pid ${pid}) did not stop within ${STOP_TIMEOUT_MS} ms`);
    await delay(POLL_MS);
  }
}

/** Answers false when the process is gone already. */
function tellToStop(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGINT');
  } catch {
    return false; // ESRCH: no such process
  }
}
