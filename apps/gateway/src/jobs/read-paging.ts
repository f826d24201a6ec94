import { z } from 'zod';
import { readQuery } from '../errors/read-wire';
import { nameKeys, oneOf } from '../errors/wording';
import { MAX_STORED_INT, writtenInt } from '../wire/bounds';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** Maximum JSON size of a page of documents. A larger document is a page by itself. */
export const MAX_PAGE_BYTES = 10 * 1024 * 1024;

export interface Paging {
  /** Documents to skip. */
  skip: number;
  /** Absent if the caller did not send one. */
  limit?: number;
}

const WrittenPaging = z.object({ skip: writtenInt(0).default(0), limit: writtenInt(1, MAX_LIMIT).optional() });

/** For the OpenAPI document. */
export const pagingQuery = z.object({
  skip: z.int().min(0).default(0).describe('Number of documents to skip'),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .describe('Maximum number of documents. A page is also limited to 10 MiB'),
});

/** @throws ApiError 400 */
export function readPaging({ skip, limit }: Record<string, unknown>): Paging {
  const paging = readQuery(WrittenPaging, { skip, limit }, 'Invalid pagination: ');
  // Ordinals are 32-bit integers; any larger skip is past the end.
  return { ...paging, skip: Math.min(paging.skip, MAX_STORED_INT) };
}

/** Warns of unknown query parameters. They are not rejected, because clients add their own. */
export function warnOfUnknownParameters(query: object, known: readonly string[]): string | undefined {
  const names = Object.keys(query).filter((name) => !known.includes(name));
  if (names.length === 0) return undefined;
  return `Unknown query parameters, ignored: ${nameKeys(names, '')}. Supported: ${oneOf(known, 'and')}.`;
}
