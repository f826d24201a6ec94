import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { claimDueRuns, type Database, type DueSchedule, planDueRuns, type RunPlan } from '@orbweaver/persistence';
import { CLOCK, DATABASE, type EventLog, LOG, ServiceLoop, STOPPING, type Stopping } from '@orbweaver/platform';
import { planRun } from './plan-run';
import { ScheduleMetrics } from './schedule-metrics';
import { StartRuns } from './start-runs';

/** Maximum delay of a run. Two statements per gateway. */
const INTERVAL_MS = 5_000;
const PLANNED_AT_ONCE = 200;
/** Maps last for minutes, so a gateway starts several runs concurrently. */
const STARTED_AT_ONCE = 20;
/** Longer than a start takes. A dead gateway delays its runs by this time. */
const CLAIM_MS = 60_000;

/**
 * Plans due runs of all schedules and starts them. Every gateway does it: locked rows, the unique key of schedule and
 * planned time, and the transaction that inserts the job allow one run per time.
 */
@Injectable()
export class ScheduleLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: ServiceLoop;
  private readonly starting = new Set<Promise<void>>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    private readonly runs: StartRuns,
    private readonly metrics: ScheduleMetrics,
  ) {
    this.loop = new ServiceLoop({ name: 'schedules', log, intervalMs: INTERVAL_MS, round: () => this.round() });
  }

  onApplicationBootstrap(): void {
    this.loop.start(this.stopping.signal);
  }

  /** Starts due runs of this moment at once. */
  wake(): void {
    this.loop.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.starting);
  }

  /** A schedule that cannot be planned, such as one with a time zone that this process does not know, stops alone. */
  private plan(due: DueSchedule, now: Date): RunPlan {
    try {
      return planRun(due, now);
    } catch (error) {
      this.log.error('schedule-not-planned', { teamId: due.teamId, scheduleId: due.id }, error);
      return { nextRunAt: null };
    }
  }

  /** Does not wait for the starts. */
  async round(): Promise<void> {
    const now = this.clock();
    const planned = await planDueRuns(this.database, { now, limit: PLANNED_AT_ONCE }, (due) => this.plan(due, now));
    const skipped = planned.filter(({ state }) => state === 'skipped');
    if (skipped.length > 0) this.metrics.runs.inc({ outcome: 'skipped' }, skipped.length);
    const limit = STARTED_AT_ONCE - this.starting.size;
    if (limit === 0) return;
    for (const run of await claimDueRuns(this.database, { forMs: CLAIM_MS, limit })) {
      const started = this.runs.start(run).finally(() => this.starting.delete(started));
      this.starting.add(started);
    }
    if (planned.length === PLANNED_AT_ONCE) this.wake();
  }
}
