import type { KeyRight, TeamLimits } from '@orbweaver/core';
import type { Database } from '../database';
import { teamLimitsOf } from '../limits/team-limit-columns';

export interface Caller extends TeamLimits {
  keyId: string;
  keyName: string;
  rights: KeyRight[];
  teamId: string;
  isDisabled: boolean;
  isExpired: boolean;
}

/**
 * The team of a key's hash (see hashApiKey); undefined for an unknown or revoked key. Records the use of the key at
 * most once per minute.
 */
export async function findCaller(database: Database, keyHash: string): Promise<Caller | undefined> {
  const rows = await database.$queryRaw<Caller[]>`
    WITH noted AS (
      UPDATE api_keys SET last_used_at = now()
      WHERE hash = ${keyHash} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
    )
    SELECT k.id AS "keyId", k.name AS "keyName", k.rights, t.id AS "teamId", ${teamLimitsOf('t')},
           t.disabled_at IS NOT NULL AS "isDisabled", coalesce(k.expires_at <= now(), false) AS "isExpired"
    FROM api_keys k JOIN teams t ON t.id = k.team_id
    WHERE k.hash = ${keyHash} AND k.revoked_at IS NULL`;
  return rows[0];
}
