import {
  addCreditEntries,
  insertDocuments,
  insertPages,
  insertWebhookEvents,
  type Transaction,
  updateJobs,
  writeVersions,
} from '@orbweaver/persistence';
import type { JobChanges } from './job-changes';

/** Writes decided changes: one statement for each table, however many jobs and pages there are. */
export async function writeChanges(transaction: Transaction, changes: readonly JobChanges[], at: Date): Promise<void> {
  const all = <T>(of: (job: JobChanges) => readonly T[]): T[] => changes.flatMap(of);
  // First, as it may refuse the whole transaction.
  await writeVersions(
    transaction,
    all(({ versions }) => versions),
  );
  await insertPages(
    transaction,
    all(({ pages }) => pages),
    at,
  );
  await insertDocuments(
    transaction,
    all(({ documents }) => documents),
  );
  await insertWebhookEvents(
    transaction,
    all(({ events }) => events),
    at,
  );
  await updateJobs(
    transaction,
    changes.map(({ job }) => job),
  );
  // Last, as all pages of a team add to the same rows: their locks are held only for the commit.
  await addCreditEntries(
    transaction,
    all(({ credits }) => credits),
    at,
    all(({ ended }) => ended),
  );
}
