import type { ContentCipher } from '@orbweaver/object-store';
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

export async function writeChanges(
  transaction: Transaction,
  changes: readonly JobChanges[],
  at: Date,
  cipher: ContentCipher,
): Promise<void> {
  const all = <T>(of: (job: JobChanges) => readonly T[]): T[] => changes.flatMap(of);
  // Separate, because it may abort the transaction.
  await writeVersions(
    transaction,
    all(({ versions }) => versions),
  );
  // In this order: pages of a team update the same credit rows, whose locks are held for the commit only.
  await Promise.all([
    insertPages(
      transaction,
      all(({ pages }) => pages),
      at,
    ),
    insertDocuments(
      transaction,
      all(({ documents }) => documents).map((document) => ({
        ...document,
        metadata: cipher.encryptJson({ column: 'documents.metadata', row: document.pageId }, document.metadata),
      })),
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
