import { Inject, Injectable } from '@nestjs/common';
import { type Caller, type Database, type JobView, requestCancel } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { ApiError } from '../edge/api-error';
import { SubmitJobs } from '../submit/submit-jobs';
import { FindJob } from './find-job';

const noun = (job: JobView) => (job.kind === 'crawl' ? 'Crawl' : 'Batch scrape');
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
    private readonly submit: SubmitJobs,
  ) {}

  /**
   * Cancelling what is cancelled is no error.
   * @throws ApiError 404, 409 for a job that has ended by itself
   */
  async cancel(caller: Caller, jobId: string) {
    let job = await this.jobs.find(caller, jobId);
    if (job.state === 'scraping') {
      if (await requestCancel(this.database, job.id)) {
        await this.submit.command({ type: 'CancelJob', jobId: job.id });
        return cancelled(job);
      }
      // It ended in this very moment, or another one cancelled it.
      job = await this.jobs.find(caller, jobId);
    }
    if (job.state === 'completed') throw new ApiError(409, `${noun(job)} is already completed`);
    if (job.state === 'failed') throw new ApiError(409, `${noun(job)} has already failed`);
    return cancelled(job);
  }
}
