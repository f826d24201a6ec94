import { type Database, Prisma } from '../database';
import type { WebhookDeliveryState } from '../gateway/read-webhook-deliveries';
import { putEventBack, requestRedeliveryOfJob } from '../gateway/request-redelivery';
import { type Actor, noteChange } from '../note-change';

/** What became of the request to send one event again. */
export type EventRedelivery =
  | { kind: 'unknown' }
  /** With zero data retention: where it was to go is erased. */
  | { kind: 'erased' }
  | { kind: 'redelivered'; jobId: string };

/** Sends an event of any team again. See requestRedelivery. */
export function redeliverEvent(database: Database, actor: Actor, id: string): Promise<EventRedelivery> {
  return database.$transaction(async (transaction) => {
    const [event] = await transaction.$queryRaw<
      { id: string; jobId: string; teamId: string; sequence: number; state: WebhookDeliveryState }[]
    >`
      SELECT id, job_id AS "jobId", team_id AS "teamId", sequence, state FROM webhook_events WHERE id = ${id}::uuid`;
    if (event === undefined) return { kind: 'unknown' };
    if (!(await putEventBack(transaction, event))) return { kind: 'erased' };
    await noteChange(transaction, actor, {
      action: 'webhook.redeliver',
      teamId: event.teamId,
      target: id,
      changes: { state: { before: event.state, after: 'pending' } },
    });
    return { kind: 'redelivered', jobId: event.jobId };
  });
}

export interface RedeliveryRequest {
  teamId?: string;
  jobId?: string;
  states: readonly WebhookDeliveryState[];
  /** Goes on after this job. */
  after?: string;
  /** Jobs at most. */
  limit: number;
}

export interface RedeliveredJob {
  jobId: string;
  teamId: string;
  /** Events that are sent again. */
  redelivered: number;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Sends the events of all teams in these states again, job after job, the oldest first. `after` is the last job that
 * was looked at when more are left.
 */
export async function redeliverEvents(
  database: Database,
  actor: Actor,
  request: RedeliveryRequest,
): Promise<{ jobs: RedeliveredJob[]; after: string | null }> {
  const found = await findJobs(database, { ...request, limit: request.limit + 1 });
  const asked = found.slice(0, request.limit);
  const jobs: RedeliveredJob[] = [];
  for (const { jobId, teamId } of asked) {
    const wanted = { jobId, states: request.states };
    const redelivered = await requestRedeliveryOfJob(database, wanted, (transaction, count) =>
      noteChange(transaction, actor, {
        action: 'webhook.redeliver',
        teamId,
        target: jobId,
        changes: { events: { before: null, after: count }, states: { before: null, after: request.states } },
      }),
    );
    if (redelivered > 0) jobs.push({ jobId, teamId, redelivered });
  }
  return { jobs, after: found.length > asked.length ? (asked.at(-1)?.jobId ?? null) : null };
}

/** Goes from job to job along the index by state: a job with many events costs as much as one with one. */
function findJobs(database: Database, request: RedeliveryRequest): Promise<{ jobId: string; teamId: string }[]> {
  const { teamId, jobId, states, after = BEFORE_ALL, limit } = request;
  const ofTeam = teamId === undefined ? Prisma.empty : Prisma.sql`AND team_id = ${teamId}::uuid`;
  const ofJob = jobId === undefined ? Prisma.empty : Prisma.sql`AND job_id = ${jobId}::uuid`;
  const next = (last: Prisma.Sql) => Prisma.sql`
    SELECT found.job_id, found.team_id FROM unnest(${[...states]}::text[]) AS of_state(name) CROSS JOIN LATERAL (
      SELECT job_id, team_id FROM webhook_events
      WHERE state = of_state.name AND job_id > ${last} ${ofTeam} ${ofJob}
      ORDER BY job_id LIMIT 1) found
    ORDER BY found.job_id LIMIT 1`;
  return database.$queryRaw<{ jobId: string; teamId: string }[]>`
    WITH RECURSIVE found AS (
      (${next(Prisma.sql`${after}::uuid`)})
      UNION ALL
      SELECT next.* FROM found CROSS JOIN LATERAL (${next(Prisma.sql`found.job_id`)}) next)
    SELECT job_id AS "jobId", team_id AS "teamId" FROM found LIMIT ${limit}::int`;
}
