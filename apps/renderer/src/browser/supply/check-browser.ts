import type { CDPSession } from 'puppeteer-core';
import type { GpuUse } from './gpu-watch';
import { residentMemory, totalBytes } from './process-memory';

export interface BrowserCheck {
  /** Bytes of all processes; 0 if they cannot be measured. */
  residentBytes: number;
  hungryPages: { pid: number; bytes: number }[];
  largestPageBytes: number;
  /** Absent while it restarts after a crash. */
  gpu: GpuUse | undefined;
}

/** Measures the processes of a browser through its root session. Rejects when the browser is closed. */
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
