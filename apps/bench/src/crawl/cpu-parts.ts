import { readFileSync } from 'node:fs';
import type { ContenderRoot } from './contenders/contender';
import { processTree, type ThreadTime, threadTimes, totalMs } from './process-cpu';

/** What a thread of a Node.js process is for. */
export type ThreadRole = 'main' | 'workers' | 'V8 helpers' | 'thread pool';

/** What all processes of a contender have used since they began. */
export interface CpuReading {
  totalMs: number;
  /** By the root's pid, what its process tree has used, children that have ended included. */
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
 * CPU milliseconds by part between two readings: of a Node.js process its threads by what they are for, and its
 * children; of another program all its processes together. To be asked when the process idles.
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
    // Browsers and processes for files. Threads that ended in between are among them.
    parts.set(`${part}: children`, Math.max(0, ofTree - ofThreads));
  }
  return parts;
}

/** Threads that wait for one condition of a pool lie on the same or neighbouring words. */
const NEAR_BYTES = 16n;
const FUTEX = process.arch === 'arm64' ? '98' : '202';

/**
 * What the threads of an idle Node.js process are for. Node.js 20 gives them no names, but their waits differ: the
 * helpers of V8 wait together for one condition and were there first, the thread pool waits together for another, and
 * a worker thread waits alone, for events or for its next task.
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

/** The threads in the order of their birth, and the address of the lock that each waits for, if it does. */
function waitsOf(pid: number): [tid: number, at: bigint | undefined][] {
  return threadIds(pid).map((tid) => {
    try {
      const [call, at] = readFileSync(`/proc/${pid}/task/${tid}/syscall`, 'utf8').split(' ');
      return [tid, call === FUTEX ? BigInt(at ?? 0) : undefined];
    } catch {
      // It has ended, or may not be looked at.
      return [tid, undefined];
    }
  });
}

function threadIds(pid: number): number[] {
  return threadTimes([pid])
    .map(({ tid }) => tid)
    .sort((one, other) => one - other);
}
