import type { Database, Transaction } from '../database';
import {
  type DeliveryWait,
  deliveryHead,
  deliveryWait,
  type WebhookDeliveryState,
} from '../gateway/read-webhook-deliveries';
import { MAX_REDELIVERED_EVENTS, putEventBack, putEventsBack, STEP_EVENTS } from '../gateway/request-redelivery';
import { type Actor, type FieldChanges, noteChange } from '../note-change';
import { lockOutbox } from '../results/lock-outbox';
import { type DeliveryOverviewCursor, type EventsWanted, isWanted } from './list-webhook-deliveries';

export type EventRedelivery =
  | { kind: 'unknown' }
  | { kind: 'erased' }
  /** It is sent in order; `wait` contains the reason for a delay. */
  | { kind: 'redelivered'; jobId: string; wait: DeliveryWait };

export function redeliverEvent(database: Database, actor: Actor, id: string): Promise<EventRedelivery> {
  return database.$transaction(async (transaction) => {
    const found = await readTurn(transaction, id);
    if (found === undefined) return { kind: 'unknown' };
    const { jobId, teamId } = found;
    await lockOutbox(transaction, jobId);
    const before = (await readTurn(transaction, id)) ?? found;
    if (!(await putEventBack(transaction, before))) return { kind: 'erased' };
    const after = (await readTurn(transaction, id)) ?? before;
    const changes = changesOf(before, after);
    await noteChange(transaction, actor, { action: 'webhook.redeliver', teamId, target: id, changes });
    const { waitsFor, behind, nextAttemptAt } = after;
    return { kind: 'redelivered', jobId, wait: { waitsFor, behind, nextAttemptAt } };
  });
}

interface EventTurn extends DeliveryWait {
  id: string;
  jobId: string;
  teamId: string;
  sequence: number;
  state: WebhookDeliveryState;
  attempts: number;
}

async function readTurn(transaction: Transaction, id: string): Promise<EventTurn | undefined> {
  const [event] = await transaction.$queryRaw<EventTurn[]>`
    SELECT e.id, e.job_id AS "jobId", e.team_id AS "teamId", e.sequence, e.state,
           e.attempts - e.attempts_before AS attempts, ${deliveryWait}
    FROM (SELECT * FROM webhook_events WHERE id = ${id}::uuid LIMIT 1) e
    LEFT JOIN ${deliveryHead} ON true`;
  return event;
}

/** A pending event remains pending, but its schedule restarts, and the event before it becomes due. */
function changesOf(before: EventTurn, after: EventTurn): FieldChanges {
  const fields = (['state', 'waitsFor', 'attempts'] as const).filter((field) => before[field] !== after[field]);
  return {
    ...Object.fromEntries(fields.map((field) => [field, { before: before[field], after: after[field] }])),
    ...(after.behind === null ? {} : { sentFirst: { before: null, after: after.behind.id } }),
  };
}

export interface RedeliveryRequest extends EventsWanted {
  after?: DeliveryOverviewCursor;
  limit: number;
  maxEvents?: number;
}

export interface RedeliveredJob {
  jobId: string;
  teamId: string;
  redelivered: number;
}

const BEFORE_ALL: DeliveryOverviewCursor = { jobId: '00000000-0000-0000-0000-000000000000', sequence: 0 };
/** After all events of a job. */
const MAX_SEQUENCE = 2_147_483_647;

/**
 * Redelivers the events of all teams in these states, oldest job first. `after`: cursor for the rest, possibly within a
 * job.
 */
export async function redeliverEvents(
  database: Database,
  actor: Actor,
  request: RedeliveryRequest,
): Promise<{ jobs: RedeliveredJob[]; after: DeliveryOverviewCursor | null }> {
  const { states, limit, maxEvents = MAX_REDELIVERED_EVENTS } = request;
  const jobs = new Map<string, RedeliveredJob>();
  let after = request.after ?? BEFORE_ALL;
  for (let left = maxEvents; ; ) {
    const next = await findNext(database, request, after);
    const isFull = left === 0 || (next !== undefined && jobs.size === limit && !jobs.has(next.jobId));
    if (next === undefined || isFull) {
      const redelivered = [...jobs.values()].filter((job) => job.redelivered > 0);
      return { jobs: redelivered, after: next === undefined ? null : after };
    }
    const { jobId, teamId } = next;
    const job = jobs.get(jobId) ?? { jobId, teamId, redelivered: 0 };
    jobs.set(jobId, job);
    const step = await database.$transaction(async (transaction) => {
      const range = { jobId, states, after: next.sequence - 1, limit: Math.min(left, STEP_EVENTS) };
      const putBack = await putEventsBack(transaction, range);
      if (putBack !== undefined) {
        await noteChange(transaction, actor, {
          action: 'webhook.redeliver',
          teamId,
          target: jobId,
          changes: { events: { before: null, after: putBack.asked }, states: { before: null, after: states } },
        });
      }
      return putBack;
    });
    job.redelivered += step?.asked ?? 0;
    left -= step?.asked ?? 0;
    after = { jobId, sequence: step?.last ?? MAX_SEQUENCE };
  }
}

async function findNext(
  database: Database,
  wanted: EventsWanted,
  after: DeliveryOverviewCursor,
): Promise<{ jobId: string; teamId: string; sequence: number } | undefined> {
  const [next] = await database.$queryRaw<{ jobId: string; teamId: string; sequence: number }[]>`
    SELECT found.job_id AS "jobId", found.team_id AS "teamId", found.sequence
    FROM unnest(${[...wanted.states]}::text[]) AS of_state(name) CROSS JOIN LATERAL (
      SELECT e.job_id, e.team_id, e.sequence FROM webhook_events e
      WHERE ${isWanted(wanted)} AND (e.job_id, e.sequence) > (${after.jobId}::uuid, ${after.sequence}::int)
      ORDER BY e.job_id, e.sequence
      LIMIT 1) found
    ORDER BY found.job_id, found.sequence
    LIMIT 1`;
  return next;
}
