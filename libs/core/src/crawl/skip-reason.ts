import { z } from 'zod';

/**
 * Why a known URL is not visited. A closed list, stored for every URL a crawl has seen,
 * so that "why was this page not taken?" has an answer.
 */
export const skipReasons = [
  'invalid-url',
  'fragment',
  'external',
  'backward',
  'excluded',
  'not-included',
  'discovery-depth',
  'path-depth',
  'file-type',
  /** One of endlessly many URLs of a site: see crawl/traps. */
  'trap',
  'robots',
  /** In scope, but the limit was reached: queued when a slot comes back. */
  'limit',
  /** Answered by a redirect: the target is the page. */
  'redirected',
  'cancelled',
] as const;

export const SkipReason = z.enum(skipReasons);
export type SkipReason = z.infer<typeof SkipReason>;
