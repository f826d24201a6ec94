import type { Clock } from '@orbweaver/core';
import { type Database, extendSeeding } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

/** How long a job waits for another seeder when its own has died. */
export const SEEDING_LEASE_MS = 30_000;
const BEAT_MS = 10_000;

/** Extends the seeding lease of a job, which the caller holds, until it is released. */
export function holdSeeding(
  { database, clock, log }: { database: Database; clock: Clock; log: EventLog },
  jobId: string,
): { release(): Promise<void> } {
  let beat = Promise.resolve();
  const timer = setInterval(() => {
    const until = new Date(clock().getTime() + SEEDING_LEASE_MS);
    // Another seeder may take over: what it admits again is known.
    beat = extendSeeding(database, jobId, until).catch((error) => log.warn('seeding-lease-not-kept', { jobId }, error));
  }, BEAT_MS);
  return {
    release: () => {
      clearInterval(timer);
      return beat;
    },
  };
}
