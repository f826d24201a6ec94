import type { Database } from '../database';

export interface NamedTeam {
  id: string;
  name: string;
}

/** The enabled teams with the given ids or names, in the order of their names. */
export const findTeams = (database: Database, idsOrNames: readonly string[]): Promise<NamedTeam[]> =>
  database.$queryRaw`
    SELECT id, name FROM teams
    WHERE (id::text = ANY (${[...idsOrNames]}::text[]) OR name = ANY (${[...idsOrNames]}::text[]))
      AND disabled_at IS NULL
    ORDER BY name`;

/** The oldest enabled team. */
export const findFirstTeam = (database: Database): Promise<NamedTeam | null> =>
  database.team.findFirst({
    where: { disabledAt: null },
    orderBy: { createdAt: 'asc' },
    select: { id: true, name: true },
  });
