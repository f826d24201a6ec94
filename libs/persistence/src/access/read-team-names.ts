import type { Queryable } from '../database';

/** Teams without a row are omitted. */
export function readTeamNames(
  database: Queryable,
  teamIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return database.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM teams WHERE id = ANY(${[...teamIds]}::uuid[])`;
}
