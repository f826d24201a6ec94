import { missedRunPolicies, overlapPolicies } from '@orbweaver/core';
import { runPageStates, runStates, runTriggers } from '@orbweaver/persistence';
import { z } from 'zod';
import { versions } from '../versions';
import { adminQuery, next } from '../wire/admin/admin-query';
import { headerMap, listOf, MAX_WORDS, storedInt, text } from '../wire/bounds';
import { exampleId } from '../wire/examples';
import { absoluteUrl } from '../wire/target-url';
import { echoedMetadata, webhookHeaders } from '../wire/webhook';
import { findCronFault, isTimeZone, UNKNOWN_ZONE } from './cron-times';

const { v2 } = versions;

const MAX_NAME_CHARS = 200;
const MAX_CRON_CHARS = 200;
const MAX_ZONE_CHARS = 100;

const instant = z.iso.datetime();
const success = z.literal(true);

const cron = text(MAX_CRON_CHARS)
  .transform((written) => written.trim().replace(/\s+/g, ' '))
  .superRefine((written, context) => {
    const message = findCronFault(written);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .describe('Minute, hour, day of month, month and day of week, such as `0 6 * * 1-5`');

const timezone = text(MAX_ZONE_CHARS).refine(isTimeZone, UNKNOWN_ZONE).describe('IANA time zone of `cron`');

export const ScheduleTarget = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('crawl'), request: v2.CrawlRequest.describe('Body of `POST /v2/crawl`') }),
    z.strictObject({ type: z.literal('batch'), request: v2.BatchRequest.describe('Body of `POST /v2/batch/scrape`') }),
    z.strictObject({ type: z.literal('map'), request: v2.map.MapRequest.describe('Body of `POST /v2/map`') }),
  ])
  .describe('The operation that every run starts');
export type ScheduleTarget = z.output<typeof ScheduleTarget>;

const webhook = z
  .union([
    absoluteUrl.describe('Target URL'),
    z.strictObject({
      url: absoluteUrl.describe('Target URL'),
      headers: webhookHeaders.default({}).describe('Headers of every delivery'),
      metadata: echoedMetadata.default({}).describe('Returned in every delivery'),
      events: listOf(z.literal('schedule.changed'), MAX_WORDS).default(['schedule.changed']),
    }),
  ])
  .describe('Target of `schedule.changed`, sent when a run differs from the last completed one');
export type ScheduleWebhook = z.output<typeof webhook>;

const overlap = z
  .enum(overlapPolicies)
  .describe(
    'When a run is due while one is running. `skip`: record it as skipped; `queue`: start it afterwards, at most one waits; `cancel-running`: cancel the running one',
  );

const missedRuns = z
  .enum(missedRunPolicies)
  .describe('For times that passed while the service was unavailable. `run-once`: one run afterwards; `skip`: none');

const name = text(MAX_NAME_CHARS).min(1).describe('Shown in lists and webhooks');

export const ScheduleRequest = z.strictObject({
  name,
  cron,
  timezone: timezone.default('UTC'),
  target: ScheduleTarget,
  overlap: overlap.default('skip'),
  missedRuns: missedRuns.default('run-once'),
  webhook: webhook.optional(),
  paused: z.boolean().default(false).describe('No run is planned while paused'),
});
export type ScheduleRequest = z.output<typeof ScheduleRequest>;

export const ScheduleChange = z.strictObject({
  name: name.optional(),
  cron: cron.optional(),
  timezone: timezone.optional(),
  target: ScheduleTarget.optional(),
  overlap: overlap.optional(),
  missedRuns: missedRuns.optional(),
  webhook: webhook.nullable().optional().describe('`null` removes the webhook'),
  paused: z.boolean().optional(),
});
export type ScheduleChange = z.output<typeof ScheduleChange>;

export const RunStatus = z
  .enum(['queued', ...runStates.filter((state) => state !== 'due')])
  .describe('`queued`: planned, not started yet; `skipped`: by the policy in `overlap` or `missedRuns`');

const count = storedInt(0);

