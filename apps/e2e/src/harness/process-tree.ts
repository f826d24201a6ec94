import { readFileSync } from 'node:fs';
import { descendantsOf } from '@orbweaver/testing';

const KIB_PER_MIB = 1024;

/** Memory of a process and its descendants in MiB; shared memory counts once. */
export function memoryOfTreeMb(pid: number): number {
  const pids = [pid, ...descendantsOf(pid).map((one) => one.pid)];
  return Math.round(pids.reduce((sum, one) => sum + proportionalKb(one), 0) / KIB_PER_MIB);
}

function proportionalKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    // Exited meanwhile.
    return 0;
  }
}

/** The browsers of a process, and the number of their processes. */
export function browsersOf(pid: number): { browsers: number; processes: number } {
  const all = descendantsOf(pid).filter((one) => /chrom|headless/i.test(one.command.split(' ')[0] ?? ''));
  const children = all.filter((one) => / --type=/.test(one.command));
  return { browsers: all.length - children.length, processes: all.length };
}
