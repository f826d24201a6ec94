import { z } from 'zod';
import { ApiError } from '../edge/api-error';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** A page of the status answer, in bytes of JSON; a document that is larger comes alone. */
export const MAX_PAGE_BYTES = 10 * 1024 * 1024;

export interface Paging {
  /** Documents to pass over. */
  skip: number;
  /** Absent when the caller named none. */
  limit?: number;
}

const digits = z.string().regex(/^\d+$/).transform(Number).pipe(z.int());

/** For the OpenAPI document; `readPaging` gives the errors their own text. */
export const pagingQuery = z.object({
  skip: z.int().min(0).default(0).describe('Documents to pass over'),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .describe('Documents at most; a page is cut at 10 MiB too'),
});

/** @throws ApiError 400 */
export function readPaging(query: Record<string, unknown>): Paging {
  const skip = digits.optional().safeParse(query.skip);
  const limit = digits.pipe(z.int().min(1).max(MAX_LIMIT)).optional().safeParse(query.limit);
  if (!skip.success || !limit.success) {
    throw new ApiError(400, `Invalid pagination: skip is an integer from 0, limit an integer from 1 to ${MAX_LIMIT}`, {
      code: 'BAD_REQUEST',
    });
  }
  // Ordinals are 32-bit integers; past them is past the end as well.
  return { skip: Math.min(skip.data ?? 0, 2 ** 31 - 1), ...(limit.data === undefined ? {} : { limit: limit.data }) };
}
