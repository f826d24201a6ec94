import type { KeyRight } from '@orbweaver/core';
import type { Database } from '../database';

/** The owner of a key, and what the team may do. */
export interface Caller {
  keyId: string;
  /** What the operator calls the key. */
  keyName: string;
  rights: KeyRight[];
  teamId: string;
  /** Pages of the team that may be rendered at once; null: no limit of its own. */
  maxConcurrency: number | null;
  /** Requests for a scrape within a minute; null: no limit. */
  scrapesPerMinute: number | null;
  /** Requests for a batch or a crawl within a minute; null: no limit. */
  jobsPerMinute: number | null;
  /** Whether work beyond the credits is refused. */
  creditsLimited: boolean;
  /** Whether every request of the team has zeroDataRetention. */
  zeroDataRetention: boolean;
  /** Whether the operator lets nobody of the team in. */
  isDisabled: boolean;
}

/**
 * The team behind a key's hash (see hashApiKey); undefined for an unknown or revoked key. Notes the use of the key,
 * unless one was noted within the last minute: a key costs one write a minute, however many gateways ask.
 */
export async function findCaller(database: Database, keyHash: string): Promise<Caller | undefined> {
  const rows = await database.$queryRaw<Caller[]>`
    WITH noted AS (
      UPDATE api_keys SET last_used_at = now()
      WHERE hash = ${keyHash} AND revoked_at IS NULL
        AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
    )
    SELECT k.id AS "keyId", k.name AS "keyName", k.rights, t.id AS "teamId", t.max_concurrency AS "maxConcurrency",
           t.scrapes_per_minute AS "scrapesPerMinute", t.jobs_per_minute AS "jobsPerMinute",
           t.credits_limited AS "creditsLimited", t.zero_data_retention AS "zeroDataRetention",
           t.disabled_at IS NOT NULL AS "isDisabled"
    FROM api_keys k JOIN teams t ON t.id = k.team_id
    WHERE k.hash = ${keyHash} AND k.revoked_at IS NULL`;
  return rows[0];
}
