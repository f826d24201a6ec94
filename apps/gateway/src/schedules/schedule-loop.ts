import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { type Database, type DueSchedule, planDueRuns, type RunPlan } from '@orbweaver/persistence';
import { CLOCK, DATABASE, type EventLog, LOG, ServiceLoop, STOPPING, type Stopping } from '@orbweaver/platform';
import { planLater, planRun } from './plan-run';
import { ScheduleMetrics } from './schedule-metrics';
import { StartLane } from './start-lane';
import { StartRuns } from './start-runs';

/** Maximum delay of a run. Three statements per gateway. */
const INTERVAL_MS = 5_000;
const PLANNED_AT_ONCE = 200;

/**
 * Plans due runs of all schedules and starts them. Every gateway does it: locked rows, the unique key of schedule and
 * planned time, and the transaction that inserts the job allow one run per time.
 */
@Injectable()
export class ScheduleLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: ServiceLoop;
  private readonly lanes: StartLane[];

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    private readonly runs: StartRuns,
    private readonly metrics: ScheduleMetrics,
  ) {
    this.loop = new ServiceLoop({ name: 'schedules', log, intervalMs: INTERVAL_MS, round: () => this.round() });
    this.lanes = (['jobs', 'maps'] as const).map(
      (work) =>
        new StartLane(
          work,
          (run) => runs.start(run),
          () => this.wake(),
        ),
    );
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
    await Promise.all(this.lanes.map((lane) => lane.drain()));
  }

  /** A fault of one schedule does not prevent the others. */
  private plan(due: DueSchedule, now: Date): RunPlan {
    const ids = { teamId: due.teamId, scheduleId: due.id };
    try {
      const plan = planRun(due, now);
      if (plan.unplannableReason !== undefined) {
        this.log.warn('schedule-not-planned', { ...ids, reason: plan.unplannableReason });
      }
      return plan;
    } catch (error) {
      this.log.error('schedule-not-planned', ids, error);
      return planLater(now);
    }
  }

  /** Does not wait for the starts. */
  async round(): Promise<void> {
    const now = this.clock();
    const planned = await planDueRuns(this.database, { now, limit: PLANNED_AT_ONCE }, (due) => this.plan(due, now));
    const skipped = planned.filter(({ state }) => state === 'skipped');
    if (skipped.length > 0) this.metrics.runs.inc({ outcome: 'skipped' }, skipped.length);
    await this.runs.stopEndedMaps();
    for (const lane of this.lanes) await lane.fill(this.database);
    if (planned.length === PLANNED_AT_ONCE) this.wake();
  }
}
