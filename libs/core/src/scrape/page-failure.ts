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
