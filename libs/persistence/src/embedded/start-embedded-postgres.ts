import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionUrl, initialiseCluster, POSTGRES_ENVIRONMENT } from './initialise-cluster';
import { locatePostgres, type PostgresBinaries } from './locate-postgres';
import { type DirectoryLock, lockDirectory } from './lock-directory';
import { findOrphan, isPostmaster, readPostmaster } from './postmaster';
import { asNonRoot, giveTo } from './run-as-non-root';

export interface EmbeddedPostgresOptions {
  /** Holds the cluster (`pgdata`), its password and its log; made when missing. */
  dir: string;
  /** Settings as for `postgres -c`. */
  settings?: Record<string, string>;
  /** The caller's own lock on `dir`, which the caller releases; without it the server takes and releases the lock. */
  lock?: DirectoryLock;
}

export interface EmbeddedPostgres {
  /** Superuser, database `postgres`. */
  url: string;
  pid: number;
  /** true: a server that outlived its parent was taken over. */
  reused: boolean;
  /** Calls back once if the server ends without having been told to. Does not keep the process alive. */
  watch(onDeath: () => void): void;
  /** Fast shutdown: open transactions are rolled back; resolves when the process is gone. */
  stop(): Promise<void>;
  /** The same without waiting, for a process that is about to end. Needs no `this`. */
  tellToStop(): void;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // On one machine with the service, which has other uses for the memory; what is read again is in the system's cache.
  shared_buffers: '48MB',
};
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 10;
const WATCH_INTERVAL_MS = 1000;

/**
 * Starts the Postgres of the npm package on a cluster of our own, listening on 127.0.0.1 and a free port with a random
 * password. A server that runs while the directory is unlocked has outlived its parent: it is taken over.
 * @throws DirectoryInUseError when another process has the directory; nothing is touched then
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
  // A caller that gives up waiting and exits must not leave a starting server behind.
  const tellToStop = () => child.kill('SIGINT');
  process.once('exit', tellToStop);
  await untilReady(child, cluster, port, path.join(home, 'pg.log')).finally(() =>
    process.removeListener('exit', tellToStop),
  );
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return { url: connectionUrl(home, port), reused: false, ...controlOf(child.pid!, isRunning) };
}

/** `isRunning` is asked before every signal: the pid of a server that is gone may be that of some other process. */
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
  giveTo(invocation, [cluster]);
  const log = openSync(path.join(home, 'pg.log'), 'a');
  // Its own process group: a Ctrl-C in the terminal must reach us first, while statements still run.
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
  // A killed server leaves its file behind, so "ready" alone says nothing: the port must be ours.
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
