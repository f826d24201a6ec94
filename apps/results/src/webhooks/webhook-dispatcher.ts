import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@orbweaver/core';
import { runEphemeral, runWork, type WorkScope } from '@orbweaver/messaging';
import {
  type ClaimedWebhookEvent,
  claimWebhookEvent,
  type Database,
  type DueWebhookEvent,
  findDueWebhookEvents,
  finishWebhookAttempt,
  type WebhookAttemptEnd,
} from '@orbweaver/persistence';
import { CLOCK, CONFIG, DATABASE, type EventLog, LOG, RANDOM, TRACING, type Tracing } from '@orbweaver/platform';
import type { ResultsConfig } from '../results.config';
import { ResultsMetrics } from '../results-metrics';
import { ResultsSignals } from '../results-signals';
import { retentionOf } from '../retention/retention-policy';
import { decideAttemptEnd } from './decide-attempt-end';
import { EndpointHealth } from './endpoint-health';
import type { DeliveryResult } from './send-delivery';
import { WebhookSender } from './webhook-sender';

const LOOK_LIMIT = 1000;
/** Limits of a lane, before its slot is given to other jobs. */
const LANE_EVENTS = 50;
const LANE_MS = 5000;
/** Added to the timeout. An older claim belongs to a dead dispatcher. */
const CLAIM_MARGIN_MS = 20_000;

const QUICK_ANSWER_MS = 1000;

/** done: the job has no due event. more: it has. taken: another dispatcher has claimed the event. */
type LaneEnd = 'done' | 'more' | 'taken';

/**
 * Delivers outbox events at least once, with a stable webhook-id. Events of a job are sent in order, jobs in parallel
 * lanes. Claims expire, so that a dead dispatcher causes only a delay.
 *
 *   pending ──► delivered   2xx
 *      ▲   └──► dead        undeliverable, or the last attempt of the schedule failed
 *      └ other failures, after the next delay of the schedule, and manual retries
 */
@Injectable()
export class WebhookDispatcher {
  private readonly lanes = new Set<Promise<void>>();
  private readonly endpoints: EndpointHealth;
  private readonly jobsInWork = new Set<string>();
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
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {
    this.endpoints = new EndpointHealth({
      concurrency: config.WEBHOOK_CONCURRENCY,
      concurrencyPerHost: config.WEBHOOK_HOST_CONCURRENCY,
    });
  }

  /** Opens lanes for due events while there are free slots. Does not wait for them. */
  async dispatchDue(signal: AbortSignal): Promise<void> {
    const tried = new Set<string>();
    this.isCrowded = false;
    // Each search excludes endpoints and teams without a free slot, to find the events after theirs.
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

  async drain(): Promise<void> {
    await Promise.all(this.lanes);
  }

  private open(event: DueWebhookEvent, signal: AbortSignal): boolean {
    if (this.jobsInWork.has(event.jobId)) return false;
    const release = this.endpoints.takeSlot(event.teamId, event.endpoint);
    if (release === undefined) {
      this.isCrowded = true;
      return false;
    }
    this.jobsInWork.add(event.jobId);
    const lane = this.run(event, signal)
      .catch((error): LaneEnd => {
        // The job was not read, so it may be ephemeral.
        runEphemeral(() => this.log.error('webhook-lane-failed', { jobId: event.jobId }, error));
        return 'taken';
      })
      .then((end) => {
        this.lanes.delete(lane);
        this.jobsInWork.delete(event.jobId);
        release();
        // A failed or claimed event would be found again at once, so it waits for the next round.
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
      const result = await this.send(claimed);
      const endedAt = this.clock();
      this.metrics.webhookAttempts.inc({ result: result.kind });
      this.endpoints.note(event.endpoint, isSlowAttempt(result, endedAt.getTime() - startedAt.getTime()));
      const decide = (attempt: number) => decideAttemptEnd(result, attempt, { scheduleMs, random: this.random() });
      const finished = await finishWebhookAttempt(this.database, claimed, decide, { startedAt, now: endedAt });
      if (finished === undefined) return 'taken';
      this.report(claimed, finished.end, 'detail' in result ? result.detail : undefined);
      eventId = finished.nextEventId;
    }
    return 'done';
  }

  /** Page events continue the trace of their page; others begin one, linked to the job's request. */
  private send(event: ClaimedWebhookEvent): Promise<DeliveryResult> {
    const attributes = {
      'server.address': event.endpoint ?? undefined,
      'orbweaver.webhook.type': event.type,
      'orbweaver.webhook.attempt': event.attempt,
    };
    return runWork(scopeOf(event), () =>
      this.tracing.span('deliver webhook', { kind: 'client', attributes }, async (span) => {
        const result = await this.sender.send(event);
        if ('status' in result && result.status !== null) span.set({ 'http.response.status_code': result.status });
        if (result.kind !== 'delivered') span.fail(result.kind);
        return result;
      }),
    );
  }

  /** Must be called after the attempt is stored, because another dispatcher may have taken over the event. */
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

function scopeOf(event: ClaimedWebhookEvent): WorkScope {
  const { teamId, jobId, pageId, traceparent, jobTraceparent } = event;
  return {
    isEphemeral: !retentionOf(event).leavesTraces,
    ids: { teamId, jobId, ...(pageId === null ? {} : { pageId }) },
    trace: {
      ...(traceparent === null ? {} : { traceparent }),
      ...(jobTraceparent === null ? {} : { jobTraceparent }),
    },
  };
}

/** Whether the attempt was slow or got no response. A fast error does not count: other receivers may share the host. */
function isSlowAttempt(result: DeliveryResult, durationMs: number): boolean {
  return durationMs > QUICK_ANSWER_MS || (result.kind === 'failed' && result.status === null);
}
