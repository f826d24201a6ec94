import type { CDPSession } from 'puppeteer-core';
import { CallTimedOut, within } from '../../bounds/until';
import { type BrowserCheck, checkBrowser } from './check-browser';
import { GpuWatch } from './gpu-watch';

/** Often enough to catch a page that allocates as fast as it can at some hundred MB. */
const CHECK_EVERY_MS = 500;
/** A browser answers within milliseconds; on a far overloaded machine it took seconds. */
const ANSWER_TIMEOUT_MS = 30_000;

export interface BrowserWatchOptions {
  /** A page whose process holds more is killed, that page alone. */
  maxPageBytes: number;
  onChecked(check: BrowserCheck): void;
  onPageKilled(bytes: number): void;
  /** Draws a new page, see GpuWatch. */
  draw(): Promise<void>;
  onGpuKilled(): void;
  /** The browser does not answer even this small question. */
  onHung(): void;
}

/** Watches a browser until it ends or until the returned function is called. */
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
      // Any other error: the browser is gone, and its supply knows.
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
