import { readFileSync } from 'node:fs';
import { processesOfGroup } from '@orbweaver/testing';

/** Running processes of a group. Linux only. */
export function processesInGroup(groupId: number): number[] {
  return processesOfGroup(groupId).map(({ pid }) => pid);
}

/** The type of a Chromium process: `renderer`, `gpu-process`, `zygote` …; undefined for the browser process. */
export function kindOf(pid: number): string | undefined {
  try {
    return /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1];
  } catch {
    // It has exited.
    return undefined;
  }
}
