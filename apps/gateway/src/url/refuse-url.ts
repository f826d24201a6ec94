import { ApiError, refuseField } from '../edge/api-error';
import type { UrlProblem } from './target-urls';

/** 400 for a URL that is none, 403 for one of a host that the operator has closed. */
export function refuseUrl(path: (string | number)[], { problem, isClosed }: UrlProblem): ApiError {
  if (!isClosed) return refuseField(path, problem);
  return new ApiError(403, problem, { code: 'UNSUPPORTED_SITE' });
}
