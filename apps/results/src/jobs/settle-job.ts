import type { JobSettled, StartJob } from '@orbweaver/contracts';
import { readSettlements } from '@orbweaver/persistence';
import type { JobWriter } from './job-writer';

/**
 * Takes up that every page of a job has its outcome. The job ends here when the pages have all arrived, otherwise with
 * the last of them. The message only says that there is something to read: one that is old or comes again may tell of
 * fewer pages, or of more, than the frontier knows now.
 */
export async function settleJob(writer: JobWriter, { jobId }: Pick<JobSettled, 'jobId'>, nowMs: number): Promise<void> {
  const endedBefore = await writer.change([jobId], async (jobs, transaction) => {
    const job = jobs.get(jobId);
    if (job?.isFinal) return [{ jobId, state: job.job.state }];
    const [settlement] = await readSettlements(transaction, [jobId]);
    if (settlement !== undefined) job?.settle(settlement, new Date(nowMs));
    return [];
  });
  await writer.notify({ pages: [], jobs: endedBefore });
}

/** Puts the `started` event into the outbox, unless it or a later one is there already. */
export async function notifyStart(writer: JobWriter, { jobId }: StartJob): Promise<void> {
  await writer.change([jobId], (jobs) => {
    const job = jobs.get(jobId);
    if (job !== undefined && !job.isFinal) job.notifyStart();
  });
}
