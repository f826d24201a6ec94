import { type Database, Prisma } from '../database';

export interface KeyUsage {
  day: Date;
  teamId: string;
  team: string;
  apiKeyId: string | null;
  apiKey: string | null;
  requests: number;
  pages: number;
  credits: number;
}

/** The last row of the previous page. `keyId` is the team's id for an unknown key. */
export interface UsageCursor {
  teamId: string;
  day: Date;
  keyId: string;
}

export interface UsageFilter {
  teamId?: string;
  from: Date;
  to: Date;
  after?: UsageCursor;
  limit: number;
}

const NIL = '00000000-0000-0000-0000-000000000000';
const BEFORE_ALL: UsageCursor = { teamId: NIL, day: new Date(0), keyId: NIL };

export function listUsage(
  database: Database,
  { teamId, from, to, after = BEFORE_ALL, limit }: UsageFilter,
): Promise<KeyUsage[]> {
  const teams = teamId === undefined ? Prisma.sql`id >= ${after.teamId}::uuid` : Prisma.sql`id = ${teamId}::uuid`;
  return database.$queryRaw<KeyUsage[]>`
    SELECT t.id AS "teamId", t.name AS team, u.day, k.id AS "apiKeyId", k.name AS "apiKey",
           u.requests::float8 AS requests, u.pages::float8 AS pages, u.credits::float8 AS credits
    FROM (SELECT id, name FROM teams WHERE ${teams}) t CROSS JOIN LATERAL (
      SELECT * FROM usage_days
      WHERE team_id = t.id AND day BETWEEN ${from}::date AND ${to}::date
        AND (team_id, day, api_key_id) > (${after.teamId}::uuid, ${after.day}::date, ${after.keyId}::uuid)) u
      LEFT JOIN api_keys k ON k.id = u.api_key_id
    ORDER BY t.id, u.day, u.api_key_id
    LIMIT ${limit}::int`;
}

export const usageCursorOf = ({ teamId, day, apiKeyId }: KeyUsage): UsageCursor => ({
  teamId,
  day,
  keyId: apiKeyId ?? teamId,
});
