import type { InsufficientCredits } from '@orbweaver/persistence';
import { ApiError } from './api-error';

export function insufficientCredits({ needed, free, held }: InsufficientCredits): ApiError {
  const reserved =
    held === 0
      ? ''
      : `, and ${held} are reserved for running jobs (a crawl reserves its limit). Wait for a job to end, or set lower limits`;
  return new ApiError(
    402,
    `Insufficient credits: the request needs at least ${needed}; the team has ${Math.max(free, 0)} available${reserved}`,
  );
}
