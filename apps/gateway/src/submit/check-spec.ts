import { keyOfFormat, needsModelOnly, type ScrapeSpec } from '@orbweaver/core';
import { ApiError } from '../errors/api-error';

/** Characters of JSON. The spec is stored with the job and sent with every page. */
const MAX_SPEC_SIZE = 512 * 1024;

/** @throws ApiError 400 */
export function checkSpecSize(spec: ScrapeSpec): void {
  const size = JSON.stringify(spec).length;
  if (size <= MAX_SPEC_SIZE) return;
  const message = `The scrape options are too large: ${size} of at most ${MAX_SPEC_SIZE} characters of JSON`;
  throw new ApiError(400, message, { code: 'BAD_REQUEST' });
}

/** @param subject with its verb, such as `A prompt needs` */
export function modelMissing(subject: string): ApiError {
  const message = `${subject} a language model, but none is configured. Ask the operator of this service to set LLM_BASE_URL and LLM_MODEL.`;
  return new ApiError(400, message, { code: 'MODEL_NOT_CONFIGURED' });
}

/** Rejects a request whose formats all need an unavailable model. Otherwise these formats are omitted with a warning. @throws ApiError 400 */
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
      `${formats} cannot be used with zero data retention, because a language model would receive the page`,
      {
        code: 'SCRAPE_ZDR_VIOLATION_ERROR',
      },
    );
  }
  if (!hasModel) throw modelMissing(`${formats} need${names.length === 1 ? 's' : ''}`);
}
