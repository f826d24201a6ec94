import type { TeamHosts, TeamLimits } from '@orbweaver/core';
import { type Database, Prisma, type Queryable } from '../database';
import { teamLimitsOf } from '../limits/team-limit-columns';

export interface ListedTeam extends TeamLimits {
  id: string;
  name: string;
  createdAt: Date;
  /** When its keys were blocked; null: active. */
  disabledAt: Date | null;
  hostCounts: Record<keyof TeamHosts, number>;
  keys: number;
  granted: number;
  used: number;
}

export interface TeamOverview extends ListedTeam {
  /** Entries of TeamHosts. */
  allowedHosts: string[];
  closedHosts: string[];
}

interface Page {
  after?: string;
  limit: number;
}

export const listTeams = (database: Database, page: Page): Promise<ListedTeam[]> =>
  overviewsOf<ListedTeam>(database, teamsOf(page));

export const listTeamsWithHosts = (database: Database, page: Page): Promise<TeamOverview[]> =>
  overviewsOf<TeamOverview>(database, teamsOf(page), hostLists);

export async function readTeam(database: Queryable, id: string): Promise<TeamOverview | undefined> {
  const team = Prisma.sql`SELECT * FROM teams WHERE id = ${id}::uuid`;
  return (await overviewsOf<TeamOverview>(database, team, hostLists))[0];
}

const teamsOf = ({ after = '', limit }: Page) =>
  Prisma.sql`SELECT * FROM teams WHERE name > ${after} ORDER BY name LIMIT ${limit}::int`;

const hostLists = Prisma.sql`, t.allowed_hosts AS "allowedHosts", t.closed_hosts AS "closedHosts"`;

const overviewsOf = <T extends ListedTeam>(
  database: Queryable,
  teams: Prisma.Sql,
  more: Prisma.Sql = Prisma.empty,
): Promise<T[]> =>
  database.$queryRaw<T[]>`
    SELECT t.id, t.name, t.created_at AS "createdAt", t.disabled_at AS "disabledAt", ${teamLimitsOf('t')},
           jsonb_build_object('allowed', cardinality(t.allowed_hosts), 'closed', cardinality(t.closed_hosts))
             AS "hostCounts",
           (SELECT count(*)::int FROM api_keys k WHERE k.team_id = t.id AND k.revoked_at IS NULL
             AND (k.expires_at IS NULL OR k.expires_at > now())) AS keys,
           m.granted, m.used${more}
    FROM (${teams}) t CROSS JOIN LATERAL (
      SELECT coalesce(sum(granted), 0)::float8 AS granted, coalesce(sum(used), 0)::float8 AS used
      FROM credit_months WHERE team_id = t.id) m
    ORDER BY t.name`;
