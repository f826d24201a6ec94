import { type Database, Prisma } from '../database';
import {
  type DeliveryWait,
  deliveryHead,
  deliveryWait,
  type WebhookDeliveryState,
} from '../gateway/read-webhook-deliveries';
import { stateOfTeam } from '../index-keys';

/** An event without its receiver's URL, which may contain secrets. */
export interface DeliveryOverview extends DeliveryWait {
  id: string;
  jobId: string;
  teamId: string;
  team: string | null;
  sequence: number;
  type: string;
  /** Host and port of the receiver; null: not assigned yet, or erased. */
  endpoint: string | null;
  state: WebhookDeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
}

export interface DeliveryOverviewCursor {
  jobId: string;
  sequence: number;
}

export interface EventsWanted {
  teamId?: string;
  jobId?: string;
  states: readonly WebhookDeliveryState[];
}

/** Filters events `e` in the state `of_state.name`, so that one index has exactly these in the order of jobs. */
export const isWanted = ({ teamId, jobId }: EventsWanted): Prisma.Sql => {
  const ofTeam =
    teamId === undefined
      ? Prisma.sql`e.state = of_state.name`
      : Prisma.sql`${stateOfTeam('e')} = of_state.name || ' ' || ${teamId}::uuid::text`;
  return jobId === undefined ? ofTeam : Prisma.sql`${ofTeam} AND e.job_id = ${jobId}::uuid`;
};

export interface DeliveryFilter extends EventsWanted {
  after?: DeliveryOverviewCursor;
  limit: number;
}

const BEFORE_ALL: DeliveryOverviewCursor = { jobId: 'ffffffff-ffff-ffff-ffff-ffffffffffff', sequence: 0 };

/** Newest job first, then last event first. */
export function listDeliveries(database: Database, filter: DeliveryFilter): Promise<DeliveryOverview[]> {
  const { states, after = BEFORE_ALL, limit } = filter;
  return database.$queryRaw<DeliveryOverview[]>`
    WITH listed AS (
      SELECT found.* FROM unnest(${[...states]}::text[]) AS of_state(name) CROSS JOIN LATERAL (
        SELECT id, job_id, sequence FROM webhook_events e
        WHERE ${isWanted(filter)} AND (e.job_id, e.sequence) < (${after.jobId}::uuid, ${after.sequence}::int)
        ORDER BY e.job_id DESC, e.sequence DESC
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
