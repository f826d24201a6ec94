import { HEADERS_ERASED, type InsufficientCredits, type JobRetrying, type RetryObstacle } from '@orbweaver/persistence';
import { ApiError } from '../errors/api-error';
import { insufficientCredits } from '../errors/insufficient-credits';
import { notFound } from '../errors/path-id';
import { warningOf } from '../wire/warning-of';
import { warnOfLoweredLimit } from './job-status';

export const NOT_RETRIED = {
  scrape: 'The job is a scrape, which ends with its request',
  erased: 'The request of the job is erased',
  expired: 'The job has expired',
  'headers-erased': HEADERS_ERASED,
  running: 'The job is still running. Retry it after it has ended',
};

/** @throws ApiError 402, 404, 409 */
export function answerRetry(answer: JobRetrying, id: string) {
  if (answer.kind !== 'retried') throw refuseRetry(answer, id);
  return { success: true, id: answer.newId, ...warningOf(warnOfLoweredLimit(answer.limits)) };
}

export function refuseRetry(answer: RetryObstacle | InsufficientCredits, id: string): ApiError {
  if (answer.kind === 'insufficient-credits') return insufficientCredits(answer);
  return answer.kind === 'unknown' ? notFound('job', id) : new ApiError(409, NOT_RETRIED[answer.kind]);
}
