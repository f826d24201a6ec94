import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Contents of postmaster.pid: line 1 the pid, line 4 the port, line 8 the state. */
export interface Postmaster {
  pid: number;
  port: number;
  /** starting, ready, stopping, … */
  state: string;
}

const POLL_MS = 10;
/** A server writes its file in one go; a file without a pid for longer was left by a power cut. */
const EMPTY_FILE_MS = 2000;

const pidFile = (cluster: string) => path.join(cluster, 'postmaster.pid');

/**
 * Undefined when there is no file. A killed server leaves its file behind, so the file does not prove that a server
 * lives.
 */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), state: (lines[7] ?? '').trim() };
}

/** The server that serves the cluster now, if it is up. */
export function findReady(cluster: string): Postmaster | undefined {
  const found = readPostmaster(cluster);
  return found?.state === 'ready' && isPostmaster(found.pid, cluster) ? found : undefined;
}

/**
 * The running server of a directory that the caller has locked: the process that started it is gone. Waits for a server
 * that is starting or stopping, since a second one beside it would refuse to start. A second one would also refuse a
 * file whose pid now belongs to another process, so that file is removed.
 */
export async function findOrphan(cluster: string, withinMs: number): Promise<Postmaster | undefined> {
  const startedAt = Date.now();
  for (; Date.now() - startedAt < withinMs; await delay(POLL_MS)) {
    const found = readPostmaster(cluster);
    if (found === undefined) return undefined;
    const isWritten = found.pid > 0;
    if (isWritten && isPostmaster(found.pid, cluster)) {
      if (found.state === 'ready') return found;
    } else if (isWritten || Date.now() - startedAt > EMPTY_FILE_MS) {
      // When no process has the pid, Postgres removes the file itself and checks for orphaned backends first.
      if (!isWritten || isAlive(found.pid)) rmSync(pidFile(cluster), { force: true });
      return undefined;
    }
  }
  return undefined;
}

/** Whether the process is a server of this cluster, not merely one that has its pid. */
export function isPostmaster(pid: number, cluster: string): boolean {
  const served = /\/postgres -D (.+?)(?: -p \d+.*)?$/s.exec(commandOf(pid))?.[1];
  if (served === undefined) return false;
  const theirs = statSync(served, { throwIfNoEntry: false });
  const ours = statSync(cluster, { throwIfNoEntry: false });
  // The directory of a cluster that was moved while its server ran cannot be read. Take it for ours: starting a second
  // server is worse.
  return theirs === undefined || (theirs.ino === ours?.ino && theirs.dev === ours.dev);
}

/** Empty when there is no such process, or one that has ended and was not waited for. */
function commandOf(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // ENOENT, ESRCH: no such process
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // ESRCH: no such process
  }
}
