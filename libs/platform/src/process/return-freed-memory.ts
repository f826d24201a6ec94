import { promisify } from 'node:util';
import type { Logger } from 'pino';

/** glibc's. Other C libraries have another name, or give memory back by themselves. */
const C_LIBRARY = 'libc.so.6';
const EVERY_MS = 30_000;

/** Calls glibc's `malloc_trim` every 30 s: glibc does not return free memory between used blocks. See decision 14. */
export function returnFreedMemory(logger: Logger, everyMs = EVERY_MS): void {
  if (process.platform !== 'linux') return;
  let trim: Promise<() => Promise<void>> | undefined;
  const timer = setInterval(() => {
    trim ??= loadTrim();
    trim
      .then((run) => run())
      .catch((error: unknown) => {
        clearInterval(timer);
        logger.debug({ err: error }, 'freed-memory-kept');
      });
  }, everyMs);
  timer.unref();
}

/**
 * Resolves to what runs `malloc_trim` on the thread pool: it takes some tens of milliseconds where much is freed.
 * Rejects where there is no glibc, or no binary of koffi for this machine.
 */
async function loadTrim(): Promise<() => Promise<void>> {
  const { load } = await import('koffi');
  const trim = promisify(load(C_LIBRARY).func('int malloc_trim(size_t pad)').async);
  return () => trim(0);
}
