import type { Database } from '../database';

/** Whose key it is. */
export interface Caller {
  keyId: string;
  teamId: string;
  /** Pages of the team that may be leased at once; null: no limit of its own. */
  maxConcurrency: number | null;
}

/** The team behind a key's hash (see hashApiKey); undefined for an unknown or revoked key. */
export async function findCaller(database: Database, keyHash: string): Promise<Caller | undefined> {
  const rows = await database.$queryRaw<Caller[]>`
    SELECT k.id AS "keyId", t.id AS "teamId", t.max_concurrency AS "maxConcurrency"
    FROM api_keys k JOIN teams t ON t.id = k.team_id
    WHERE k.hash = ${keyHash} AND k.revoked_at IS NULL`;
  return rows[0];
}
