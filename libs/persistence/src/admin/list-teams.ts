import type { TeamLimits } from '@orbweaver/core';
import { type Database, Prisma, type Queryable } from '../database';
import { teamLimitsOf } from '../limits/team-limit-columns';

export interface TeamOverview extends TeamLimits {
  id: string;
  name: string;
  createdAt: Date;
  /** When its keys were blocked; null: active. */
  disabledAt: Date | null;
  /** Entries of TeamHosts. */
  allowedHosts: string[];
  closedHosts: string[];
  keys: number;
  granted: number;
  used: number;
}

export function listTeams(
  database: Database,
  { after, limit }: { after?: string; limit: number },
): Promise<TeamOverview[]> {
  return overviewsOf(
    database,
    Prisma.sql`SELECT * FROM teams WHERE name > ${after ?? ''} ORDER BY name LIMIT ${limit}::int`,
  );
}

export async function readTeam(database: Queryable, id: string): Promise<TeamOverview | undefined> {
  return (await overviewsOf(database, Prisma.sql`SELECT * FROM teams WHERE id = ${id}::uuid`))[0];
}

const overviewsOf = (database: Queryable, teams: Prisma.Sql): Promise<TeamOverview[]> =>
  database.$queryRaw<TeamOverview[]>`
    SELECT t.id, t.name, t.created_at AS "createdAt", t.disabled_at AS "disabledAt", ${teamLimitsOf('t')},
           t.allowed_hosts AS "allowedHosts", t.closed_hosts AS "closedHosts",
           (SELECT count(*)::int FROM api_keys k WHERE k.team_id = t.id AND k.revoked_at IS NULL
             AND (k.expires_at IS NULL OR k.expires_at > now())) AS keys,
           m.granted, m.used
    FROM (${teams}) t CROSS JOIN LATERAL (
      SELECT coalesce(sum(granted), 0)::float8 AS granted, coalesce(sum(used), 0)::float8 AS used
      FROM credit_months WHERE team_id = t.id) m
    ORDER BY t.name`;
