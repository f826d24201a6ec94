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

/** Writes decided changes: one statement for each table, however many jobs and pages there are, in one round trip. */
export async function writeChanges(transaction: Transaction, changes: readonly JobChanges[], at: Date): Promise<void> {
  const all = <T>(of: (job: JobChanges) => readonly T[]): T[] => changes.flatMap(of);
  // By itself, as it may refuse the whole transaction.
  await writeVersions(
    transaction,
    all(({ versions }) => versions),
  );
  // In this order: the pages of a team all add to the same rows of credits, whose locks are held for the commit only.
  await Promise.all([
    insertPages(
      transaction,
      all(({ pages }) => pages),
      at,
    ),
    insertDocuments(
      transaction,
      all(({ documents }) => documents),
    ),
    insertWebhookEvents(
      transaction,
      all(({ events }) => events),
      at,
    ),
    updateJobs(
      transaction,
      changes.map(({ job }) => job),
    ),
    addCreditEntries(
      transaction,
      all(({ credits }) => credits),
      at,
      all(({ ended }) => ended),
    ),
  ]);
}
