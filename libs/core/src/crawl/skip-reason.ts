import { z } from 'zod';

/** Why a known URL is not visited. A closed list, stored for every seen URL of a crawl. */
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
  'trap',
  'robots',
  /** By the hosts of the team. */
  'closed-host',
  /** In scope but above the limit; queued when a slot is returned. */
  'limit',
  'redirected',
  'cancelled',
] as const;

export const SkipReason = z.enum(skipReasons);
export type SkipReason = z.infer<typeof SkipReason>;
