import { deadlineMs, JobSpec } from '@orbweaver/core';
import { runEphemeral } from '@orbweaver/messaging';
import { type Database, findJobsToEnd, findOpenScrapes } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';
import { CANCELLED_STORE_GRACE_MS } from './decide-end';
import type { JobTransactions } from './job-transactions';

const TURN_LIMIT = 200;
/** Grace period for late results of a scrape, after its deadline. */
const SCRAPE_GRACE_MS = 30_000;

/** Ends jobs whose last message was lost: cancelled and settled jobs, and scrapes without a result. */
export async function sweep(
  dependencies: { database: Database; transactions: JobTransactions; log: EventLog },
  nowMs: number,
): Promise<void> {
  const { database, transactions, log } = dependencies;
  const cancelledBefore = new Date(nowMs - CANCELLED_STORE_GRACE_MS);
  const toEnd = await findJobsToEnd(database, { cancelledBefore, limit: TURN_LIMIT });
  // Every transaction ends finished jobs.
  for (const jobId of toEnd) await tryJob(log, jobId, () => transactions.run([jobId], () => undefined));

  const createdBefore = new Date(nowMs - SCRAPE_GRACE_MS);
  for (const scrape of await findOpenScrapes(database, { createdBefore, limit: TURN_LIMIT })) {
    await tryJob(log, scrape.id, () => failIfLate(transactions, log, scrape, nowMs));
  }
}

/** One failure must not block the other jobs. */
async function tryJob(log: EventLog, jobId: string, help: () => Promise<void>): Promise<void> {
  try {
    await help();
  } catch (error) {
    // The job was not read, so it may be ephemeral.
    runEphemeral(() => log.error('sweep-failed', { jobId }, error));
  }
}

async function failIfLate(
  transactions: JobTransactions,
  log: EventLog,
  scrape: { id: string; createdAt: Date; spec: unknown },
  nowMs: number,
): Promise<void> {
  const { id, createdAt } = scrape;
  const spec = JobSpec.parse(scrape.spec);
  if (spec.kind !== 'scrape' || createdAt.getTime() + deadlineMs(spec.scrape) + SCRAPE_GRACE_MS > nowMs) return;
  log.warn('scrape-unanswered', { jobId: id });
  await transactions.run([id], (jobs) => {
    const job = jobs.get(id);
    if (job === undefined || job.isFinal) return;
    job.addFailure(
      { pageId: id, epoch: 1, url: spec.url, sourceUrl: spec.url, depth: 0 },
      {
        reason: 'timed-out',
        message: 'No result arrived within the time limit of the scrape. Send the request again.',
      },
    );
  });
}
