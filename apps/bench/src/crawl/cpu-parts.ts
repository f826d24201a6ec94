import { readFileSync } from 'node:fs';
import type { ContenderRoot } from './contenders/contender';
import { processTree, type ThreadTime, threadTimes, totalMs } from './process-cpu';

/** What a thread of a Node.js process is for. */
export type ThreadRole = 'main' | 'workers' | 'pool';

/** What all processes of a contender have used since they began. */
export interface CpuReading {
  totalMs: number;
  threads: ThreadTime[];
}

export function readCpu(roots: readonly ContenderRoot[]): CpuReading {
  const pids = pidsOf(roots);
  return { totalMs: totalMs(pids), threads: threadTimes(pids) };
}

export function pidsOf(roots: readonly ContenderRoot[]): number[] {
  return roots.flatMap(({ pid }) => processTree(pid));
}

/**
 * CPU milliseconds by part between two readings: of a Node.js process its main thread, its worker threads, and the
 * rest (thread pool, compiler, garbage collector); of another program all its processes together. Threads that ended
 * in between are in the total only.
 */
export function cpuByPart(
  roots: readonly ContenderRoot[],
  before: CpuReading,
  after: CpuReading,
  roleOf = threadRole,
): Map<string, number> {
  const partOf = new Map<number, ContenderRoot>();
  for (const root of roots) for (const pid of processTree(root.pid)) partOf.set(pid, root);
  const earlier = new Map(before.threads.map(({ tid, ms }) => [tid, ms]));
  const parts = new Map<string, number>();
  for (const { pid, tid, ms } of after.threads) {
    const used = ms - (earlier.get(tid) ?? 0);
    const root = partOf.get(pid);
    if (used <= 0 || root === undefined) continue;
    // A child of a Node.js process is a browser, or a process for files.
    const detail = !root.isNode ? '' : pid === root.pid ? `: ${roleOf(pid, tid)}` : ': children';
    const part = `${root.part}${detail}`;
    parts.set(part, (parts.get(part) ?? 0) + used);
  }
  return parts;
}

/** epoll_wait and epoll_pwait of x64, epoll_pwait of arm64. */
const EPOLL = process.arch === 'arm64' ? new Set(['22']) : new Set(['232', '281']);

/**
 * To be asked when the process idles: a worker thread then waits in the epoll of its own event loop, while the thread
 * pool and the helpers of V8 wait for a lock. Threads have no names that would tell it.
 */
export function threadRole(pid: number, tid: number): ThreadRole {
  if (pid === tid) return 'main';
  try {
    const [call] = readFileSync(`/proc/${pid}/task/${tid}/syscall`, 'utf8').split(' ');
    return EPOLL.has(call ?? '') ? 'workers' : 'pool';
  } catch {
    // It has ended, or may not be looked at.
    return 'pool';
  }
}
