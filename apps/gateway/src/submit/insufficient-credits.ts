import { ApiError } from '../edge/api-error';

/** `free`: what neither pages have used nor running jobs may still use. */
export function insufficientCredits(needed: number, free: number): ApiError {
  const have = `the team has ${Math.max(free, 0)} that no running job needs`;
  return new ApiError(402, `Insufficient credits: the request needs ${needed} or more, and ${have}`);
}
