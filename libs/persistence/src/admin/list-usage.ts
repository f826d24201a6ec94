import { type Database, Prisma } from '../database';

/** What one key of a team has used on a day, UTC. */
export interface KeyUsage {
  day: Date;
  teamId: string;
  /** Name of the team. */
  team: string;
  /** Null: no key is known, as of jobs that nobody started with a key. */
  apiKeyId: string | null;
  /** Name of the key. */
  apiKey: string | null;
  /** Scrapes, batches and crawls that ended. */
  requests: number;
  /** Documents that were stored or handed out. */
  pages: number;
  credits: number;
}

/** The last row of the page before. `keyId` is the team's own id where no key is known. */
export interface UsageCursor {
  teamId: string;
  day: Date;
  keyId: string;
}

export interface UsageFilter {
  teamId?: string;
  /** Days, both included. */
  from: Date;
  to: Date;
  after?: UsageCursor;
  limit: number;
}

const NIL = '00000000-0000-0000-0000-000000000000';
const BEFORE_ALL: UsageCursor = { teamId: NIL, day: new Date(0), keyId: NIL };

/** Team after team, day after day. */
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

/** Where the next page goes on. */
export const usageCursorOf = ({ teamId, day, apiKeyId }: KeyUsage): UsageCursor => ({
  teamId,
  day,
  keyId: apiKeyId ?? teamId,
});
