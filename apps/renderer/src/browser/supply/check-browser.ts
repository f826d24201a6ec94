import type { CDPSession } from 'puppeteer-core';
import type { GpuUse } from './gpu-watch';
import { residentMemory, totalBytes } from './process-memory';

export interface BrowserCheck {
  /** Of all its processes; 0 where it cannot be measured. */
  residentBytes: number;
  /** Pages, in their processes' numbers, that hold more than they may, with what each holds. */
  hungryPages: { pid: number; bytes: number }[];
  /** What the page holds that holds most. */
  largestPageBytes: number;
  /** Absent for a moment after it crashed. */
  gpu: GpuUse | undefined;
}

/** Asks a browser, in a session with itself, for its processes, and measures them. Rejects when it has gone. */
export async function checkBrowser(root: CDPSession, maxPageBytes: number): Promise<BrowserCheck> {
  const { processInfo } = await root.send('SystemInfo.getProcessInfo');
  const memory = await residentMemory(processInfo.map(({ id }) => id));
  const pages = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => ({ pid: id, bytes: memory.get(id)?.ownBytes ?? 0 }));
  const gpu = processInfo.find(({ type }) => type === 'GPU');
  return {
    residentBytes: totalBytes(memory),
    hungryPages: pages.filter(({ bytes }) => bytes > maxPageBytes),
    largestPageBytes: Math.max(0, ...pages.map(({ bytes }) => bytes)),
    gpu: gpu && { pid: gpu.id, cpuSeconds: gpu.cpuTime },
  };
}
