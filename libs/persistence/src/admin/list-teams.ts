import type { Database } from '../database';

export interface TeamOverview {
  id: string;
  name: string;
  maxConcurrency: number | null;
  scrapesPerMinute: number | null;
  jobsPerMinute: number | null;
  creditsLimited: boolean;
  zeroDataRetention: boolean;
  /** Keys that are not revoked. */
  keys: number;
  granted: number;
  used: number;
}

/** By name. */
export function listTeams(database: Database): Promise<TeamOverview[]> {
  return database.$queryRaw<TeamOverview[]>`
    SELECT t.id, t.name, t.max_concurrency AS "maxConcurrency", t.scrapes_per_minute AS "scrapesPerMinute",
           t.jobs_per_minute AS "jobsPerMinute", t.credits_limited AS "creditsLimited",
           t.zero_data_retention AS "zeroDataRetention",
           (SELECT count(*)::int FROM api_keys k WHERE k.team_id = t.id AND k.revoked_at IS NULL) AS keys,
           coalesce(sum(m.granted), 0)::float8 AS granted, coalesce(sum(m.used), 0)::float8 AS used
    FROM teams t LEFT JOIN credit_months m ON m.team_id = t.id
    GROUP BY t.id
    ORDER BY t.name`;
}
