import { z } from 'zod';

/**
 * Why a page has no document. A closed list of facts about the page or the network; our own faults are exceptions. Also
 * used in responses, logs and metrics.
 */
const pageFailureReasons = [
  'dns',
  'refused',
  'reset',
  'tls',
  'timed-out',
  'too-large',
  'too-many-redirects',
  'bad-response',
  'unsupported-type',
  'conversion-failed',
  'pdf-timed-out',
  'action-failed',
  'browser-crashed',
  'egress-denied',
  'proxy-failed',
  'model-failed',
  'invalid-url',
  'out-of-scope',
  'lease-expired',
  'cancelled',
] as const;

export const PageFailureReason = z.enum(pageFailureReasons);
export type PageFailureReason = z.infer<typeof PageFailureReason>;

/** `message` is shown to the caller. */
export const PageFailure = z.object({ reason: PageFailureReason, message: z.string() });
export type PageFailure = z.infer<typeof PageFailure>;

/**
 * Maximum attempts per reason. Failures caused by the environment are retried; those of the page or the request are
 * not.
 */
const maxAttempts: Partial<Record<PageFailureReason, number>> = {
  refused: 2,
  reset: 3,
  'browser-crashed': 3,
  'proxy-failed': 3,
  'lease-expired': 3,
  'timed-out': 2,
  dns: 2,
};

export function mayRetry(reason: PageFailureReason, attempt: number): boolean {
  return attempt < (maxAttempts[reason] ?? 1);
}
