import type { Database } from '../database';
import { dueOf } from '../index-keys';

export interface DueWebhookEvent {
  id: string;
  jobId: string;
  teamId: string;
  endpoint: string;
}

export interface Barred {
  endpoints: readonly string[];
  teams: readonly string[];
  slowTeams: readonly string[];
  slowEndpoints: readonly string[];
}

export interface DueOptions {
  limit: number;
  perEndpoint: number;
  barred: Barred;
}

const TEAM_LIMIT = 200;

/**
 * Due events that no process is sending: each team's first before any second, so that no team or endpoint fills the
 * result. Uses an index of first pending events by team and time, so waiting events cost nothing.
 */
export function findDueWebhookEvents(database: Database, options: DueOptions): Promise<DueWebhookEvent[]> {
  const { barred } = options;
  return database.$queryRaw<DueWebhookEvent[]>`
    WITH RECURSIVE teams AS (
      (SELECT ${dueOf('e')} AS team_id FROM webhook_events e
       WHERE ${dueOf('e')} IS NOT NULL ORDER BY ${dueOf('e')} LIMIT 1)
      UNION ALL
      SELECT next.team_id FROM teams CROSS JOIN LATERAL (
        SELECT ${dueOf('e')} AS team_id FROM webhook_events e
        WHERE ${dueOf('e')} > teams.team_id
        ORDER BY ${dueOf('e')} LIMIT 1) next
    ),
    due AS (
      SELECT of_team.* FROM teams CROSS JOIN LATERAL (
        SELECT id, job_id, team_id, coalesce(endpoint, job_id::text) AS endpoint, next_attempt_at
        FROM webhook_events e
        WHERE ${dueOf('e')} = teams.team_id AND next_attempt_at <= now()
          AND (claimed_until IS NULL OR claimed_until <= now())
          AND coalesce(endpoint, job_id::text) <> ALL(${[...barred.endpoints]}::text[])
          AND NOT (teams.team_id = ANY(${[...barred.slowTeams]}::uuid[])
                   AND coalesce(endpoint, job_id::text) = ANY(${[...barred.slowEndpoints]}::text[]))
        ORDER BY next_attempt_at
        LIMIT ${TEAM_LIMIT}::int) of_team
      WHERE teams.team_id <> ALL(${[...barred.teams]}::uuid[])
    ),
    placed AS (
      SELECT due.*, row_number() OVER (PARTITION BY team_id, endpoint ORDER BY next_attempt_at, id) AS place FROM due
    ),
    ordered AS (
      SELECT placed.*, row_number() OVER (PARTITION BY team_id ORDER BY place, next_attempt_at, id) AS turn
      FROM placed WHERE place <= ${options.perEndpoint}::int
    )
    SELECT id, job_id AS "jobId", team_id AS "teamId", endpoint FROM ordered
    ORDER BY turn, next_attempt_at, id
    LIMIT ${options.limit}::int`;
}
