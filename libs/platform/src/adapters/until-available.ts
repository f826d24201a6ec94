import { setTimeout as delay } from 'node:timers/promises';
import { isStoreUnavailable } from '@orbweaver/persistence';
import type { Logger } from 'pino';

const WAIT_INTERVAL_MS = 500;

/**
 * Runs start-up work, repeats it while Postgres is unavailable and logs the reason once. `work` must be idempotent: it
 * may have run partly, or completely without a response. Rejects with its other errors and when the process stops.
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
