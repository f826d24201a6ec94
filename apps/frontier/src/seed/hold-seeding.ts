import type { Clock } from '@orbweaver/core';
import { type Database, extendSeeding } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

/** Time until another seeder takes the job of a dead one. */
export const SEEDING_LEASE_MS = 30_000;
const BEAT_MS = 10_000;

/** Extends the seeding lease of a job until it is released. `signal` aborts when the job needs no more seeds. */
export function holdSeeding(
  { database, clock, log }: { database: Database; clock: Clock; log: EventLog },
  jobId: string,
): { signal: AbortSignal; release(): Promise<void> } {
  const ended = new AbortController();
  let beat = Promise.resolve();
  const timer = setInterval(() => {
    const until = new Date(clock().getTime() + SEEDING_LEASE_MS);
    // Another seeder may take over: repeated admissions have no effect.
    beat = extendSeeding(database, jobId, until).then(
      (isOpen) => (isOpen ? undefined : ended.abort()),
      (error) => log.warn('seeding-lease-not-kept', { jobId }, error),
    );
  }, BEAT_MS);
  return {
    signal: ended.signal,
    release: () => {
      clearInterval(timer);
      return beat;
    },
  };
}
