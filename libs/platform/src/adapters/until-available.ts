import { setTimeout as delay } from 'node:timers/promises';
import { isStoreUnavailable } from '@orbweaver/persistence';
import type { Logger } from 'pino';

const WAIT_INTERVAL_MS = 500;

/**
 * Does the work that a process needs before it starts, and repeats it while Postgres is away or goes away in the
 * middle; logs once what it waits for. `work` may have been done in part, or whole and unheard, so it must be
 * idempotent. Rejects when the process is told to stop, and with errors of the work itself.
 */
export async function untilAvailable<T>(work: () => Promise<T>, logger: Logger, stopping: AbortSignal): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    stopping.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (isFirst) logger.warn({ reason, variable: 'DATABASE_URL' }, 'waiting-for-database');
      await delay(WAIT_INTERVAL_MS, undefined, { signal: stopping });
    }
  }
}
