import { HEADERS_ERASED, type JobOverview, type JobRetrying, type RetryObstacle } from '@orbweaver/persistence';
import { ApiError } from '../../errors/api-error';
import { notFound } from '../../errors/path-id';

const iso = (at: Date | null) => at?.toISOString() ?? null;

export const describeJob = ({ isErased: _, createdAt, completedAt, expiresAt, ...job }: JobOverview) => ({
  ...job,
  createdAt: createdAt.toISOString(),
  completedAt: iso(completedAt),
  expiresAt: expiresAt.toISOString(),
});

export const NOT_RETRIED = {
  scrape: 'The job is a scrape, which ends with its request',
  erased: 'The job ran with zero data retention and its specification is erased',
  expired: 'The job has expired',
  'headers-erased': HEADERS_ERASED,
  running: 'The job is still running. Retry it after it has ended',
};

/** @throws ApiError 404, 409 */
export function readRetried(answer: JobRetrying, id: string): string {
  if (answer.kind !== 'retried') throw refuseRetry(answer, id);
  return answer.newId;
}

export const refuseRetry = ({ kind }: RetryObstacle, id: string) =>
  kind === 'unknown' ? notFound('job', id) : new ApiError(409, NOT_RETRIED[kind]);
