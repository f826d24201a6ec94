import { WebhookSpec } from '@orbweaver/core';
import type { HttpClient } from '@orbweaver/egress';
import { runEphemeral } from '@orbweaver/messaging';
import {
  type ClaimedWebhookEvent,
  claimWebhookEvent,
  type Database,
  type DueWebhookEvent,
  findDueWebhookEvents,
  finishWebhookAttempt,
  isStoreUnavailable,
  readBoundedDocument,
  type WebhookAttemptEnd,
} from '@orbweaver/persistence';
import type { EventLog, WakeSignal } from '@orbweaver/platform';
import type { ResultsMetrics } from '../results-metrics';
import { retentionOf } from '../store/retention-policy';
import { deliveryBody } from './delivery-body';
import { deliveryHeaders } from './delivery-headers';
import { EndpointHealth } from './endpoint-health';
import { webhookRetryDelayMs } from './retry-schedule';
import { type DeliveryResult, sendDelivery } from './send-delivery';
import { signDelivery } from './sign-delivery';

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

export interface DispatcherSettings {
  secret: string | undefined;
  /** Waits between attempts, in milliseconds; after the last the event is dead. */
  retryScheduleMs: readonly number[];
  timeoutMs: number;
  /** Requests at once. */
  concurrency: number;
  /** Requests at once to one host and port, so that a slow receiver keeps only itself waiting. */
  concurrencyPerHost: number;
  /** Of a document's JSON in a page event; a larger one is left out. */
  maxDocumentBytes: number;
}

export interface DispatcherDependencies {
  database: Database;
  client: HttpClient;
  metrics: ResultsMetrics;
  log: EventLog;
  bell: WakeSignal;
  now: () => number;
  random: () => number;
}

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
export class WebhookDispatcher {
  private readonly lanes = new Set<Promise<void>>();
  private readonly endpoints: EndpointHealth;
  private readonly jobsInWork = new Set<string>();
  /** Somebody may have been left without a place at the last turn. */
  private isCrowded = false;

  constructor(
    private readonly dependencies: DispatcherDependencies,
    private readonly settings: DispatcherSettings,
  ) {
    this.endpoints = new EndpointHealth(settings);
  }

  /** Starts as many lanes as there are due events and free places; does not wait for them. */
  async turn(signal: AbortSignal): Promise<void> {
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
      const due = await findDueWebhookEvents(this.dependencies.database, {
        limit: LOOK_LIMIT,
        perEndpoint: this.settings.concurrencyPerHost,
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
        runEphemeral(() => this.dependencies.log.error('webhook-lane-failed', { jobId: event.jobId }, error));
        return 'taken';
      })
      .then((end) => {
        this.lanes.delete(lane);
        this.jobsInWork.delete(event.jobId);
        leave();
        // What another has, or what failed, would be found again at once: it waits for the next round.
        if (end === 'more' || (end === 'done' && this.isCrowded)) this.dependencies.bell.set();
      });
    this.lanes.add(lane);
    return true;
  }

  private async run(event: DueWebhookEvent, signal: AbortSignal): Promise<LaneEnd> {
    const { database, now } = this.dependencies;
    const endAt = now() + LANE_MS;
    let eventId: string | undefined = event.id;
    for (let sent = 0; eventId !== undefined; sent += 1) {
      if (sent >= LANE_EVENTS || now() > endAt || signal.aborted) return 'more';
      const claimed = await claimWebhookEvent(database, eventId, { forMs: this.settings.timeoutMs + CLAIM_MARGIN_MS });
      if (claimed === undefined) return 'taken';
      const startedAt = new Date(now());
      const result = await this.tryAttempt(claimed);
      const endedAt = new Date(now());
      this.dependencies.metrics.webhookAttempts.inc({ result: result.kind });
      this.endpoints.note(event.endpoint, keptItsPlace(result, endedAt.getTime() - startedAt.getTime()));
      const decide = (scheduledAttempt: number) => this.endOf(scheduledAttempt, result);
      const finished = await finishWebhookAttempt(database, claimed, decide, { startedAt, now: endedAt });
      if (finished === undefined) return 'taken';
      this.tell(claimed, finished.end, 'detail' in result ? result.detail : undefined);
      eventId = finished.nextEventId;
    }
    return 'done';
  }

  /** An event that cannot be made up must run out of attempts like any other, or it holds up its job for ever. */
  private async tryAttempt(event: ClaimedWebhookEvent): Promise<DeliveryResult> {
    try {
      return await this.attempt(event);
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      const tell = () =>
        this.dependencies.log.error('webhook-not-sent', { jobId: event.jobId, eventId: event.id }, error);
      if (retentionOf(event).leavesTraces) tell();
      else runEphemeral(tell);
      return { kind: 'failed', status: null, error: 'The event could not be made up.' };
    }
  }

  private async attempt(event: ClaimedWebhookEvent): Promise<DeliveryResult> {
    const webhook = WebhookSpec.parse(event.webhook);
    const document = event.pageId === null ? undefined : await this.readDocument(event.pageId);
    if (event.pageId !== null && document === undefined && !retentionOf(event).isErased) {
      return { kind: 'denied', error: 'The document has expired.' };
    }
    const body = await deliveryBody(event, webhook, document, this.settings.maxDocumentBytes);
    const timestampSeconds = Math.floor(this.dependencies.now() / 1000);
    const signature = signDelivery({ id: event.id, body, timestampSeconds }, this.settings.secret);
    const headers = deliveryHeaders(webhook.headers, signature);
    return sendDelivery(this.dependencies.client, {
      url: webhook.url,
      headers,
      body,
      timeoutMs: this.settings.timeoutMs,
    });
  }

  private readDocument(pageId: string) {
    return readBoundedDocument(this.dependencies.database, pageId, this.settings.maxDocumentBytes);
  }

  private endOf(scheduledAttempt: number, result: DeliveryResult): WebhookAttemptEnd {
    if (result.kind === 'delivered') return { state: 'delivered', status: result.status };
    const { error } = result;
    const status = result.kind === 'failed' ? result.status : null;
    const retryInMs =
      result.kind === 'denied'
        ? undefined
        : webhookRetryDelayMs(this.settings.retryScheduleMs, scheduledAttempt, this.dependencies.random());
    return retryInMs === undefined ? { state: 'dead', status, error } : { state: 'pending', status, error, retryInMs };
  }

  /** Once it is written down: another may have taken the event over meanwhile. */
  private tell(event: ClaimedWebhookEvent, end: WebhookAttemptEnd, detail: string | undefined): void {
    const { metrics, log } = this.dependencies;
    const fields = { jobId: event.jobId, eventId: event.id, type: event.type, attempt: event.attempt };
    if (end.state === 'delivered') log.debug('webhook-delivered', fields);
    if (end.state === 'pending')
      log.info('webhook-failed', { ...fields, error: end.error, detail, delayMs: end.retryInMs });
    if (end.state !== 'dead') return;
    metrics.webhookEventsDead.inc();
    log.warn('webhook-given-up', { ...fields, error: end.error, detail });
  }
}

/** Whether the attempt kept a place for long or for nothing. A quick refusal does not: many receivers may share that host. */
function keptItsPlace(result: DeliveryResult, durationMs: number): boolean {
  return durationMs > QUICK_ANSWER_MS || (result.kind === 'failed' && result.status === null);
}
