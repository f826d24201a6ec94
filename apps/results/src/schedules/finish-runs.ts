import { randomUUID } from 'node:crypto';
import { backoff, retryLimits, retryWaits, SCHEDULE_CHANGED, WebhookSpec } from '@orbweaver/core';
import {
  compareRun,
  type Database,
  deleteOldRunPages,
  deleteOldRuns,
  type EndedRun,
  endRun,
  findEndedRuns,
  insertScheduleEvent,
  isStoreUnavailable,
  lockEndedRun,
  postponeComparison,
  type ReportingSchedule,
  RUNS_PER_DELETION,
  type RunCounts,
  readRunSamples,
  removeDeletedRows,
  type Transaction,
} from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';
import { endpointOf } from '../store/new-webhook-event';

const TURN_LIMIT = 20;
/** Some seconds for 100,000 pages on a busy database. */
const COMPARISON_TIMEOUT_MS = 120_000;
/** Maximum URLs per state in a webhook. The run has all. */
const SAMPLE_URLS = 20;
const REPORTED_STATES = ['new', 'changed', 'removed'] as const;

interface Surroundings {
  database: Database;
  log: EventLog;
}

interface FinishOptions {
  now: Date;
  /** How long runs and their webhook events are kept. */
  retentionMs: number;
  signal: AbortSignal;
}

/** Compares ended runs of schedules with the ones before. Returns whether webhook events were added. */
export async function finishRuns({ database, log }: Surroundings, options: FinishOptions): Promise<boolean> {
  let hasEvents = false;
  for (const id of await findEndedRuns(database, { now: options.now, limit: TURN_LIMIT })) {
    if (options.signal.aborted) break;
    const finished = await database
      .$transaction((transaction) => finish(transaction, id, options), { timeout: COMPARISON_TIMEOUT_MS })
      .catch((error: unknown) => postpone({ database, log }, { id, error, now: options.now }));
    if (finished === undefined) continue;
    const { run, hasEvent, ...end } = finished;
    hasEvents ||= hasEvent;
    log.info('schedule-run-ended', { teamId: run.teamId, scheduleId: run.scheduleId, runId: run.id, ...end });
    await deleteOldRunPages(database, run.scheduleId);
  }
  return hasEvents;
}

const NOT_COMPARED = 'The run could not be compared with the one before. The log of the service has the reason';

const ERASED = 'The documents of its job were erased';

/** A run that cannot be compared does not prevent the others. It fails after a number of attempts. */
async function postpone(
  { database, log }: Surroundings,
  { id, error, now }: { id: string; error: unknown; now: Date },
): Promise<undefined> {
  if (isStoreUnavailable(error)) throw error;
  log.error('schedule-run-not-compared', { runId: id }, error);
  await postponeComparison(database, { id, now }, (failures) =>
    failures >= retryLimits.comparisons
      ? { error: NOT_COMPARED }
      : { nextAt: new Date(now.getTime() + backoff(failures, retryWaits.comparison)) },
  );
}

/** Deletes runs past their retention, except the last two completed ones of each schedule. */
export async function deleteExpiredRuns(
  database: Database,
  { now, retentionMs, signal }: FinishOptions,
): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  const options = { before, limit: RUNS_PER_DELETION };
  while (!signal.aborted && (await deleteOldRuns(database, options)) === RUNS_PER_DELETION);
}

/** Removes the rows of deleted schedules in bounded steps. An interrupted removal continues in the next round. */
export async function removeDeletedSchedules(database: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await removeDeletedRows(database)) > 0);
}

async function finish(transaction: Transaction, id: string, options: FinishOptions) {
  const run = await lockEndedRun(transaction, id);
  if (run === undefined) return undefined;
  const { state, error } = endOf(run);
  if (state !== 'completed') {
    const ended = await endRun(transaction, { id, state, error, endedAt: options.now });
    return ended && { run, hasEvent: false, state };
  }
  const compared = await compareRun(transaction, run);
  const schedule = await endRun(transaction, { id, state, error: null, endedAt: options.now, ...compared });
  if (schedule === undefined) return undefined;
  const { isBaseline, ...counts } = compared;
  const hasEvent = !isBaseline && (await reportChanges(transaction, { ...run, ...schedule }, counts, options));
  return { run, hasEvent, state, ...counts };
}

function endOf(run: EndedRun): { state: 'completed' | 'failed' | 'cancelled'; error: string | null } {
  if (run.kind === 'map') return { state: 'completed', error: null };
  const state = run.jobState ?? 'failed';
  if (state === 'completed' && run.isErased) return { state: 'failed', error: ERASED };
  return { state, error: run.jobError ?? (state === 'failed' ? 'The job failed or expired.' : null) };
}

async function reportChanges(
  transaction: Transaction,
  run: EndedRun & ReportingSchedule,
  counts: RunCounts,
  { now, retentionMs }: FinishOptions,
): Promise<boolean> {
  const { added, changed, removed, same, unknown } = counts;
  if (run.webhook === null || added + changed + removed === 0) return false;
  const webhook = WebhookSpec.parse(run.webhook);
  const samples = await readRunSamples(transaction, { runId: run.id, states: REPORTED_STATES, limit: SAMPLE_URLS });
  const urls = Object.fromEntries(
    REPORTED_STATES.map((state) => [state, samples.filter((one) => one.state === state).map(({ url }) => url)]),
  );
  await insertScheduleEvent(transaction, {
    id: randomUUID(),
    runId: run.id,
    teamId: run.teamId,
    apiKeyId: run.apiKeyId,
    type: SCHEDULE_CHANGED,
    endpoint: endpointOf(webhook.url),
    webhook,
    data: {
      scheduleId: run.scheduleId,
      name: run.name,
      runId: run.id,
      jobId: run.jobId,
      plannedAt: run.plannedAt.toISOString(),
      startedAt: run.startedAt?.toISOString() ?? null,
      endedAt: now.toISOString(),
      counts: { new: added, changed, removed, same, unknown },
      urls,
      url: `${run.address}/v2/schedules/${run.scheduleId}/runs/${run.id}`,
    },
    createdAt: now,
    expiresAt: new Date(now.getTime() + retentionMs),
  });
  return true;
}
