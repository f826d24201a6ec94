import { Inject, Injectable } from '@nestjs/common';
import { type Caller, type Database, type JobView, requestCancel } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { ApiError } from '../errors/api-error';
import { extractOf, FindJob } from './find-job';
import { JobCommands } from './job-commands';

function noun(job: JobView): string {
  if (extractOf(job) !== undefined) return 'Extract';
  return job.kind === 'crawl' ? 'Crawl' : 'Batch scrape';
}

const cancelled = (job: JobView) => ({
  success: true,
  status: 'cancelled',
  message: `${noun(job)} job successfully cancelled.`,
});

@Injectable()
export class JobCancellation {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: FindJob,
    private readonly commands: JobCommands,
  ) {}

  /** Idempotent. @throws ApiError 404, 409 for a job that completed or failed */
  async cancel(caller: Caller, jobId: string) {
    let job = await this.jobs.find(caller, jobId);
    if (job.state === 'scraping') {
      if (await requestCancel(this.database, job.id)) {
        await this.commands.send({ type: 'CancelJob', jobId: job.id });
        return cancelled(job);
      }
      // The job has ended, or another request cancelled it.
      job = await this.jobs.find(caller, jobId);
    }
    if (job.state === 'completed') throw new ApiError(409, `${noun(job)} is already completed`);
    if (job.state === 'failed') throw new ApiError(409, `${noun(job)} has already failed`);
    return cancelled(job);
  }
}
