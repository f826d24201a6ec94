import type { CDPSession } from 'puppeteer-core';
import type { GpuUse } from './gpu-watch';
import { residentMemory, totalBytes } from './process-memory';

export interface BrowserCheck {
  /** Bytes of all its processes; 0 where they cannot be measured. */
  residentBytes: number;
  /** Pages over the limit, by process id, with the bytes of each. */
  hungryPages: { pid: number; bytes: number }[];
  /** Bytes of the largest page. */
  largestPageBytes: number;
  /** Absent for a moment after it crashed. */
  gpu: GpuUse | undefined;
}

/** Asks a browser, through its root session, for its processes and measures them. Rejects when the browser is gone. */
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
