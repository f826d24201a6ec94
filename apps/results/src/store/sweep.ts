import { deadlineMs, JobSpec } from '@orbweaver/core';
import { runEphemeral } from '@orbweaver/messaging';
import { type Database, findJobsToEnd, findOpenScrapes } from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';
import { CANCELLED_STORE_GRACE_MS } from './decide-end';
import type { JobTransactions } from './job-transactions';

/** Jobs or pages looked at in one turn. */
const TURN_LIMIT = 200;
/** After its deadline, what a scrape still gets for the way through the topics. */
const SCRAPE_GRACE_MS = 30_000;

/**
 * Takes care of what no message will come for any more: cancelled jobs whose pages stay away, settled jobs whose last
 * step was lost, scrapes that nobody answered. Pages of a job that were lost on the way are the frontier's to repair.
 */
export async function sweep(
  dependencies: { database: Database; transactions: JobTransactions; log: EventLog },
  nowMs: number,
): Promise<void> {
  const { database, transactions, log } = dependencies;
  const cancelledBefore = new Date(nowMs - CANCELLED_STORE_GRACE_MS);
  const toEnd = await findJobsToEnd(database, { cancelledBefore, limit: TURN_LIMIT });
  // Whoever looks at a job ends it when it is at its end.
  for (const jobId of toEnd) await tryJob(log, jobId, () => transactions.run([jobId], () => undefined));

  const createdBefore = new Date(nowMs - SCRAPE_GRACE_MS);
  for (const scrape of await findOpenScrapes(database, { createdBefore, limit: TURN_LIMIT })) {
    await tryJob(log, scrape.id, () => failIfLate(transactions, log, scrape, nowMs));
  }
}

/** One job that cannot be helped must not keep the others from it. */
async function tryJob(log: EventLog, jobId: string, help: () => Promise<void>): Promise<void> {
  try {
    await help();
  } catch (error) {
    // The job was not read: it may be one whose pages must not be named.
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
      { reason: 'timed-out', message: 'No result arrived within the time of the request.' },
    );
  });
}
