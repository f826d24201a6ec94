import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  parent: number;
  group: number;
  /** Ticks since boot; distinguishes processes that reuse a pid. */
  startedAt: string;
  command: string;
}

/** All processes in /proc except zombies. */
function runningProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
}

function readProcess(pid: number): RunningProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return [{ pid, parent: Number(fields[1]), group: Number(fields[2]), startedAt: fields[19] ?? '', command }];
  } catch {
    // Exited after the listing.
    return [];
  }
}

export function descendantsOf(ancestor: number): RunningProcess[] {
  const all = runningProcesses();
  const found: RunningProcess[] = [];
  let parents = new Set([ancestor]);
  while (parents.size > 0) {
    const children = all.filter((one) => parents.has(one.parent));
    found.push(...children);
    parents = new Set(children.map((one) => one.pid));
  }
  return found;
}

export function isSameStillRunning(one: RunningProcess): boolean {
  return readProcess(one.pid).some((now) => now.startedAt === one.startedAt);
}

/** Processes whose command line names `text`, such as a data directory. */
export function processesNaming(text: string): RunningProcess[] {
  return runningProcesses().filter((one) => one.command.includes(text) && one.pid !== process.pid);
}

export function processesOfGroup(group: number): RunningProcess[] {
  return runningProcesses().filter((one) => one.group === group);
}
