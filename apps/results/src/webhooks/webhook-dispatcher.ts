import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { runEphemeral } from '@orbweaver/messaging';
import {
  type ClaimedWebhookEvent,
  claimWebhookEvent,
  type Database,
  type DueWebhookEvent,
  findDueWebhookEvents,
  finishWebhookAttempt,
  type WebhookAttemptEnd,
} from '@orbweaver/persistence';
import { CLOCK, CONFIG, DATABASE, type EventLog, LOG, RANDOM } from '@orbweaver/platform';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { ResultsSignals } from '../results-signals';
import { decideAttemptEnd } from './decide-attempt-end';
import { EndpointHealth } from './endpoint-health';
import type { DeliveryResult } from './send-delivery';
import { WebhookSender } from './webhook-sender';

/** Due events of one look. */
const LOOK_LIMIT = 1000;
/** Events of one job sent in a row, and the time for it, before other jobs get the place. */
const LANE_EVENTS = 50;
const LANE_MS = 5000;
/** Added to the timeout: who holds a claim for longer is dead, and another may send. */
const CLAIM_MARGIN_MS = 20_000;

const QUICK_ANSWER_MS = 1000;

/** Why a lane ended: no more of the job is due; more is; or another has the event. */
type LaneEnd = 'done' | 'more' | 'taken';

/**
 * Sends what lies in the outbox. Events of a job go one after the other, each when its predecessor is delivered or
 * dead; jobs go side by side. At least once: receivers know a repetition by its webhook-id.
 *
 *   pending ──► delivered   2xx
 *      ▲   └──► dead        target denied, or the last attempt of the schedule failed
 *      └ any other answer, until the next time of the schedule; or a caller asks for it again
 *
 * A claim is taken per attempt and runs out by itself, so a dispatcher that dies holds up nothing for long.
 */
@Injectable()
export class WebhookDispatcher {
  private readonly lanes = new Set<Promise<void>>();
  private readonly endpoints: EndpointHealth;
  private readonly jobsInWork = new Set<string>();
  /** Somebody may have been left without a place at the last turn. */
  private isCrowded = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RANDOM) private readonly random: () => number,
    @Inject(CONFIG) private readonly config: ResultsConfig,
    @Inject(LOG) private readonly log: EventLog,
    private readonly sender: WebhookSender,
    private readonly metrics: ResultsMetrics,
    private readonly signals: ResultsSignals,
  ) {
    this.endpoints = new EndpointHealth({
      concurrency: config.WEBHOOK_CONCURRENCY,
      concurrencyPerHost: config.WEBHOOK_HOST_CONCURRENCY,
    });
  }

  /** Starts as many lanes as there are due events and free places; does not wait for them. */
  async dispatchDue(signal: AbortSignal): Promise<void> {
    const tried = new Set<string>();
    this.isCrowded = false;
    // Every look leaves out whom the lanes of the one before left no place, so that it finds those behind them.
    for (let hasOpened = true; hasOpened && !signal.aborted; ) {
      if (this.endpoints.isFull) {
        this.isCrowded = true;
        return;
      }
      const barred = this.endpoints.barred();
      this.isCrowded ||= barred.endpoints.length + barred.teams.length + barred.slowTeams.length > 0;
      const due = await findDueWebhookEvents(this.database, {
        limit: LOOK_LIMIT,
        perEndpoint: this.config.WEBHOOK_HOST_CONCURRENCY,
        barred,
      });
      hasOpened = false;
      for (const event of due) {
        if (signal.aborted || tried.has(event.id) || !this.open(event, signal)) continue;
        tried.add(event.id);
        hasOpened = true;
      }
    }
  }

  /** Resolves when no request is under way. */
  async drain(): Promise<void> {
    await Promise.all(this.lanes);
  }

  private open(event: DueWebhookEvent, signal: AbortSignal): boolean {
    if (this.jobsInWork.has(event.jobId)) return false;
    const leave = this.endpoints.enter(event.teamId, event.endpoint);
    if (leave === undefined) {
      this.isCrowded = true;
      return false;
    }
    this.jobsInWork.add(event.jobId);
    const lane = this.run(event, signal)
      .catch((error): LaneEnd => {
        // The job was not read: it may be one whose pages must not be named.
        runEphemeral(() => this.log.error('webhook-lane-failed', { jobId: event.jobId }, error));
        return 'taken';
      })
      .then((end) => {
        this.lanes.delete(lane);
        this.jobsInWork.delete(event.jobId);
        leave();
        // What another has, or what failed, would be found again at once: it waits for the next round.
        if (end === 'more' || (end === 'done' && this.isCrowded)) this.signals.outbox.set();
      });
    this.lanes.add(lane);
    return true;
  }

  private async run(event: DueWebhookEvent, signal: AbortSignal): Promise<LaneEnd> {
    const { WEBHOOK_TIMEOUT: timeoutMs, WEBHOOK_RETRY_SCHEDULE: scheduleMs } = this.config;
    const endAtMs = this.clock().getTime() + LANE_MS;
    let eventId: string | undefined = event.id;
    for (let sent = 0; eventId !== undefined; sent += 1) {
      if (sent >= LANE_EVENTS || this.clock().getTime() > endAtMs || signal.aborted) return 'more';
      const claimed = await claimWebhookEvent(this.database, eventId, { forMs: timeoutMs + CLAIM_MARGIN_MS });
      if (claimed === undefined) return 'taken';
      const startedAt = this.clock();
      const result = await this.sender.send(claimed);
      const endedAt = this.clock();
      this.metrics.webhookAttempts.inc({ result: result.kind });
      this.endpoints.note(event.endpoint, heldItsSlot(result, endedAt.getTime() - startedAt.getTime()));
      const decide = (attempt: number) => decideAttemptEnd(result, attempt, { scheduleMs, random: this.random() });
      const finished = await finishWebhookAttempt(this.database, claimed, decide, { startedAt, now: endedAt });
      if (finished === undefined) return 'taken';
      this.report(claimed, finished.end, 'detail' in result ? result.detail : undefined);
      eventId = finished.nextEventId;
    }
    return 'done';
  }

  /** Once it is written down: another may have taken the event over meanwhile. */
  private report(event: ClaimedWebhookEvent, end: WebhookAttemptEnd, detail: string | undefined): void {
    const fields = { jobId: event.jobId, eventId: event.id, type: event.type, attempt: event.attempt };
    if (end.state === 'delivered') this.log.debug('webhook-delivered', fields);
    if (end.state === 'pending')
      this.log.info('webhook-failed', { ...fields, error: end.error, detail, delayMs: end.retryInMs });
    if (end.state !== 'dead') return;
    this.metrics.webhookEventsDead.inc();
    this.log.warn('webhook-given-up', { ...fields, error: end.error, detail });
  }
}

/** Whether the attempt kept a place for long or for nothing. A quick refusal does not: many receivers may share that host. */
function heldItsSlot(result: DeliveryResult, durationMs: number): boolean {
  return durationMs > QUICK_ANSWER_MS || (result.kind === 'failed' && result.status === null);
}
