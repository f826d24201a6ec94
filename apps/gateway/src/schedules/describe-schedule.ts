import { maskUserInfo, WebhookSpec } from '@orbweaver/core';
import { HIDDEN_VALUE, type ListedSchedule, type ScheduleRun } from '@orbweaver/persistence';
import { replaceSecrets } from '../wire/request-secrets';

const iso = (at: Date | null) => at?.toISOString() ?? null;

export function describeSchedule({ kind, request, webhook, lastRun, ...schedule }: ListedSchedule) {
  return {
    id: schedule.id,
    name: schedule.name,
    cron: schedule.cron,
    timezone: schedule.timezone,
    target: { type: kind, request: hideSecrets(request) },
    overlap: schedule.overlap,
    missedRuns: schedule.missedRuns,
    webhook: webhook === null ? null : describeWebhook(WebhookSpec.parse(webhook)),
    paused: schedule.paused,
    nextRunAt: schedule.unplannableReason === null ? iso(schedule.nextRunAt) : null,
    unplannableReason: schedule.unplannableReason,
    createdAt: schedule.createdAt.toISOString(),
    updatedAt: schedule.updatedAt.toISOString(),
    lastRun: lastRun === null ? null : describeRun(lastRun),
  };
}

const describeWebhook = ({ url, headers, metadata }: WebhookSpec) => ({
  url: maskUserInfo(url),
  headers: Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN_VALUE])),
  metadata,
});

export const describeRun = ({ added, changed, removed, same, unknown, ...run }: ScheduleRun) => ({
  id: run.id,
  scheduleId: run.scheduleId,
  status: run.state === 'due' ? ('queued' as const) : run.state,
  trigger: run.trigger,
  plannedAt: run.plannedAt.toISOString(),
  startedAt: iso(run.startedAt),
  endedAt: iso(run.endedAt),
  jobId: run.jobId,
  error: run.error,
  isBaseline: run.isBaseline,
  counts: { new: added, changed, removed, same, unknown },
});

const hideSecrets = (request: unknown) =>
  replaceSecrets(request, ({ kind, value }) => (kind === 'user-info' ? maskUserInfo(value) : HIDDEN_VALUE));
