import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Contents of postmaster.pid: pid in line 1, port in line 4, state in line 8. */
export interface Postmaster {
  pid: number;
  port: number;
  state: string;
}

const POLL_MS = 10;
/** Servers write the file at once; one without a pid for longer was truncated by a power failure. */
const EMPTY_FILE_MS = 2000;

const pidFile = (cluster: string) => path.join(cluster, 'postmaster.pid');

/** Undefined without a file. A file does not prove that the server runs: killed servers leave it behind. */
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

export function findReady(cluster: string): Postmaster | undefined {
  const found = readPostmaster(cluster);
  return found?.state === 'ready' && isPostmaster(found.pid, cluster) ? found : undefined;
}

/**
 * The server of a directory that the caller has locked, whose starting process has exited. Waits for a starting or
 * stopping server, because a second one would fail to start. Removes a pid file whose pid belongs to another process.
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
      // For a dead pid, Postgres removes the file itself after checking for orphaned backends.
      if (!isWritten || isAlive(found.pid)) rmSync(pidFile(cluster), { force: true });
      return undefined;
    }
  }
  return undefined;
}

export function isPostmaster(pid: number, cluster: string): boolean {
  const served = /\/postgres -D (.+?)(?: -p \d+.*)?$/s.exec(commandOf(pid))?.[1];
  if (served === undefined) return false;
  const theirs = statSync(served, { throwIfNoEntry: false });
  const ours = statSync(cluster, { throwIfNoEntry: false });
  // The working directory of a moved cluster is unreadable. Assume it is ours, because a second server would be worse.
  return theirs === undefined || (theirs.ino === ours?.ino && theirs.dev === ours.dev);
}

/** Empty for an unknown process or a zombie. */
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
