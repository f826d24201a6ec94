import { z } from 'zod';
import { nameKeys } from '../errors/describe-fault';
import { readQuery } from '../errors/read-wire';
import { MAX_STORED_INT, writtenInt } from '../wire/bounds';

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

const WrittenPaging = z.object({ skip: writtenInt(0).default(0), limit: writtenInt(1, MAX_LIMIT).optional() });

/** For the OpenAPI document. */
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
export function readPaging({ skip, limit }: Record<string, unknown>): Paging {
  const asked = readQuery(WrittenPaging, { skip, limit }, 'Invalid pagination: ');
  // Ordinals are 32-bit integers; past them is past the end as well.
  return { ...asked, skip: Math.min(asked.skip, MAX_STORED_INT) };
}

/** What to tell a caller who asks for a page with parameters that do not exist; clients add some of their own. */
export function warnOfUnknownParameters({ skip, limit, ...others }: Record<string, unknown>): string | undefined {
  const names = Object.keys(others);
  if (names.length === 0) return undefined;
  return `Not a query parameter of this address, and ignored: ${nameKeys(names, '')}. It takes skip and limit.`;
}
