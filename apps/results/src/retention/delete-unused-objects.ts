import type { ContentStore } from '@orbweaver/object-store';
import { type Database, findUnusedDays } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';

/** Deletes objects of days without jobs, including orphaned ones: one request per thousand. Idempotent, concurrent. */
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
