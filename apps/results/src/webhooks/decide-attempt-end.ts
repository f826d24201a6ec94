import type { WebhookAttemptEnd } from '@orbweaver/persistence';
import type { DeliveryResult } from './send-delivery';

/** At most this share is added to a wait, so that what failed together is not retried together. */
const JITTER = 0.2;

/**
 * Whether an event is delivered, dead or tried again, after the attempt of this number (from 1). `scheduleMs` has the
 * waits after the first, the second, … failed attempt; `random` is from 0 to 1.
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
