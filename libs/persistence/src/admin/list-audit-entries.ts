import { type Database, Prisma } from '../database';
import { newestFirst } from '../index-keys';
import type { AuditEntry } from '../note-change';

export interface ListedAuditEntry extends AuditEntry {
  team: string | null;
}

/** Newest first, with an id below `before`. */
export function listAuditEntries(
  database: Database,
  { teamId, before, limit }: { teamId?: string; before?: number; limit: number },
): Promise<ListedAuditEntry[]> {
  const last = before ?? Number.MAX_SAFE_INTEGER;
  const [where, order] =
    teamId === undefined
      ? [Prisma.sql`e.id < ${last}::bigint`, Prisma.sql`e.id DESC`]
      : [Prisma.sql`e.team_id = ${teamId}::uuid AND ${newestFirst('e')} > -${last}::bigint`, newestFirst('e')];
  return database.$queryRaw<ListedAuditEntry[]>`
    SELECT e.id::float8 AS id, e.at, e.action, e.team_id AS "teamId",
           (SELECT t.name FROM teams t WHERE t.id = e.team_id) AS team, e.target, e.changes,
           jsonb_build_object('apiKeyId', e.api_key_id, 'name', e.actor, 'requestId', e.request_id) AS actor
    FROM audit_entries e
    WHERE ${where}
    ORDER BY ${order}
    LIMIT ${limit}::int`;
}
