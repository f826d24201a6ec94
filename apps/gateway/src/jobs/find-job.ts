import { Inject, Injectable } from '@nestjs/common';
import { type Clock, isFinal } from '@orbweaver/core';
import { type Caller, type Database, type JobView, readJob } from '@orbweaver/persistence';
import { CLOCK, DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { ApiError, jobNotFound } from '../errors/api-error';
import { SingleFlight } from './single-flight';

const uuid = z.uuid();

/** Whether the text can be the id of a row. */
export const isId = (text: string): boolean => uuid.safeParse(text).success;

/**
 * Call this before answering with further documents: without the erased ones the reader would think it has all.
 * @throws ApiError 410 when the job is erased
 */
export function refuseIfErased(job: JobView): void {
  if (job.erasedAt === null) return;
  throw new ApiError(410, 'The job ran with zero data retention: the rest of its documents is erased');
}

@Injectable()
export class FindJob {
  /** A thousand readers may follow one job, and all read it when it changes. */
  private readonly reads = new SingleFlight<JobView | undefined>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A batch or crawl of the caller's team. Clients mix up the two paths, so either path reads both. A running job can
   * be read past its expiry, because it still costs its team, which may want to cancel it.
   * @throws ApiError 404, also for a job of another team
   */
  async find(caller: Caller, jobId: string): Promise<JobView> {
    const job = isId(jobId) ? await this.read(jobId, caller.teamId) : undefined;
    if (job === undefined || job.kind === 'scrape') throw jobNotFound();
    if (isFinal(job.state) && job.expiresAt <= this.clock()) throw new ApiError(404, 'Job expired');
    return job;
  }

  /**
   * The same, for questions about single URLs.
   * @throws ApiError 404, also when the job is erased
   */
  async findUnerased(caller: Caller, jobId: string): Promise<JobView> {
    const job = await this.find(caller, jobId);
    if (job.erasedAt !== null) {
      throw new ApiError(404, 'The job ran with zero data retention: what was known of its URLs is erased');
    }
    return job;
  }

  private read(jobId: string, teamId: string): Promise<JobView | undefined> {
    return this.reads.read(`${teamId} ${jobId}`, () => readJob(this.database, { jobId, teamId }));
  }
}
