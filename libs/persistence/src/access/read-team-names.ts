import type { Queryable } from '../database';

export function readTeamNames(
  database: Queryable,
  teamIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return database.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM teams WHERE id = ANY(${[...teamIds]}::uuid[])`;
}
