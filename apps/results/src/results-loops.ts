import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { HttpClient } from '@orbweaver/egress';
import { countPendingWebhookEvents, type Database } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG, STOPPING, type Stopping } from '@orbweaver/platform';
import { JobWriter } from './jobs/job-writer';
import { sweep } from './jobs/sweep';
import type { ResultsConfig } from './results.config';
import { OUTBOX_BELL, WEBHOOK_CLIENT } from './results.tokens';
import { ResultsMetrics } from './results-metrics';
import { deleteExpired } from './retention';
import type { Bell } from './timing/bell';
import { Loop } from './timing/loop';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher';

/** How late a due webhook is noticed when no bell rings: those of other replicas, and retries. */
const OUTBOX_POLL_MS = 500;
const GAUGE_INTERVAL_MS = 15_000;

/** Everything results does by the clock. */
@Injectable()
export class ResultsLoops implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: Loop[];

  constructor(
    @Inject(CONFIG) config: ResultsConfig,
    @Inject(DATABASE) database: Database,
    @Inject(LOG) log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    @Inject(JobWriter) writer: JobWriter,
    @Inject(ResultsMetrics) metrics: ResultsMetrics,
    @Inject(OUTBOX_BELL) bell: Bell,
    @Inject(WebhookDispatcher) private readonly dispatcher: WebhookDispatcher,
    @Inject(WEBHOOK_CLIENT) private readonly client: HttpClient,
  ) {
    const failed = (loop: string) => (error: unknown) => log.error('loop-failed', { loop }, error);
    this.loops = [
      new Loop({
        intervalMs: OUTBOX_POLL_MS,
        bell,
        turn: (signal) => dispatcher.turn(signal),
        onError: failed('webhooks'),
      }),
      new Loop({
        intervalMs: config.RESULTS_SWEEP_INTERVAL,
        turn: () => sweep({ database, writer, log }, Date.now()),
        onError: failed('sweep'),
      }),
      new Loop({
        intervalMs: config.RETENTION_INTERVAL,
        turn: async (signal) => {
          const options = { nowMs: Date.now(), runningGraceMs: config.RETENTION_RUNNING_GRACE, signal };
          await deleteExpired({ database, log }, options);
        },
        onError: failed('retention'),
      }),
      new Loop({
        intervalMs: GAUGE_INTERVAL_MS,
        turn: async () => metrics.webhookEventsPending.set(await countPendingWebhookEvents(database)),
        onError: failed('gauges'),
      }),
    ];
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start(this.stopping.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    await this.dispatcher.drain();
    await this.client.close();
  }
}
