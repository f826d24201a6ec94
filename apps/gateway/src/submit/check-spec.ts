import { keyOfFormat, needsModelOnly, type ScrapeSpec } from '@orbweaver/core';
import { ApiError } from '../errors/api-error';

/** Characters of JSON. The spec is stored with the job and is part of the message of every page. */
const MAX_SPEC_SIZE = 512 * 1024;

/** @throws ApiError 400 */
export function checkSpecSize(spec: ScrapeSpec): void {
  const size = JSON.stringify(spec).length;
  if (size <= MAX_SPEC_SIZE) return;
  const message = `The scrape options are too large: ${size} characters of JSON, and ${MAX_SPEC_SIZE} at most`;
  throw new ApiError(400, message, { code: 'BAD_REQUEST' });
}

/** @param what is not possible without one, as the subject of a sentence with its verb: `The prompt needs` */
export function modelMissing(what: string): ApiError {
  const message = `${what} a language model, and the operator of this service has configured none`;
  return new ApiError(400, message, { code: 'MODEL_NOT_CONFIGURED' });
}

/**
 * Refuses a request of which nothing can be given. Beside other formats those of the model are left out with a warning.
 *
 * @throws ApiError 400
 */
export function checkModelWork(
  spec: ScrapeSpec,
  { hasModel, zeroDataRetention }: { hasModel: boolean; zeroDataRetention: boolean },
): void {
  if (!needsModelOnly(spec)) return;
  const names = spec.formats.map(keyOfFormat);
  const formats = `The format${names.length === 1 ? '' : 's'} ${names.join(' and ')}`;
  if (zeroDataRetention) {
    throw new ApiError(
      400,
      `${formats} cannot be given with zero data retention: a language model would see the page`,
      {
        code: 'SCRAPE_ZDR_VIOLATION_ERROR',
      },
    );
  }
  if (!hasModel) throw modelMissing(`${formats} need${names.length === 1 ? 's' : ''}`);
}
