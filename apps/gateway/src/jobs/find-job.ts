import { Inject, Injectable } from '@nestjs/common';
import { isFinal } from '@orbweaver/core';
import { type Caller, type Database, type JobView, readJob } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { ApiError, jobNotFound } from '../errors/api-error';
import { SingleFlight } from './single-flight';

const uuid = z.uuid();

/** True for what can be looked up at all. */
export const isId = (text: string): boolean => uuid.safeParse(text).success;

/**
 * For who asks for more of a job than its state: with none of the rest he would take what he has for everything.
 * @throws ApiError 410 when it is erased
 */
export function refuseIfErased(job: JobView): void {
  if (job.erasedAt === null) return;
  throw new ApiError(410, 'The job ran with zero data retention: the rest of its documents is erased');
}

@Injectable()
export class FindJob {
  /** A thousand may follow one job, and all look when it changes. */
  private readonly reads = new SingleFlight<JobView | undefined>();

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * A batch or crawl of the caller's team; either is read through either path, as clients mix them up. One that runs
   * is read for as long as it does: it costs its team, who may wish to end it.
   * @throws ApiError 404; another team's job is as unknown as none
   */
  async find(caller: Caller, jobId: string): Promise<JobView> {
    const job = isId(jobId) ? await this.read(jobId, caller.teamId) : undefined;
    if (job === undefined || job.kind === 'scrape') throw jobNotFound();
    if (isFinal(job.state) && job.expiresAt.getTime() <= Date.now()) throw new ApiError(404, 'Job expired');
    return job;
  }

  /**
   * The same for questions about single URLs.
   * @throws ApiError 404 as well when what is known of them is erased
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
