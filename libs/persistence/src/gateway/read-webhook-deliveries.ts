import { type Database, Prisma } from '../database';

const END_OF_TIME_MS = Date.UTC(9999, 0);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MAX_SEQUENCE = 2_147_483_647;

export const webhookDeliveryStates = ['pending', 'delivered', 'dead'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/**
 * What a pending event waits for: the answer to its attempt under way, an earlier event of its job, the time of its next
 * attempt, or a free place of its endpoint and team.
 */
export const webhookDeliveryWaits = ['answer', 'earlier-event', 'retry', 'place'] as const;

/** An attempt to deliver an event. */
interface WebhookAttemptView {
  attempt: number;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
}

/** What a delivery waits for; all null unless it is pending. */
export interface DeliveryWait {
  waitsFor: (typeof webhookDeliveryWaits)[number] | null;
  /** Of one that waits for an earlier event: the first pending one of the job. */
  behind: { id: string; sequence: number } | null;
  /** Of one that waits for a retry; other pending events have no time. */
  nextAttemptAt: Date | null;
}

/** An event of a job as its team sees it, with the log of its last attempts. */
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

/** Of an event `e` with its `head`. By Postgres' clock, as the sender asks it. */
const waitsFor = Prisma.sql`
  CASE WHEN e.state <> 'pending' THEN NULL
       WHEN e.claimed_until > now() THEN 'answer'
       WHEN head.id <> e.id THEN 'earlier-event'
       WHEN e.next_attempt_at > now() THEN 'retry'
       ELSE 'place' END`;

/** The columns of a DeliveryWait. */
export const deliveryWait = Prisma.sql`
  ${waitsFor} AS "waitsFor",
  CASE WHEN ${waitsFor} = 'earlier-event' THEN jsonb_build_object('id', head.id, 'sequence', head.sequence) END AS behind,
  CASE WHEN ${waitsFor} = 'retry' THEN e.next_attempt_at END AS "nextAttemptAt"`;

/** The first pending event of the job of an event `e`. */
export const deliveryHead = Prisma.sql`
  LATERAL (SELECT id, sequence FROM webhook_events
           WHERE e.state = 'pending' AND state = 'pending' AND job_id = e.job_id
           ORDER BY sequence LIMIT 1) head`;

/** The columns of a DeliveryRow, of an event `e`, its job and its `head`. */
const columns = Prisma.sql`
  e.id, e.job_id AS "jobId", e.sequence, e.type, e.page_id AS "pageId", jobs.webhook->>'url' AS url, e.state,
  e.attempts, ${deliveryWait}, e.last_status AS "lastStatus", e.last_error AS "lastError",
  e.created_at AS "createdAt", e.delivered_at AS "deliveredAt"`;

/** The last delivery of the previous range. */
export type DeliveryCursor = { createdAt: Date; id: string };

export interface DeliveryRange {
  teamId: string;
  states: readonly WebhookDeliveryState[];
  before?: DeliveryCursor;
  limit: number;
}

/** The deliveries of a team, the newest first. Every state is a range of the index, so old ones cost nothing. */
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

/** The deliveries of one job of the team, the newest first: those with a sequence below `before`. */
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

/** Undefined for what does not exist or is another team's. */
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
