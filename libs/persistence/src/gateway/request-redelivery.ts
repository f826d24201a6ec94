import { type Database, Prisma } from '../database';
import type { WebhookDeliveryState } from './read-webhook-deliveries';

/** Events changed by one statement: senders wait for none of them long. */
const STEP_EVENTS = 5000;

/**
 * Puts one event back into the outbox: it is due at once, and its schedule of retries begins anew. Events of a job
 * are sent in their order, so those of it that wait for a retry are due at once as well. An attempt under way goes on.
 */
export async function requestRedelivery(
  database: Database,
  event: { id: string; jobId: string; sequence: number },
): Promise<void> {
  await database.$executeRaw`
    UPDATE webhook_events SET state = 'pending', next_attempt_at = now(),
                              attempts_before = CASE WHEN id = ${event.id}::uuid THEN attempts ELSE attempts_before END
    WHERE job_id = ${event.jobId}::uuid AND sequence <= ${event.sequence}::int
      AND (state = 'pending' OR id = ${event.id}::uuid) AND ${hasTarget(event.jobId)}
      AND (claimed_until IS NULL OR claimed_until <= now())`;
}

/** The same for all events of a job that are in one of these states, from its first to its last. Answers how many. */
export async function requestRedeliveryOfJob(
  database: Database,
  { jobId, states }: { jobId: string; states: readonly WebhookDeliveryState[] },
): Promise<number> {
  const [last] = await database.$queryRaw<{ sequence: number }[]>`
    SELECT coalesce(max(sequence), 0)::int AS sequence FROM webhook_events WHERE job_id = ${jobId}::uuid`;
  let changed = 0;
  for (let after = 0; after < (last?.sequence ?? 0); after += STEP_EVENTS) {
    changed += await database.$executeRaw`
      UPDATE webhook_events SET state = 'pending', next_attempt_at = now(), attempts_before = attempts
      WHERE job_id = ${jobId}::uuid AND sequence > ${after}::int AND sequence <= ${after + STEP_EVENTS}::int
        AND state = ANY(${[...states]}::text[]) AND ${hasTarget(jobId)}
        AND (claimed_until IS NULL OR claimed_until <= now())`;
  }
  return changed;
}

/** The target of a job with zeroDataRetention is erased with the last of its events. */
function hasTarget(jobId: string) {
  return Prisma.sql`EXISTS (SELECT 1 FROM jobs WHERE id = ${jobId}::uuid AND webhook->>'url' <> '')`;
}
