import type { ContentStore } from '@orbweaver/object-store';
import { type Database, findUnusedDays } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

/**
 * Deletes the objects of days of which no job is left, those that no row ever named included. The work is that of the
 * store: a request for each thousand objects. May be interrupted, repeated, and run concurrently.
 */
export async function deleteUnusedObjects(
  { database, contents, log }: { database: Database; contents: ContentStore; log: EventLog },
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  for (const day of await findUnusedDays(database, await contents.listDays(), now)) {
    const objects = await contents.deleteDay(day, signal);
    log.info('objects-expired', { day, objects });
  }
}
