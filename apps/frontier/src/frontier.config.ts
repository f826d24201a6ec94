import { createEgressGuard } from '@orbweaver/egress';
import { durationWithin, egressAllow, egressDeny, pageCacheMaxMib, pageCachePerTeam } from '@orbweaver/platform';
import { z } from 'zod';

export const frontierConfig = z.object({
  FRONTIER_MAX_LEASED: z.coerce
    .number()
    .int()
    .min(1)
    .default(256)
    .describe('Pages of all jobs that may be with the renderers at once, waiting ones included'),
  FRONTIER_MAX_PER_HOST: z.coerce
    .number()
    .int()
    .min(1)
    .default(16)
    .describe(
      'Pages of one host that may be with the renderers at once, over all jobs; a host that is slow or fails is given fewer',
    ),
  FRONTIER_LEASE_ALLOWANCE: durationWithin(3_000)
    .prefault('10s')
    .describe('How long a page may wait for a renderer beyond its own deadline before it is given to another'),
  FRONTIER_SEEDING_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .default(8)
    .describe('Jobs whose sitemaps or URL lists are read at once'),
  PAGE_CACHE_MAX_MIB: pageCacheMaxMib,
  PAGE_CACHE_PER_TEAM: pageCachePerTeam,
  EGRESS_ALLOW: egressAllow((allow) => createEgressGuard({ allow })),
  EGRESS_DENY: egressDeny((deny) => createEgressGuard({ deny })),
});

export type FrontierConfig = z.infer<typeof frontierConfig>;
