import { createEgressGuard } from '@orbweaver/egress';
import {
  durationWithin,
  egressAllow,
  egressDeny,
  egressFields,
  pageCacheMaxMib,
  pageCachePerTeam,
} from '@orbweaver/platform';
import { z } from 'zod';

export const ROBOTS_TIMEOUT_MS = 15_000;
export const SITEMAPS_TIMEOUT_MS = 120_000;

export const frontierConfig = z.object({
  FRONTIER_MAX_LEASED: z.coerce
    .number()
    .int()
    .min(1)
    .default(256)
    .describe('Maximum number of leased pages of all jobs, including those waiting in renderers.'),
  FRONTIER_MAX_PER_HOST: z.coerce
    .number()
    .int()
    .min(1)
    .default(16)
    .describe('Maximum number of leased pages per host, over all jobs. Slow or failing hosts get fewer.'),
  FRONTIER_LEASE_ALLOWANCE: durationWithin(3_000)
    .prefault('10s')
    .describe("Time added to a page's time limit for its lease. It covers the wait for a renderer."),
  FRONTIER_SEEDING_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .default(8)
    .describe('Maximum number of jobs whose sitemaps or URL lists are read concurrently.'),
  FRONTIER_MAP_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .default(4)
    .describe('Maximum number of maps that run concurrently. Others wait; the wait counts against their time limit.'),
  PAGE_CACHE_MAX_MIB: pageCacheMaxMib,
  PAGE_CACHE_PER_TEAM: pageCachePerTeam,
  ...egressFields,
  EGRESS_ALLOW: egressAllow((allow) => createEgressGuard({ allow })),
  EGRESS_DENY: egressDeny((deny) => createEgressGuard({ deny })),
});

export type FrontierConfig = z.infer<typeof frontierConfig>;
