import type { ScrapeSpec } from '@orbweaver/core';
import { ApiError } from '../edge/api-error';

/** Characters of JSON. The spec is stored with the job and travels with every page of it. */
const MAX_SPEC_SIZE = 512 * 1024;

/** @throws ApiError 400 */
export function checkSpecSize(spec: ScrapeSpec): void {
  const size = JSON.stringify(spec).length;
  if (size <= MAX_SPEC_SIZE) return;
  const message = `The scrape options are too large: ${size} characters of JSON, and ${MAX_SPEC_SIZE} at most`;
  throw new ApiError(400, message, { code: 'BAD_REQUEST' });
}
