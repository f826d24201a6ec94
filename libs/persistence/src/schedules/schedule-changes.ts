import { isDeepStrictEqual } from 'node:util';
import { type AuditAction, created, type FieldChanges } from '../note-change';
import type { Schedule } from './schedule';

/** Replaces values that may contain secrets: the request and the webhook. */
export const HIDDEN_VALUE = '…';

const SHOWN = ['name', 'cron', 'timezone', 'overlap', 'missedRuns', 'paused'] as const;

const webhookOf = ({ webhook }: Schedule) => (webhook === null ? null : HIDDEN_VALUE);

/** Fields of a new schedule for the audit log. */
export const describeCreation = (schedule: Schedule): FieldChanges =>
  created({
    ...Object.fromEntries(SHOWN.map((name) => [name, schedule[name]])),
    type: schedule.kind,
    ...(schedule.webhook === null ? {} : { webhook: HIDDEN_VALUE }),
  });

/** Action and changed fields for the audit log. Undefined: nothing has changed. */
export function changesOf(
  before: Schedule,
  after: Schedule,
  hasNewRequest: boolean,
): { action: AuditAction; changes: FieldChanges } | undefined {
  const changes: FieldChanges = {};
  for (const name of SHOWN) {
    if (before[name] !== after[name]) changes[name] = { before: before[name], after: after[name] };
  }
  if (hasNewRequest) changes.request = { before: HIDDEN_VALUE, after: HIDDEN_VALUE };
  if (!isDeepStrictEqual(before.webhook, after.webhook)) {
    changes.webhook = { before: webhookOf(before), after: webhookOf(after) };
  }
  const names = Object.keys(changes);
  if (names.length === 0) return undefined;
  const onlyPaused = names.length === 1 && names[0] === 'paused';
  return { action: onlyPaused ? (after.paused ? 'schedule.pause' : 'schedule.resume') : 'schedule.set', changes };
}
