import { setTimeout as delay } from 'node:timers/promises';
import { isStoreUnavailable } from '@orbweaver/persistence';
import type { Logger } from 'pino';

const WAIT_INTERVAL_MS = 500;

/**
 * Does what a process needs done before it starts, again and again while Postgres is away or goes away in the middle of
 * it; says once for what it waits. `work` may have been done in part, or whole and unheard: it must be idempotent.
 * Rejects when the process is to stop, and with what is wrong with the work itself.
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
