import { Inject, Injectable } from '@nestjs/common';
import { METRICS } from '@orbweaver/platform';
import { Counter, Histogram, type Registry } from 'prom-client';

@Injectable()
export class ScheduleMetrics {
  readonly runs: Counter<'outcome'>;
  readonly startDelay: Histogram;

  constructor(@Inject(METRICS) registry: Registry) {
    this.runs = new Counter({
      name: 'orbweaver_schedule_runs_total',
      help: 'Runs of schedules, by outcome: started, failed (the start was rejected) or skipped (by a policy of the schedule).',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.startDelay = new Histogram({
      name: 'orbweaver_schedule_start_delay_seconds',
      help: 'Time from the planned time of a run until its start.',
      buckets: [1, 5, 10, 30, 60, 300, 900, 3600, 21600, 86400],
      registers: [registry],
    });
    // A counter must exist before its first increment for rates to include it.
    for (const outcome of ['started', 'failed', 'skipped']) this.runs.inc({ outcome }, 0);
  }
}
