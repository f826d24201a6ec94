import { readFileSync } from 'node:fs';
import type { ContenderRoot } from './contenders/contender';
import { processTree, type ThreadTime, threadTimes, totalMs } from './process-cpu';

/** Role of a thread of a Node.js process. */
export type ThreadRole = 'main' | 'workers' | 'V8 helpers' | 'thread pool';

/** CPU time of a contender's processes since their start. */
export interface CpuReading {
  totalMs: number;
  /** By root pid: the CPU time of its process tree, including exited children. */
  ofTree: Map<number, number>;
  threads: ThreadTime[];
}

export function readCpu(roots: readonly ContenderRoot[]): CpuReading {
  const ofTree = new Map(roots.map(({ pid }) => [pid, totalMs(processTree(pid))]));
  const total = [...ofTree.values()].reduce((sum, ms) => sum + ms, 0);
  return { totalMs: total, ofTree, threads: threadTimes(pidsOf(roots)) };
}

export function pidsOf(roots: readonly ContenderRoot[]): number[] {
  return roots.flatMap(({ pid }) => processTree(pid));
}

/**
 * CPU milliseconds by part between two readings: threads by role and children of Node.js processes; other programs as a
 * whole. Call it while the process is idle.
 */
export function cpuByPart(roots: readonly ContenderRoot[], before: CpuReading, after: CpuReading): Map<string, number> {
  const earlier = new Map(before.threads.map(({ tid, ms }) => [tid, ms]));
  const parts = new Map<string, number>();
  for (const { part, pid, isNode } of roots) {
    const ofTree = (after.ofTree.get(pid) ?? 0) - (before.ofTree.get(pid) ?? 0);
    if (!isNode) {
      parts.set(part, ofTree);
      continue;
    }
    let ofThreads = 0;
    const roles = threadRoles(pid);
    for (const thread of after.threads.filter((one) => one.pid === pid)) {
      const used = thread.ms - (earlier.get(thread.tid) ?? 0);
      const name = `${part}: ${roles.get(thread.tid) ?? 'workers'}`;
      ofThreads += used;
      parts.set(name, (parts.get(name) ?? 0) + used);
    }
    // Children, and threads that ended between the readings.
    parts.set(`${part}: children`, Math.max(0, ofTree - ofThreads));
  }
  return parts;
}

/** Threads of a pool wait on the same or neighbouring words. */
const NEAR_BYTES = 16n;
const FUTEX = process.arch === 'arm64' ? '98' : '202';

/**
 * Roles of the threads of an idle Node.js process. Node.js 20 does not name threads, but they wait differently: V8's
 * helpers together on one condition, created first; the thread pool together on another; worker threads alone.
 */
export function threadRoles(pid: number): Map<number, ThreadRole> {
  const waits = waitsOf(pid);
  const roles = new Map<number, ThreadRole>();
  let helpersWaitAt: bigint | undefined;
  for (const [tid, at] of waits) {
    const isShared = at !== undefined && waits.some(([other, word]) => other !== tid && isNear(at, word));
    if (tid === pid) roles.set(tid, 'main');
    else if (!isShared) roles.set(tid, 'workers');
    else {
      helpersWaitAt ??= at;
      roles.set(tid, isNear(helpersWaitAt, at) ? 'V8 helpers' : 'thread pool');
    }
  }
  return roles;
}

function isNear(one: bigint, other: bigint | undefined): boolean {
  if (other === undefined) return false;
  const distance = one - other;
  return distance < NEAR_BYTES && -distance < NEAR_BYTES;
}

/** Threads in order of creation, with the address of the lock on which each waits. */
function waitsOf(pid: number): [tid: number, at: bigint | undefined][] {
  return threadIds(pid).map((tid) => {
    try {
      const [call, at] = readFileSync(`/proc/${pid}/task/${tid}/syscall`, 'utf8').split(' ');
      return [tid, call === FUTEX ? BigInt(at ?? 0) : undefined];
    } catch {
      // Exited, or not readable.
      return [tid, undefined];
    }
  });
}

function threadIds(pid: number): number[] {
  return threadTimes([pid])
    .map(({ tid }) => tid)
    .sort((one, other) => one - other);
}
