import { readdirSync, readFileSync } from 'node:fs';

/** /proc counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** A thread of a process tree and its CPU time. */
export interface ThreadTime {
  pid: number;
  tid: number;
  ms: number;
}

export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(fieldsOf(`/proc/${name}/stat`)?.[1]);
    if (!Number.isNaN(parent)) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

export function threadTimes(pids: readonly number[]): ThreadTime[] {
  return pids.flatMap((pid) =>
    list(`/proc/${pid}/task`).flatMap((tid) => {
      const fields = fieldsOf(`/proc/${pid}/task/${tid}/stat`);
      const ticks = Number(fields?.[11]) + Number(fields?.[12]);
      return Number.isNaN(ticks) ? [] : [{ pid, tid: Number(tid), ms: ticks * MS_PER_TICK }];
    }),
  );
}

/** CPU time of all processes, including exited children. */
export function totalMs(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const fields = fieldsOf(`/proc/${pid}/stat`);
    for (const at of [11, 12, 13, 14]) ticks += Number(fields?.[at] ?? 0);
  }
  return ticks * MS_PER_TICK;
}

/** Memory of all processes in MB; shared pages count once. */
export function memoryMb(pids: readonly number[]): number {
  let kib = 0;
  for (const pid of pids) kib += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0);
  return kib / 1024;
}

/** Fields after the name, which may contain spaces: state, parent, … */
function fieldsOf(file: string): string[] | undefined {
  const text = read(file);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Exited meanwhile.
    return undefined;
  }
}
