import type { Request } from 'express';
import type { PublicAddress } from './public-address';

interface Listing {
  request: Request;
  address: PublicAddress;
  query: { limit: number; after?: string | number | undefined };
}

/** Cuts `found`, which has up to one row more than the limit, to a page. `next` is absent on the last page. */
export function cutPage<T>(
  found: readonly T[],
  { request, address, query }: Listing,
  cursorOf: (last: T) => string,
): { rows: readonly T[]; next?: string } {
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  if (found.length <= query.limit || last === undefined) return { rows };
  const parameters = Object.entries({ ...query, after: cursorOf(last) }).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { rows, next: `${address.of(request)}${request.path}?${new URLSearchParams(parameters)}` };
}
