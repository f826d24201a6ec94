import { createEgressGuard } from '@orbweaver/egress';
import {
  duration,
  durationList,
  durationWithin,
  egressAllow,
  egressDeny,
  egressFields,
  flag,
  languageModelFields,
  pageCacheMaxMib,
  pageCachePerTeam,
  timerDuration,
  webhookSecret,
  zeroRetentionHold,
} from '@orbweaver/platform';
import { z } from 'zod';

/** Twice the longest retention of a topic. */
const MIN_ENTRY_RETENTION_MS = 48 * 3_600_000;

const count = z.coerce.number().int().positive();

export const resultsConfig = z.object({
  WEBHOOK_SECRET: webhookSecret,
  WEBHOOK_RETRY_SCHEDULE: durationList
    .prefault('1m,5m,15m,1h,3h,6h')
    .describe(
      'Delays after the first, second, … failed attempt of a webhook (`ms`, `s`, `m`, `h`). After the last one the event is given up.',
    ),
  WEBHOOK_TIMEOUT: timerDuration(1).prefault('10s').describe('Time limit for a webhook request.'),
  WEBHOOK_CONCURRENCY: count.default(64).describe('Maximum number of concurrent webhook requests.'),
  WEBHOOK_HOST_CONCURRENCY: count.default(8).describe('Maximum number of concurrent webhook requests per host.'),
  WEBHOOK_MAX_DOCUMENT_MIB: count
    .max(512)
    .default(10)
    .describe('Maximum size of the document in a `page` event. Larger documents are replaced by a warning.'),
  PAGE_CACHE_MAX_MIB: pageCacheMaxMib,
  PAGE_CACHE_PER_TEAM: pageCachePerTeam,
  PAGE_CACHE_MAX_AGE: duration
    .prefault('168h')
    .describe('Maximum age of pages in the page cache, regardless of `maxAge`.'),
  ...egressFields,
  EGRESS_ALLOW: egressAllow((allow) => createEgressGuard({ allow })),
  EGRESS_DENY: egressDeny((deny) => createEgressGuard({ deny })),
  RETENTION_INTERVAL: timerDuration(1).prefault('5m').describe('Interval for deleting expired jobs.'),
  RETENTION_RUNNING_GRACE: duration
    .prefault('24h')
    .describe('Additional retention of expired jobs that still run or have pending webhook events.'),
  SCHEDULE_RUN_RETENTION: durationWithin(3_600_000)
    .prefault('720h')
    .describe('Retention of ended runs of schedules. The last two completed runs of a schedule are kept.'),
  CREDIT_ENTRY_RETENTION: duration
    .prefault('2160h')
    .refine((ms) => ms >= MIN_ENTRY_RETENTION_MS, 'must be 48h or more, because the entries identify repeated messages')
    .describe('Retention of ledger entries of single pages. Balances and monthly sums are kept permanently.'),
  ZERO_RETENTION_HOLD: zeroRetentionHold,
  CHANGE_HISTORY_MAX_MIB: count
    .max(1_048_576)
    .default(512)
    .describe('Maximum size of the change tracking history per team, compressed. The oldest pages are deleted first.'),
  ...languageModelFields,
  LLM_CONCURRENCY: count.default(8).describe('Maximum number of concurrent pages for the language model.'),
  LLM_DEADLINE: timerDuration(1)
    .prefault('2m')
    .describe(
      'Time limit for retrying a page of a job while the language model does not respond. Then the page fails.',
    ),
  METRICS_BY_TEAM: flag.default(false).describe('Whether `/metrics` reports credits by team name.'),
  RESULTS_SWEEP_INTERVAL: timerDuration(1)
    .prefault('5s')
    .describe('Interval for ending jobs whose last message was lost.'),
});

export type ResultsConfig = z.infer<typeof resultsConfig>;
