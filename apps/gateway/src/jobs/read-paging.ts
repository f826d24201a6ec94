import { z } from 'zod';
import { readQuery } from '../errors/read-wire';
import { nameKeys, oneOf } from '../errors/wording';
import { MAX_STORED_INT, writtenInt } from '../wire/bounds';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** Bytes of JSON in a page of the status answer. A larger document is a page of its own. */
export const MAX_PAGE_BYTES = 10 * 1024 * 1024;

export interface Paging {
  /** Documents to skip. */
  skip: number;
  /** Absent when the caller gave none. */
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
  // Ordinals are 32-bit integers; a larger skip means the same: past the end.
  return { ...asked, skip: Math.min(asked.skip, MAX_STORED_INT) };
}

/**
 * The warning for query parameters that do not exist. Clients add some of their own, so they are no error. `known`: what
 * the address takes.
 */
export function warnOfUnknownParameters(query: object, known: readonly string[]): string | undefined {
  const names = Object.keys(query).filter((name) => !known.includes(name));
  if (names.length === 0) return undefined;
  return `Not a query parameter of this address, and ignored: ${nameKeys(names, '')}. It takes ${oneOf(known, 'and')}.`;
}
