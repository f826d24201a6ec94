import { ReferenceClock } from '@orbweaver/messaging';
import type { Database } from '@orbweaver/persistence';

const MEASURE_EVERY_MS = 30_000;

/**
 * The clock of Postgres, used for leases and deadlines. Resolves after the first measurement.
 * @returns the clock, and a function that stops measuring
 */
export async function startDatabaseClock(
  database: Database,
  wallClock?: () => number,
): Promise<{ clock: ReferenceClock; end: () => void }> {
  const clock = new ReferenceClock(wallClock);
  const ask = () => database.$queryRaw<[{ ms: number }]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  // The database health check reports outages; the last measurement remains valid.
  const measure = () => clock.measure(ask, ([row]) => row.ms).catch(() => undefined);
  await measure();
  const timer = setInterval(measure, MEASURE_EVERY_MS);
  timer.unref();
  return { clock, end: () => clearInterval(timer) };
}
