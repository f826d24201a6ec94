import { readFileSync } from 'node:fs';
import { processesOfGroup } from '@orbweaver/testing';

/** Living processes of a group. Linux only. */
export function processesInGroup(groupId: number): number[] {
  return processesOfGroup(groupId).map(({ pid }) => pid);
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
