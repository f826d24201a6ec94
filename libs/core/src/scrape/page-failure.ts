import { z } from 'zod';

/**
 * Why a page gave no document. A closed list: every reason is a fact about the page or the way to it, never a fault of
 * ours (those are exceptions).
 *
 * The errors answer, the logs and a metric label use the same words.
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

/** A page that gave no document: `message` is written for the caller and is safe to show. */
export const PageFailure = z.object({ reason: PageFailureReason, message: z.string() });
export type PageFailure = z.infer<typeof PageFailure>;
