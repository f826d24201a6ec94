import type { Request } from 'express';
import type { PublicAddress } from './public-address';

/** The surroundings of a list. */
interface Listing {
  request: Request;
  address: PublicAddress;
  /** The query of this page, as it was read. */
  query: { limit: number; after?: string | number | undefined };
}

/**
 * A page of a list, of which one row more than the limit was read. `next` is where the next page is, absent on the
 * last.
 */
export function cutPage<T>(
  found: readonly T[],
  { request, address, query }: Listing,
  cursorOf: (last: T) => string,
): { rows: readonly T[]; next?: string } {
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  if (found.length <= query.limit || last === undefined) return { rows };
  const asked = Object.entries({ ...query, after: cursorOf(last) }).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { rows, next: `${address.of(request)}${request.path}?${new URLSearchParams(asked)}` };
}
