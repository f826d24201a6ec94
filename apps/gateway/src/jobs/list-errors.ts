import { Inject, Injectable } from '@nestjs/common';
import { type Caller, type Database, readPageErrors, readRobotsBlocked } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { failureCode } from '../edge/page-failure-answer';
import { FindJob } from './find-job';

@Injectable()
export class ListErrors {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: FindJob,
  ) {}

  /** @throws ApiError 404 */
  async list(caller: Caller, jobId: string) {
    const job = await this.jobs.find(caller, jobId);
    const [failed, robotsBlocked] = await Promise.all([
      readPageErrors(this.database, job.id),
      job.kind === 'crawl' ? readRobotsBlocked(this.database, job.id) : [],
    ]);
    const errors = failed.map((page) => ({
      id: page.pageId,
      timestamp: page.failedAt.toISOString(),
      url: page.sourceUrl,
      code: failureCode(page.reason),
      error: page.message,
    }));
    return { errors, robotsBlocked };
  }
}
