import { type Database, Prisma } from '../database';
import { eventData } from '../schedules/insert-schedule-event';

const END_OF_TIME_MS = Date.UTC(9999, 0);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MAX_SEQUENCE = 2_147_483_647;

export const webhookDeliveryStates = ['pending', 'delivered', 'dead'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/**
 * What a pending event waits for: a running attempt, an earlier event of its job, its retry time, or a slot of its
 * endpoint and team.
 */
export const webhookDeliveryWaits = ['answer', 'earlier-event', 'retry', 'place'] as const;

interface WebhookAttemptView {
  attempt: number;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
}

export interface DeliveryWait {
  waitsFor: (typeof webhookDeliveryWaits)[number] | null;
  /** The job's first pending event, if it blocks this one. */
  behind: { id: string; sequence: number } | null;
  nextAttemptAt: Date | null;
}

export interface WebhookDeliveryView extends DeliveryWait {
  id: string;
  jobId: string;
  sequence: number;
  type: string;
  pageId: string | null;
  url: string;
  state: WebhookDeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  deliveredAt: Date | null;
  log: WebhookAttemptView[];
}

type DeliveryRow = Omit<WebhookDeliveryView, 'log'>;

/** For event `e` and its `head`. Uses Postgres's clock, like the sender. */
const waitsFor = Prisma.sql`
  CASE WHEN e.state <> 'pending' THEN NULL
       WHEN e.claimed_until > now() THEN 'answer'
       WHEN head.id <> e.id THEN 'earlier-event'
       WHEN e.next_attempt_at > now() THEN 'retry'
       ELSE 'place' END`;

export const deliveryWait = Prisma.sql`
  ${waitsFor} AS "waitsFor",
  CASE WHEN ${waitsFor} = 'earlier-event' THEN jsonb_build_object('id', head.id, 'sequence', head.sequence) END AS behind,
  CASE WHEN ${waitsFor} = 'retry' THEN e.next_attempt_at END AS "nextAttemptAt"`;

/** The first pending event of the job of event `e`. */
export const deliveryHead = Prisma.sql`
  LATERAL (SELECT id, sequence FROM webhook_events
           WHERE e.state = 'pending' AND state = 'pending' AND job_id = e.job_id
           ORDER BY sequence LIMIT 1) head`;

const columns = Prisma.sql`
  e.id, e.job_id AS "jobId", e.sequence, e.type, e.page_id AS "pageId", jobs.webhook->>'url' AS url, e.state,
  e.attempts, ${deliveryWait}, e.last_status AS "lastStatus", e.last_error AS "lastError",
  e.created_at AS "createdAt", e.delivered_at AS "deliveredAt"`;

export type DeliveryCursor = { createdAt: Date; id: string };

export interface DeliveryRange {
  teamId: string;
  states: readonly WebhookDeliveryState[];
  before?: DeliveryCursor;
  limit: number;
}

/** A team's deliveries, newest first. Each state is an index range, so old ones cost nothing. */
export async function readTeamDeliveries(database: Database, range: DeliveryRange): Promise<WebhookDeliveryView[]> {
  const { teamId, states, limit } = range;
  const createdAt = (range.before?.createdAt ?? new Date(END_OF_TIME_MS)).toISOString();
  const id = range.before?.id ?? LAST_ID;
  const rows = await database.$queryRaw<DeliveryRow[]>`
    WITH listed AS (
      SELECT e.* FROM unnest(${[...states]}::text[]) AS kind(state)
      CROSS JOIN LATERAL (
        SELECT id, created_at FROM webhook_events
        WHERE team_id = ${teamId}::uuid AND state = kind.state
          AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)
        ORDER BY created_at DESC, id DESC
        LIMIT ${limit}::int) e
      ORDER BY created_at DESC, id DESC
      LIMIT ${limit}::int)
    SELECT ${columns}
    FROM listed JOIN webhook_events e ON e.id = listed.id JOIN jobs ON jobs.id = e.job_id
    LEFT JOIN ${deliveryHead} ON true
    ORDER BY e.created_at DESC, e.id DESC`;
  return withLogs(database, rows);
}

/** A job's deliveries, newest first, with a sequence below `before`. */
export async function readJobDeliveries(
  database: Database,
  range: Omit<DeliveryRange, 'before'> & { jobId: string; before?: number },
): Promise<WebhookDeliveryView[]> {
  const { teamId, jobId, states, limit, before = MAX_SEQUENCE } = range;
  const rows = await database.$queryRaw<DeliveryRow[]>`
    WITH listed AS (
      SELECT e.* FROM unnest(${[...states]}::text[]) AS kind(state)
      CROSS JOIN LATERAL (
        SELECT id, sequence FROM webhook_events
        WHERE state = kind.state AND job_id = ${jobId}::uuid AND sequence < ${before}::int
        ORDER BY sequence DESC
        LIMIT ${limit}::int) e
      ORDER BY sequence DESC
      LIMIT ${limit}::int)
    SELECT ${columns}
    FROM listed CROSS JOIN LATERAL (SELECT * FROM webhook_events WHERE id = listed.id LIMIT 1) e
    JOIN jobs ON jobs.id = e.job_id
    LEFT JOIN ${deliveryHead} ON true
    WHERE e.team_id = ${teamId}::uuid
    ORDER BY e.sequence DESC`;
  return withLogs(database, rows);
}

export async function readDelivery(
  database: Database,
  { teamId, id }: { teamId: string; id: string },
): Promise<WebhookDeliveryView | undefined> {
  const rows = await database.$queryRaw<DeliveryRow[]>`
    SELECT ${columns}
    FROM (SELECT * FROM webhook_events WHERE id = ${id}::uuid LIMIT 1) e JOIN jobs ON jobs.id = e.job_id
    LEFT JOIN ${deliveryHead} ON true
    WHERE e.team_id = ${teamId}::uuid`;
  return (await withLogs(database, rows))[0];
}

/** Fields of the body of a delivery, except the document. */
export interface WebhookEventSource {
  id: string;
  jobId: string;
  teamId: string;
  sequence: number;
  type: string;
  pageId: string | null;
  error: string | null;
  /** A WebhookSpec, unparsed; null: erased. */
  webhook: unknown;
  /** The data of an event of a schedule, otherwise null. */
  data: unknown;
  zeroDataRetention: boolean;
  /** No page of the job may be shown. */
  isErased: boolean;
}

export async function readWebhookEvent(
  database: Database,
  { teamId, id }: { teamId: string; id: string },
): Promise<WebhookEventSource | undefined> {
  const rows = await database.$queryRaw<WebhookEventSource[]>`
    SELECT e.id, e.job_id AS "jobId", e.team_id AS "teamId", e.sequence, e.type, e.page_id AS "pageId", e.error,
           jobs.webhook, ${eventData}, jobs.zero_data_retention AS "zeroDataRetention", jobs.erased_at IS NOT NULL AS "isErased"
    FROM (SELECT * FROM webhook_events WHERE id = ${id}::uuid LIMIT 1) e JOIN jobs ON jobs.id = e.job_id
    WHERE e.team_id = ${teamId}::uuid`;
  return rows[0];
}

async function withLogs(database: Database, rows: readonly DeliveryRow[]): Promise<WebhookDeliveryView[]> {
  if (rows.length === 0) return [];
  const attempts = await database.$queryRaw<(WebhookAttemptView & { eventId: string })[]>`
    SELECT event_id AS "eventId", attempt, started_at AS "startedAt", duration_ms AS "durationMs", status, error
    FROM webhook_attempts
    WHERE event_id = ANY(${rows.map((row) => row.id)}::uuid[])
    ORDER BY event_id, attempt`;
  const logs = new Map<string, WebhookAttemptView[]>(rows.map((row) => [row.id, []]));
  for (const { eventId, ...attempt } of attempts) logs.get(eventId)?.push(attempt);
  return rows.map((row) => ({ ...row, log: logs.get(row.id) ?? [] }));
}
