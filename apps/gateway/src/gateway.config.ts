import {
  commaList,
  duration,
  egressAllow,
  egressDeny,
  pageCacheMaxMib,
  pageCachePerTeam,
  platformConfig,
  zeroRetentionHold,
} from '@orbweaver/platform';
import { z } from 'zod';
import { ClosedHosts } from './url/closed-hosts';

export const gatewayConfig = z.object({
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address under which callers reach the service, for the URLs in answers; without it that of the request counts (`X-Forwarded-Proto`, `X-Forwarded-Host`, `Host`)',
    ),
  JOB_TTL_HOURS: z.coerce
    .number()
    .positive()
    .max(24 * 365)
    .default(24)
    .describe('How long a job and its documents can be read, in hours from its start'),
  DRAIN_TIMEOUT_MS: platformConfig.shape.DRAIN_TIMEOUT_MS,
  EVENT_HEARTBEAT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(300_000)
    .default(15_000)
    .describe('A stream of Server-Sent Events is never silent for longer: less than what a proxy on the way allows'),
  STREAMS_PER_TEAM: z.coerce
    .number()
    .int()
    .positive()
    .default(1000)
    .describe('WebSockets and streams of Server-Sent Events that a team may have open at one gateway; then 429'),
  PAGE_CACHE_MAX_MIB: pageCacheMaxMib,
  PAGE_CACHE_PER_TEAM: pageCachePerTeam,
  ZERO_RETENTION_HOLD: zeroRetentionHold,
  ZERO_RETENTION_GRACE: duration
    .prefault('5s')
    .describe(
      'How long a batch or crawl with `zeroDataRetention` that was read to its end is still there for other readers and for questions about its errors',
    ),
  EGRESS_ALLOW: egressAllow((text) => new ClosedHosts(commaList.parse(text))),
  EGRESS_DENY: egressDeny((text) => new ClosedHosts(commaList.parse(text))),
  NODE_ENV: z.string().default('production').describe('`production`, or what else this installation is for'),
});

export type GatewayConfig = z.infer<typeof gatewayConfig>;
