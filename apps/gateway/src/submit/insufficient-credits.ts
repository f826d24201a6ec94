import type { FreeCredits } from '@orbweaver/persistence';
import { ApiError } from '../edge/api-error';

export function insufficientCredits(needed: number, { free, held }: FreeCredits): ApiError {
  const have = `the team has ${Math.max(free, 0)} that no running job needs`;
  const why =
    held === 0
      ? ''
      : `; ${held} are held for running jobs, for a crawl as many as its limit says until it ends, so that one with a lower limit holds fewer`;
  return new ApiError(402, `Insufficient credits: the request needs ${needed} or more, and ${have}${why}`);
}
