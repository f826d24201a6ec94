import { createEgressGuard } from '@orbweaver/egress';
import {
  duration,
  durationList,
  egressAllow,
  egressDeny,
  flag,
  languageModelFields,
  pageCacheMaxMib,
  pageCachePerTeam,
  timerDuration,
  webhookSecret,
  zeroRetentionHold,
} from '@orbweaver/platform';
import { z } from 'zod';

/** Twice the retention of the topic that is kept longest. */
const MIN_ENTRY_RETENTION_MS = 48 * 3_600_000;

const count = z.coerce.number().int().positive();

export const resultsConfig = z.object({
  WEBHOOK_SECRET: webhookSecret,
  WEBHOOK_RETRY_SCHEDULE: durationList
    .prefault('1m,5m,15m,1h,3h,6h')
    .describe(
      'Waits after the first, second, … failed attempt of a webhook (`ms`, `s`, `m`, `h`); after the last it is given up',
    ),
  WEBHOOK_TIMEOUT: timerDuration(1).prefault('10s').describe('How long a webhook receiver may take to answer'),
  WEBHOOK_CONCURRENCY: count.default(64).describe('Webhook requests at once'),
  WEBHOOK_HOST_CONCURRENCY: count.default(8).describe('Webhook requests at once to one host'),
  WEBHOOK_MAX_DOCUMENT_MIB: count
    .max(512)
    .default(10)
    .describe('The largest document that a `page` event brings; of a larger one it brings the metadata and a warning'),
  PAGE_CACHE_MAX_MIB: pageCacheMaxMib,
  PAGE_CACHE_PER_TEAM: pageCachePerTeam,
  PAGE_CACHE_MAX_AGE: duration
    .prefault('168h')
    .describe('How long a page stays in the page cache at most, whatever `maxAge` a request allows'),
  EGRESS_ALLOW: egressAllow((allow) => createEgressGuard({ allow })),
  EGRESS_DENY: egressDeny((deny) => createEgressGuard({ deny })),
  RETENTION_INTERVAL: timerDuration(1).prefault('5m').describe('How often expired jobs are looked for and deleted'),
  RETENTION_RUNNING_GRACE: duration
    .prefault('24h')
    .describe('How much longer an expired job keeps its data that still runs, or whose webhook events are still tried'),
  CREDIT_ENTRY_RETENTION: duration
    .prefault('2160h')
    .refine(
      (ms) => ms >= MIN_ENTRY_RETENTION_MS,
      'must be 48h or more: messages that come again are known by the entries',
    )
    .describe('How long the ledger keeps its entries of single pages; balances and monthly sums are kept for ever'),
  ZERO_RETENTION_HOLD: zeroRetentionHold,
  CHANGE_HISTORY_MAX_MIB: count
    .max(1_048_576)
    .default(512)
    .describe(
      'What the history of change tracking may take per team, compressed; the oldest pages are forgotten first',
    ),
  ...languageModelFields,
  LLM_CONCURRENCY: count.default(8).describe('Pages at once that the language model is asked about'),
  LLM_DEADLINE: timerDuration(1)
    .prefault('2m')
    .describe('How long a page of a job is tried while the language model does not answer; then it fails'),
  METRICS_BY_TEAM: flag.default(false).describe('Whether `/metrics` tells the credits of each team apart, by its name'),
  RESULTS_SWEEP_INTERVAL: timerDuration(1)
    .prefault('5s')
    .describe('How often jobs that no message will end are looked for'),
});

export type ResultsConfig = z.infer<typeof resultsConfig>;
