import { HostList, Networks } from '@orbweaver/core';
import {
  commaList,
  duration,
  durationWithin,
  egressAllow,
  egressDeny,
  egressFields,
  flag,
  hasValidJobTtlMax,
  invalidJobTtlMax,
  jobTtl,
  jobTtlMax,
  languageModelFields,
  pageCacheMaxMib,
  pageCachePerTeam,
  platformConfig,
  searchFields,
  signOnFields,
  timerDuration,
  webhookSecret,
  zeroRetentionHold,
} from '@orbweaver/platform';
import { z } from 'zod';

const fields = z.object({
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Public base URL of the service, used in URLs of responses. Default: taken from the request (`X-Forwarded-Proto`, `X-Forwarded-Host`, `Host`).',
    ),
  JOB_TTL: jobTtl,
  JOB_TTL_MAX: jobTtlMax,
  ADMIN_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe(
      'Separate port for the admin API; do not expose it to callers. Default: the admin API is served on `PORT`.',
    ),
  HOST: platformConfig.shape.HOST,
  TRUSTED_PROXIES: commaList
    .pipe(Networks)
    .prefault('')
    .describe(
      'Comma list of addresses and CIDR blocks of reverse proxies, whose `X-Forwarded-For` is trusted when the client address is compared with the networks of a key. Default: none; keys with networks then get 403 for requests with `X-Forwarded-For`.',
    ),
  HTTP_HEADERS_TIMEOUT: platformConfig.shape.HTTP_HEADERS_TIMEOUT,
  HTTP_REQUEST_TIMEOUT: platformConfig.shape.HTTP_REQUEST_TIMEOUT,
  HTTP_KEEP_ALIVE_TIMEOUT: platformConfig.shape.HTTP_KEEP_ALIVE_TIMEOUT,
  HTTP_MAX_CONNECTIONS: platformConfig.shape.HTTP_MAX_CONNECTIONS,
  DRAIN_TIMEOUT: platformConfig.shape.DRAIN_TIMEOUT,
  SCRAPE_DRAIN_TIMEOUT: timerDuration(0)
    .prefault('370s')
    .describe(
      'Maximum wait for scrapes in flight after SIGTERM or SIGINT, if longer than `DRAIN_TIMEOUT`. Unfinished scrapes get 503.',
    ),
  REQUEST_BODIES_MAX_MIB: z.coerce
    .number()
    .int()
    .min(10)
    .default(192)
    .describe(
      'Maximum total size of request bodies and uploads in flight per gateway, in MiB. Requests beyond it get 503.',
    ),
  REQUEST_BODIES_TEAM_MIB: z.coerce
    .number()
    .int()
    .min(10)
    .default(64)
    .describe(
      'Maximum total size of request bodies and uploads in flight per team and gateway, in MiB. Requests beyond it get 429. Below 51, it also lowers the maximum size of an uploaded file (50 MiB).',
    ),
  EVENT_HEARTBEAT: durationWithin(100, 300_000)
    .prefault('15s')
    .describe('Interval of heartbeats on event streams. Must be shorter than the idle timeout of proxies.'),
  STREAMS_PER_TEAM: z.coerce
    .number()
    .int()
    .positive()
    .default(1000)
    .describe('Maximum open WebSockets and event streams per team and gateway. Further ones get 429.'),
  MAPS_PER_TEAM: z.coerce
    .number()
    .int()
    .positive()
    .default(10)
    .describe('Maximum concurrent maps per team and gateway. Further ones get 429.'),
  SCHEDULES_PER_TEAM: z.coerce
    .number()
    .int()
    .positive()
    .default(100)
    .describe('Maximum number of schedules per team. Further ones get 409.'),
  SCHEDULE_MIN_INTERVAL: durationWithin(60_000)
    .prefault('5m')
    .describe('Minimum time between two runs of a schedule. Shorter cron expressions get 400.'),
  EXPORTS_PER_TEAM: z.coerce
    .number()
    .int()
    .positive()
    .default(4)
    .describe('Maximum concurrent exports per team and gateway. Further ones get 429.'),
  EXPORT_STALL_TIMEOUT: durationWithin(100, 3_600_000)
    .prefault('60s')
    .describe('Time without progress after which the reader of an export is disconnected.'),
  WEBHOOK_SECRET: webhookSecret,
  PAGE_CACHE_MAX_MIB: pageCacheMaxMib,
  PAGE_CACHE_PER_TEAM: pageCachePerTeam,
  ZERO_RETENTION_HOLD: zeroRetentionHold,
  ZERO_RETENTION_GRACE: duration
    .prefault('5s')
    .describe('Time that a batch or crawl with `zeroDataRetention` remains readable after its last document was read.'),
  ACCESS_LOG: flag.default(false).describe('Log every request with its id, route, status and duration.'),
  ...languageModelFields,
  ...searchFields,
  ...signOnFields,
  ...egressFields,
  EGRESS_ALLOW: egressAllow((text) => new HostList(text)),
  EGRESS_DENY: egressDeny((text) => new HostList(text)),
  NODE_ENV: z
    .string()
    .default('production')
    .describe('Environment name. `/is-production` reports whether it is `production`.'),
});

export const gatewayConfig = fields.refine(hasValidJobTtlMax, invalidJobTtlMax);

export type GatewayConfig = z.infer<typeof gatewayConfig>;
