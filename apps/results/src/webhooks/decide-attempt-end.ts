import type { WebhookAttemptEnd } from '@orbweaver/persistence';
import type { DeliveryResult } from './send-delivery';

/** Maximum share added to a delay, so that failed deliveries are not all retried together. */
const JITTER = 0.2;

/**
 * The state of an event after an attempt, counted from 1. `scheduleMs`: delays after the first, second, … failed attempt;
 * `random` is from 0 to 1.
 */
export function decideAttemptEnd(
  result: DeliveryResult,
  attempt: number,
  { scheduleMs, random }: { scheduleMs: readonly number[]; random: number },
): WebhookAttemptEnd {
  if (result.kind === 'delivered') return { state: 'delivered', status: result.status };
  const { error } = result;
  const status = result.kind === 'failed' ? result.status : null;
  const waitMs = result.kind === 'undeliverable' ? undefined : scheduleMs[attempt - 1];
  if (waitMs === undefined) return { state: 'dead', status, error };
  return { state: 'pending', status, error, retryInMs: Math.round(waitMs * (1 + JITTER * random)) };
}
