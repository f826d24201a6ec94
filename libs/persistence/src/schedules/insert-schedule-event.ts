import { Prisma, type Transaction } from '../database';
import { insertWebhookEvents } from '../results/insert-webhook-events';

/** For a SELECT from `jobs`: the data of an event of a schedule. */
export const eventData = Prisma.sql`CASE WHEN jobs.kind = 'schedule' THEN jobs.spec->'event' END AS data`;

interface ScheduleEvent {
  id: string;
  runId: string;
  teamId: string;
  apiKeyId: string;
  type: string;
  endpoint: string;
  /** A WebhookSpec. */
  webhook: unknown;
  data: object;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Inserts an event into the outbox with an ended job of the kind `schedule`, which has the id of the run. The outbox
 * finds target and order of events in their job, and a map has none.
 */
export async function insertScheduleEvent(transaction: Transaction, event: ScheduleEvent): Promise<void> {
  const { runId, teamId, createdAt } = event;
  await transaction.$executeRaw`
    INSERT INTO jobs (id, team_id, api_key_id, kind, state, spec, webhook, named_urls, webhook_sequence, created_at,
                      completed_at, expires_at)
    VALUES (${runId}::uuid, ${teamId}::uuid, ${event.apiKeyId}::uuid, 'schedule', 'completed',
            ${JSON.stringify({ kind: 'schedule', event: event.data })}::jsonb, ${JSON.stringify(event.webhook)}::jsonb, 0,
            1, ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${event.expiresAt}::timestamptz)`;
  await insertWebhookEvents(
    transaction,
    [
      {
        id: event.id,
        jobId: runId,
        teamId,
        endpoint: event.endpoint,
        sequence: 1,
        type: event.type,
        pageId: null,
        error: null,
        traceparent: null,
      },
    ],
    createdAt,
  );
}
