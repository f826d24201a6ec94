import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionUrl, initialiseCluster, POSTGRES_ENVIRONMENT } from './initialise-cluster';
import { locatePostgres, type PostgresBinaries } from './locate-postgres';
import { type DirectoryLock, lockDirectory } from './lock-directory';
import { findOrphan, isPostmaster, readPostmaster } from './postmaster';
import { asNonRoot, changeOwner } from './run-as-non-root';

export interface EmbeddedPostgresOptions {
  /** Contains the cluster (`pgdata`), its password and log. Created if missing. */
  dir: string;
  settings?: Record<string, string>;
  /** The caller's lock on `dir`, released by the caller. Default: the server locks it. */
  lock?: DirectoryLock;
}

export interface EmbeddedPostgres {
  url: string;
  pid: number;
  reused: boolean;
  /** Calls back once if the server exits unexpectedly. Does not keep the process alive. */
  watch(onDeath: () => void): void;
  /** Fast shutdown: rolls back open transactions. Resolves when the process has exited. */
  stop(): Promise<void>;
  /** Like `stop` without waiting, for a process that is exiting. Needs no `this`. */
  tellToStop(): void;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Low, because services share the machine; the system caches repeated reads.
  shared_buffers: '48MB',
};
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 10;
const WATCH_INTERVAL_MS = 1000;

/**
 * Starts the npm package's Postgres on 127.0.0.1 with a free port and a random password. Takes over an orphaned server.
 * @throws DirectoryInUseError if another process uses the directory
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = path.resolve(options.dir);
  mkdirSync(home, { recursive: true });
  const ownLock = options.lock === undefined ? lockDirectory(home) : undefined;
  try {
    const server = await startLocked(home, options.settings ?? {});
    const stop = async () => {
      await server.stop();
      ownLock?.release();
    };
    return { ...server, stop };
  } catch (error) {
    ownLock?.release();
    throw error;
  }
}

async function startLocked(home: string, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const binaries = locatePostgres();
  const cluster = path.join(home, 'pgdata');
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) initialiseCluster(binaries, home, cluster);
  const orphan = await findOrphan(cluster, START_TIMEOUT_MS);
  if (orphan !== undefined) {
    const isRunning = () => isPostmaster(orphan.pid, cluster);
    return { url: connectionUrl(home, orphan.port), reused: true, ...controlOf(orphan.pid, isRunning) };
  }
  const port = await freePort();
  const child = launch(binaries, home, cluster, port, settings);
  // An aborted start must not leave a server behind.
  const tellToStop = () => child.kill('SIGINT');
  process.once('exit', tellToStop);
  await untilReady(child, cluster, port, path.join(home, 'pg.log')).finally(() =>
    process.removeListener('exit', tellToStop),
  );
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return { url: connectionUrl(home, port), reused: false, ...controlOf(child.pid!, isRunning) };
}

/** `isRunning` guards every signal, because the pid may have been reused. */
function controlOf(
  pid: number,
  isRunning: () => boolean,
): Pick<EmbeddedPostgres, 'pid' | 'watch' | 'stop' | 'tellToStop'> {
  let watch: NodeJS.Timeout | undefined;
  const tellToStop = () => {
    clearInterval(watch);
    if (isRunning()) process.kill(pid, 'SIGINT');
  };
  return {
    pid,
    tellToStop,
    watch: (onDeath) => {
      watch = setInterval(() => {
        if (isRunning()) return;
        clearInterval(watch);
        onDeath();
      }, WATCH_INTERVAL_MS).unref();
    },
    stop: async () => {
      const deadline = Date.now() + STOP_TIMEOUT_MS;
      for (tellToStop(); isRunning(); await delay(POLL_MS)) {
        if (Date.now() > deadline) throw new Error(`Postgres (pid ${pid}) did not stop within ${STOP_TIMEOUT_MS} ms`);
      }
    },
  };
}

function launch(
  binaries: PostgresBinaries,
  home: string,
  cluster: string,
  port: number,
  settings: Record<string, string>,
): ChildProcess {
  const all = { ...SETTINGS, ...settings };
  const given = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const invocation = asNonRoot(binaries.postgres, ['-D', cluster, '-p', String(port), ...given], home);
  const { command, args, options } = invocation;
  changeOwner(invocation, [cluster]);
  const log = openSync(path.join(home, 'pg.log'), 'a');
  // A separate process group: Ctrl-C must reach this process first, while statements still run.
  const child = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ['ignore', log, log],
    env: POSTGRES_ENVIRONMENT,
  });
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
  // A killed server leaves a file with "ready", so the port must match.
  const isReady = () => {
    const found = readPostmaster(cluster);
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
