import { readdirSync, readFileSync } from 'node:fs';

/** Living processes of a group. Linux only. */
export function processesInGroup(groupId: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isOfGroup(pid, groupId));
}

function isOfGroup(pid: number, groupId: number): boolean {
  try {
    // "pid (name) state parent group …"; a zombie has ended and only waits to be counted.
    const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(group) === groupId && state !== 'Z';
  } catch {
    // It ended between the listing and the look.
    return false;
  }
}

/** What a process of Chromium is for: `renderer`, `gpu-process`, `zygote` …; undefined for the browser itself. */
export function kindOf(pid: number): string | undefined {
  try {
    return /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1];
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
