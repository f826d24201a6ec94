import { type Database, Prisma } from '../database';
import {
  type DeliveryWait,
  deliveryHead,
  deliveryWait,
  type WebhookDeliveryState,
} from '../gateway/read-webhook-deliveries';

/** An event as an operator sees it: without the address of its receiver, which may have secrets in it. */
export interface DeliveryOverview extends DeliveryWait {
  id: string;
  jobId: string;
  teamId: string;
  /** Null when the team has no row (any more). */
  team: string | null;
  sequence: number;
  type: string;
  /** Host and port of the receiver; null: its turn has not come, or it is erased. */
  endpoint: string | null;
  state: WebhookDeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
}

/** The last event of the page before. */
export interface DeliveryOverviewCursor {
  jobId: string;
  sequence: number;
}

export interface DeliveryFilter {
  teamId?: string;
  jobId?: string;
  states: readonly WebhookDeliveryState[];
  after?: DeliveryOverviewCursor;
  limit: number;
}

const BEFORE_ALL: DeliveryOverviewCursor = { jobId: 'ffffffff-ffff-ffff-ffff-ffffffffffff', sequence: 0 };

/** Events of all teams, those of the newest job first, and of a job the last first: the order of the index by state. */
export function listDeliveries(database: Database, filter: DeliveryFilter): Promise<DeliveryOverview[]> {
  const { teamId, jobId, states, after = BEFORE_ALL, limit } = filter;
  const ofTeam = teamId === undefined ? Prisma.empty : Prisma.sql`AND team_id = ${teamId}::uuid`;
  const ofJob = jobId === undefined ? Prisma.empty : Prisma.sql`AND job_id = ${jobId}::uuid`;
  return database.$queryRaw<DeliveryOverview[]>`
    WITH listed AS (
      SELECT found.* FROM unnest(${[...states]}::text[]) AS of_state(name) CROSS JOIN LATERAL (
        SELECT id, job_id, sequence FROM webhook_events
        WHERE state = of_state.name AND (job_id, sequence) < (${after.jobId}::uuid, ${after.sequence}::int)
          ${ofTeam} ${ofJob}
        ORDER BY job_id DESC, sequence DESC
        LIMIT ${limit}::int) found
      ORDER BY job_id DESC, sequence DESC
      LIMIT ${limit}::int)
    SELECT e.id, e.job_id AS "jobId", e.team_id AS "teamId", t.name AS team, e.sequence, e.type, e.endpoint, e.state,
           e.attempts, ${deliveryWait}, e.last_status AS "lastStatus", e.last_error AS "lastError",
           e.created_at AS "createdAt"
    FROM listed CROSS JOIN LATERAL (SELECT * FROM webhook_events WHERE id = listed.id LIMIT 1) e
    LEFT JOIN teams t ON t.id = e.team_id
    LEFT JOIN ${deliveryHead} ON true
    ORDER BY e.job_id DESC, e.sequence DESC`;
}
