import { HostList } from '@orbweaver/core';
import {
  duration,
  durationWithin,
  egressAllow,
  egressDeny,
  flag,
  languageModelFields,
  pageCacheMaxMib,
  pageCachePerTeam,
  platformConfig,
  timerDuration,
  webhookSecret,
  zeroRetentionHold,
} from '@orbweaver/platform';
import { z } from 'zod';

export const gatewayConfig = z.object({
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address under which callers reach the service, for the URLs in answers; without it that of the request counts (`X-Forwarded-Proto`, `X-Forwarded-Host`, `Host`)',
    ),
  JOB_TTL: durationWithin(1, 365 * 24 * 3_600_000)
    .prefault('24h')
    .describe('How long a job and its documents can be read, from its start'),
  ADMIN_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe(
      'Port of the admin API alone, to be kept from callers; with it `PORT` knows no `/admin`, without it `PORT` answers keys with the right `admin`',
    ),
  HOST: platformConfig.shape.HOST,
  HTTP_HEADERS_TIMEOUT: platformConfig.shape.HTTP_HEADERS_TIMEOUT,
  HTTP_REQUEST_TIMEOUT: platformConfig.shape.HTTP_REQUEST_TIMEOUT,
  HTTP_KEEP_ALIVE_TIMEOUT: platformConfig.shape.HTTP_KEEP_ALIVE_TIMEOUT,
  HTTP_MAX_CONNECTIONS: platformConfig.shape.HTTP_MAX_CONNECTIONS,
  DRAIN_TIMEOUT: platformConfig.shape.DRAIN_TIMEOUT,
  SCRAPE_DRAIN_TIMEOUT: timerDuration(0)
    .prefault('370s')
    .describe(
      'Longest wait for scrapes in flight after SIGTERM or SIGINT, if longer than `DRAIN_TIMEOUT`. Scrapes that are cut get 503.',
    ),
  REQUEST_BODIES_MAX_MIB: z.coerce
    .number()
    .int()
    .min(10)
    .default(128)
    .describe('Maximum total size of request bodies in flight per gateway, in MiB. Requests beyond it get 503.'),
  REQUEST_BODIES_TEAM_MIB: z.coerce
    .number()
    .int()
    .min(10)
    .default(32)
    .describe('The same for each team. Requests beyond it get 429.'),
  EVENT_HEARTBEAT: durationWithin(100, 300_000)
    .prefault('15s')
    .describe('A stream of Server-Sent Events is never silent for longer: less than what a proxy on the way allows'),
  STREAMS_PER_TEAM: z.coerce
    .number()
    .int()
    .positive()
    .default(1000)
    .describe('WebSockets and streams of Server-Sent Events that a team may have open at one gateway; then 429'),
  WEBHOOK_SECRET: webhookSecret,
  PAGE_CACHE_MAX_MIB: pageCacheMaxMib,
  PAGE_CACHE_PER_TEAM: pageCachePerTeam,
  ZERO_RETENTION_HOLD: zeroRetentionHold,
  ZERO_RETENTION_GRACE: duration
    .prefault('5s')
    .describe(
      'How long a batch or crawl with `zeroDataRetention` that was read to its end is still there for other readers and for questions about its errors',
    ),
  ACCESS_LOG: flag
    .default(false)
    .describe('`true`: a line of the log for every request, with its id, route, status and time'),
  ...languageModelFields,
  EGRESS_ALLOW: egressAllow((text) => new HostList(text)),
  EGRESS_DENY: egressDeny((text) => new HostList(text)),
  NODE_ENV: z.string().default('production').describe('`production`, or what else this installation is for'),
});

export type GatewayConfig = z.infer<typeof gatewayConfig>;
