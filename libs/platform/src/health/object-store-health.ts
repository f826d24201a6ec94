import type { Logger } from 'pino';
import type { HealthChecks } from './health';

const PROBE_INTERVAL_MS = 5_000;
const AWAY = 'the object store does not respond';

/** Reports readiness and probes the store, which detects its recovery. @returns a function that stops the watch */
export function watchObjectStore(
  store: { probe(): Promise<void> },
  { health, logger, isThere }: { health: HealthChecks; logger: Logger; isThere: boolean },
  intervalMs = PROBE_INTERVAL_MS,
): () => Promise<void> {
  let reason: string | undefined = isThere ? undefined : AWAY;
  let isAsking = false;
  health.addReadiness('object-store', () => (reason === undefined ? { healthy: true } : { healthy: false, reason }));
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      await store.probe();
      if (reason !== undefined) logger.info('object-store-available');
      reason = undefined;
    } catch (error) {
      if (reason === undefined) logger.warn({ err: error }, 'object-store-unavailable');
      reason = AWAY;
    } finally {
      isAsking = false;
    }
  }, intervalMs);
  return async () => clearInterval(timer);
}
