import { Inject, Injectable } from '@nestjs/common';
import { type Clock, ExtractSpec, isFinal } from '@orbweaver/core';
import { type Caller, type Database, type JobView, readJob } from '@orbweaver/persistence';
import { CLOCK, DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { ApiError, jobNotFound } from '../errors/api-error';
import { isId } from '../errors/path-id';
import { erasedTexts } from './erased-texts';
import { SingleFlight } from './single-flight';

/** Call before sending further documents: erased documents must not look like the end. @throws ApiError 410 */
export function refuseIfErased(job: JobView): void {
  if (job.erasedAt === null) return;
  throw new ApiError(410, erasedTexts.documents(job));
}

/** Only this field is parsed, because clients poll and a spec can have 500 kB. */
const Extract = z.object({ extract: ExtractSpec.optional() });

/** Undefined for other batches and crawls. */
export const extractOf = ({ spec }: Pick<JobView, 'spec'>): ExtractSpec | undefined => Extract.parse(spec).extract;

@Injectable()
export class FindJob {
  /** All followers of a job read it when it changes, up to a thousand at once. */
  private readonly reads = new SingleFlight<JobView | undefined>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A batch or crawl of the caller's team; clients confuse the two paths, so both accept either. A running job stays
   * readable after its expiry, because the team may want to cancel it. @throws ApiError 404, also for other teams
   */
  async find(caller: Caller, jobId: string): Promise<JobView> {
    const job = isId(jobId) ? await this.read(jobId, caller.teamId) : undefined;
    if (job === undefined || job.kind === 'scrape') throw jobNotFound();
    if (isFinal(job.state) && job.expiresAt <= this.clock()) throw new ApiError(404, 'Job expired');
    return job;
  }

  /** @throws ApiError 404, also for other batches and crawls */
  async findExtract(caller: Caller, jobId: string): Promise<{ job: JobView; extract: ExtractSpec }> {
    const job = await this.find(caller, jobId);
    const extract = extractOf(job);
    if (extract === undefined) throw jobNotFound();
    return { job, extract };
  }

  /** Like `find`, for reading single URLs. @throws ApiError 404, also when the job is erased */
  async findUnerased(caller: Caller, jobId: string): Promise<JobView> {
    const job = await this.find(caller, jobId);
    if (job.erasedAt !== null) throw new ApiError(404, erasedTexts.urls(job));
    return job;
  }

  private read(jobId: string, teamId: string): Promise<JobView | undefined> {
    return this.reads.read(`${teamId} ${jobId}`, () => readJob(this.database, { jobId, teamId }));
  }
}
