import type { CDPSession } from 'puppeteer-core';
import { CallTimedOut, within } from '../../until';
import { type BrowserCheck, checkBrowser } from './check-browser';
import { GpuWatch } from './gpu-watch';

/** Often enough that a page which takes memory as fast as it can is caught with some hundred MB. */
const CHECK_EVERY_MS = 500;
/** A browser answers within milliseconds; on a machine that is far overloaded it has been seen to take seconds. */
const ANSWER_TIMEOUT_MS = 30_000;

export interface BrowserWatchOptions {
  /** A page whose process holds more is killed, that page alone. */
  maxPageBytes: number;
  onChecked(check: BrowserCheck): void;
  onPageKilled(bytes: number): void;
  /** Draws a new page, see GpuWatch. */
  draw(): Promise<void>;
  onGpuKilled(): void;
  /** It leaves even this small question unanswered. */
  onHung(): void;
}

/** Looks after a browser until it ends, or until the function that this gives is called. */
export function watchBrowser(root: CDPSession, options: BrowserWatchOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const gpu = new GpuWatch(options.draw, (pid) => {
    if (!stopped && kill(pid)) options.onGpuKilled();
  });
  const check = async (): Promise<void> => {
    try {
      const seen = await within(ANSWER_TIMEOUT_MS, 'a check', checkBrowser(root, options.maxPageBytes));
      if (stopped) return;
      for (const { pid, bytes } of seen.hungryPages) {
        if (kill(pid)) options.onPageKilled(bytes);
      }
      gpu.look(seen.gpu);
      options.onChecked(seen);
      again();
    } catch (error) {
      // Any other error: the browser has gone, and whoever launched it knows.
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