export const ScheduleRunView = z
  .object({
    id: z.uuid(),
    scheduleId: z.uuid(),
    status: RunStatus,
    trigger: z.enum(runTriggers).describe('`missed`: by `missedRuns`; `manual`: by request'),
    plannedAt: instant,
    startedAt: instant.nullable(),
    endedAt: instant.nullable().describe('When the comparison ended'),
    jobId: z.uuid().nullable().describe('The crawl or batch. Null for a map'),
    error: z.string().nullable().describe('Why the run failed or was skipped'),
    isBaseline: z.boolean().describe('The first completed run, in which all pages are new'),
    counts: z
      .object({
        new: count,
        changed: count,
        removed: count.describe('Present in the last completed run; now 404, 410 or absent'),
        same: count,
        unknown: count.describe('Failed for another reason, or absent although it may exist'),
      })
      .describe('Pages by state, in comparison with the last completed run'),
  })
  .describe('A run of a schedule');

export const ScheduleView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    cron: z.string(),
    timezone: z.string(),
    target: z.object({
      type: z.enum(['crawl', 'batch', 'map']),
      request: z
        .record(z.string(), z.unknown())
        .describe('The body, with `…` for header values, text of write actions, users and passwords'),
    }),
    overlap,
    missedRuns,
    webhook: z
      .object({ url: z.string(), headers: headerMap, metadata: z.record(z.string(), z.string()) })
      .nullable()
      .describe('With `…` for header values'),
    paused: z.boolean(),
    nextRunAt: instant.nullable().describe('Null while paused or unplannable'),
    unplannableReason: z
      .string()
      .nullable()
      .describe('Why a schedule that is not paused has no next run, for example an unknown time zone. Otherwise null'),
    createdAt: instant,
    updatedAt: instant,
    lastRun: ScheduleRunView.nullable(),
  })
  .describe('A schedule');

export const ScheduleAnswer = z.object({ success, schedule: ScheduleView });

export const SchedulesAnswer = z.object({
  success,
  schedules: z.array(ScheduleView).describe('Newest first. `urls` of batches are omitted'),
  next,
});

export const StartedRunAnswer = z.object({ success, run: ScheduleRunView });

export const ScheduleRunsAnswer = z.object({ success, runs: z.array(ScheduleRunView).describe('Newest first'), next });

export const ComparedState = z.enum(runPageStates);

export const ScheduleRunAnswer = z.object({
  success,
  run: ScheduleRunView,
  pages: z
    .array(z.object({ url: z.string(), state: ComparedState }))
    .describe('Kept for the last two completed runs of a schedule'),
  next,
});

export const DeletedAnswer = z.object({ success });

export const schedulesQuery = adminQuery({});

export const runPagesQuery = adminQuery({
  state: ComparedState.optional().describe('Only pages in this state. Default: all but `same`'),
});

export const exampleRun: z.input<typeof ScheduleRunView> = {
  id: exampleId,
  scheduleId: exampleId,
  status: 'completed',
  trigger: 'cron',
  plannedAt: '2026-01-02T05:00:00.000Z',
  startedAt: '2026-01-02T05:00:02.100Z',
  endedAt: '2026-01-02T05:03:12.000Z',
  jobId: exampleId,
  error: null,
  isBaseline: false,
  counts: { new: 2, changed: 1, removed: 0, same: 97, unknown: 0 },
};

export const scheduleRequestExample = {
  name: 'Documentation',
  cron: '0 6 * * 1-5',
  timezone: 'Europe/Berlin',
  target: { type: 'crawl', request: { url: 'https://example.com/docs', limit: 100 } },
  webhook: 'https://example.com/hook',
};

export const exampleSchedule: z.input<typeof ScheduleView> = {
  id: exampleId,
  name: 'Documentation',
  cron: '0 6 * * 1-5',
  timezone: 'Europe/Berlin',
  target: { type: 'crawl', request: { url: 'https://example.com/docs', limit: 100 } },
  overlap: 'skip',
  missedRuns: 'run-once',
  webhook: { url: 'https://example.com/hook', headers: {}, metadata: {} },
  paused: false,
  nextRunAt: '2026-01-05T05:00:00.000Z',
  unplannableReason: null,
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
  lastRun: exampleRun,
};
