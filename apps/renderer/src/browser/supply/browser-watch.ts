import type { CDPSession } from 'puppeteer-core';
import { CallTimedOut, within } from '../../bounds/until';
import { BROWSER_TIME_LIMITS } from '../../renderer.config';
import { type BrowserCheck, checkBrowser } from './check-browser';
import { GpuWatch } from './gpu-watch';

/** Catches a page that allocates as fast as possible at some hundred MB. */
const CHECK_EVERY_MS = 500;

export interface BrowserWatchOptions {
  maxPageBytes: number;
  onChecked(check: BrowserCheck): void;
  onPageKilled(bytes: number): void;
  draw(): Promise<void>;
  onGpuKilled(): void;
  onHung(): void;
}

export function watchBrowser(root: CDPSession, options: BrowserWatchOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const gpu = new GpuWatch(options.draw, (pid) => {
    if (!stopped && kill(pid)) options.onGpuKilled();
  });
  const check = async (): Promise<void> => {
    try {
      const seen = await within(BROWSER_TIME_LIMITS.answerMs, 'a check', checkBrowser(root, options.maxPageBytes));
      if (stopped) return;
      for (const { pid, bytes } of seen.hungryPages) {
        if (kill(pid)) options.onPageKilled(bytes);
      }
      gpu.look(seen.gpu);
      options.onChecked(seen);
      again();
    } catch (error) {
      // Other errors mean that the browser is closed, which its supply handles.
      if (!stopped && error instanceof CallTimedOut) options.onHung();
    }
  };
  const again = (): void => {
    timer = setTimeout(() => void check(), CHECK_EVERY_MS).unref();
  };
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
