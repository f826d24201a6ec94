import type { JobSettled, StartJob } from '@orbweaver/contracts';
import type { JobWriter } from './job-writer';

/**
 * Remembers that every page of a job has its outcome, and how many words on pages will come. The job ends here when
 * they have all arrived, otherwise with the last of them.
 */
export async function settleJob(writer: JobWriter, message: JobSettled, nowMs: number): Promise<void> {
  const { jobId, ...settled } = message;
  const endedBefore = await writer.change([jobId], (jobs) => {
    const job = jobs.get(jobId);
    if (job?.isFinal) return [{ jobId, state: job.job.state }];
    job?.settle(settled, new Date(nowMs));
    return [];
  });
  await writer.announce({ pages: [], jobs: endedBefore });
}

/** Puts the `started` event into the outbox, unless it or a later one is there already. */
export async function announceStart(writer: JobWriter, { jobId }: StartJob): Promise<void> {
  await writer.change([jobId], (jobs) => {
    const job = jobs.get(jobId);
    if (job !== undefined && !job.isFinal) job.announceStart();
  });
}
