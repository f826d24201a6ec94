import {
  type CrawlLimits,
  findShortage,
  type InsufficientCredits,
  limitToCredits,
  lockFreeCredits,
} from '../credits/free-credits';
import type { Database, Transaction } from '../database';
import { type Actor, created, noteChange } from '../note-change';
import { newJobId } from '../partitions/day-partitions';
import { lacksHeaders } from '../results/erase-headers';
import { copyJob } from './copy-job';
import { type JobOverview, readJobOverview } from './list-jobs';

export type JobCancelling =
  | { kind: 'unknown' }
  | { kind: 'scrape' }
  | { kind: 'ended'; job: JobOverview }
  | { kind: 'cancelled'; job: JobOverview };

/** Requests cancellation of a batch or crawl. The frontier's sweep finds it within a second. */
export function cancelJob(database: Database, actor: Actor, id: string): Promise<JobCancelling> {
  return database.$transaction(async (transaction) => {
    const job = await readJobOverview(transaction, id);
    if (job === undefined) return { kind: 'unknown' };
    if (job.kind === 'scrape') return { kind: 'scrape' };
    const count = await transaction.$executeRaw`
      UPDATE jobs SET cancel_requested_at = now()
      WHERE id = ${id}::uuid AND state = 'scraping' AND cancel_requested_at IS NULL`;
    const now = (await readJobOverview(transaction, id)) ?? job;
    if (count === 0) return { kind: 'ended', job: now };
    await noteChange(transaction, actor, {
      action: 'job.cancel',
      teamId: job.teamId,
      target: id,
      changes: { state: { before: job.state, after: now.state } },
    });
    return { kind: 'cancelled', job: now };
  });
}

export const HEADERS_ERASED =
  'The header values of the job or its webhook were erased when it ended. Start a new job with the headers.';

/** Why a job cannot be retried. */
export type RetryObstacle =
  | { kind: 'unknown' }
  | { kind: 'scrape' }
  | { kind: 'erased' }
  | { kind: 'expired' }
  /** Header values are erased, so the job would run without credentials. */
  | { kind: 'headers-erased' }
  | { kind: 'running' };

export type JobRetrying =
  | RetryObstacle
  | InsufficientCredits
  /** `limits`: of a crawl. */
  | { kind: 'retried'; newId: string; limits: CrawlLimits | undefined };

/** Starts an ended batch or crawl again as a new job, within the credits of its team like a new request. */
export function retryJob(database: Database, actor: Actor, id: string): Promise<JobRetrying> {
  return database.$transaction(async (transaction) => {
    const job = await readJobOverview(transaction, id);
    if (job === undefined) return { kind: 'unknown' };
    const obstacle = await findRetryObstacle(transaction, job);
    if (obstacle !== undefined) return obstacle;
    const credits = await lockFreeCredits(transaction, job.teamId);
    const shortage = findShortage(credits, job.namedUrls);
    if (shortage !== undefined) return shortage;
    const limits =
      job.kind === 'crawl' ? limitToCredits(await readRequestedLimit(transaction, id), credits) : undefined;
    const newId = newJobId();
    if (!(await copyJob(transaction, { jobId: id, newId, limits }))) return { kind: 'running' };
    await noteChange(transaction, actor, {
      action: 'job.retry',
      teamId: job.teamId,
      target: newId,
      changes: created({ copyOf: id }),
    });
    return { kind: 'retried', newId, limits };
  });
}

export async function findRetryObstacle(
  transaction: Transaction,
  job: JobOverview,
): Promise<RetryObstacle | undefined> {
  if (job.kind === 'scrape') return { kind: 'scrape' };
  if (job.isErased) return { kind: 'erased' };
  if (job.expiresAt.getTime() <= Date.now()) return { kind: 'expired' };
  const [stored] = await transaction.$queryRaw<{ isRunning: boolean; isWithoutHeaders: boolean }[]>`
    SELECT state = 'scraping' AS "isRunning", coalesce(${lacksHeaders}, false) AS "isWithoutHeaders"
    FROM jobs WHERE id = ${job.id}::uuid`;
  if (stored?.isRunning) return { kind: 'running' };
  return stored?.isWithoutHeaders ? { kind: 'headers-erased' } : undefined;
}

/** Before earlier credits lowered it. */
async function readRequestedLimit(transaction: Transaction, id: string): Promise<number> {
  const [{ limit }] = await transaction.$queryRaw<[{ limit: number }]>`
    SELECT coalesce(spec->>'requestedLimit', spec->>'limit')::int AS "limit" FROM jobs WHERE id = ${id}::uuid`;
  return limit;
}
