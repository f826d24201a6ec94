import type { MissedRunPolicy, OverlapPolicy } from '@orbweaver/core';
import { Prisma } from '../database';

export const scheduleKinds = ['crawl', 'batch', 'map'] as const;
export const runStates = ['due', 'running', 'completed', 'failed', 'cancelled', 'skipped'] as const;
export const runTriggers = ['cron', 'missed', 'manual'] as const;
export const runPageStates = ['new', 'changed', 'removed', 'same', 'unknown'] as const;

export type ScheduleKind = (typeof scheduleKinds)[number];
export type RunState = (typeof runStates)[number];
export type RunTrigger = (typeof runTriggers)[number];
export type RunPageState = (typeof runPageStates)[number];

/** Maximum rows of a statement that deletes. */
export const PAGES_PER_DELETION = 5_000;
export const RUNS_PER_DELETION = 500;

/** Fields that a caller sets. */
export interface ScheduleFields {
  name: string;
  cron: string;
  timezone: string;
  kind: ScheduleKind;
  /** The body of the operation, as written by the caller. */
  request: unknown;
  overlap: OverlapPolicy;
  missedRuns: MissedRunPolicy;
  /** A WebhookSpec, or null. */
  webhook: unknown;
  /** Base URL of the service, for the link of a run in webhooks. */
  address: string;
  paused: boolean;
  /** Null while paused. While unplannable, the time of the next attempt to plan. */
  nextRunAt: Date | null;
}

export interface Schedule extends ScheduleFields {
  id: string;
  teamId: string;
  apiKeyId: string;
  /** Why no next run is planned. Null while paused. */
  unplannableReason: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface RunCounts {
  added: number;
  changed: number;
  removed: number;
  same: number;
  unknown: number;
}

export interface ScheduleRun extends RunCounts {
  id: string;
  scheduleId: string;
  plannedAt: Date;
  trigger: RunTrigger;
  state: RunState;
  jobId: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  error: string | null;
  isBaseline: boolean;
}

const columnsWith = (request: Prisma.Sql) => Prisma.sql`
  s.id, s.team_id AS "teamId", s.api_key_id AS "apiKeyId", s.name, s.cron, s.timezone, s.kind, ${request} AS request, s.overlap,
  s.missed_runs AS "missedRuns", s.webhook, s.address, s.paused, s.next_run_at AS "nextRunAt",
  s.unplannable_reason AS "unplannableReason", s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

export const scheduleColumns = columnsWith(Prisma.sql`s.request`);

/** Without the URLs of batches. */
export const listedColumns = columnsWith(Prisma.sql`s.request - 'urls'`);

export const runColumns = Prisma.sql`
  r.id, r.schedule_id AS "scheduleId", r.planned_at AS "plannedAt", r.trigger, r.state, r.job_id AS "jobId",
  r.started_at AS "startedAt", r.ended_at AS "endedAt", r.error, r.is_baseline AS "isBaseline", r.added, r.changed,
  r.removed, r.same, r.unknown`;
