import { WebhookSpec, withholdMessage } from '@orbweaver/core';
import type { HttpClient } from '@orbweaver/egress';
import {
  type ClaimedWebhookEvent,
  claimWebhookEvent,
  type Database,
  type DueWebhookEvent,
  findDueWebhookEvents,
  findNextWebhookEvent,
  finishWebhookAttempt,
  isStoreUnavailable,
  readDocument,
  type WebhookAttemptEnd,
} from '@orbweaver/persistence';
import type { Bell, EventLog } from '@orbweaver/platform';
import type { ResultsMetrics } from '../results-metrics';
import { deliveryBody } from './delivery-body';
import { deliveryHeaders } from './delivery-headers';
import { EndpointHealth } from './endpoint-health';
import { retryDelayMs } from './retry-schedule';
import { type DeliveryResult, sendDelivery } from './send-delivery';
import { signDelivery } from './sign-delivery';

/** Due events looked at in one turn, over all hosts. */
const TURN_LIMIT = 1000;
/** Events of one job sent in a row before other jobs of the same host get the place. */
const LANE_EVENTS = 50;
/** Added to the timeout: who holds a claim for longer is dead, and another may send. */
const CLAIM_MARGIN_MS = 20_000;

const QUICK_ANSWER_MS = 1000;

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
  bell: Bell;
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

  constructor(
    private readonly dependencies: DispatcherDependencies,
    private readonly settings: DispatcherSettings,
  ) {
    this.endpoints = new EndpointHealth(settings);
  }

  /** Starts as many lanes as there are due events and free places; does not wait for them. */
  async turn(signal: AbortSignal): Promise<void> {
    if (this.lanes.size >= this.settings.concurrency) return;
    const due = await findDueWebhookEvents(this.dependencies.database, {
      now: new Date(this.dependencies.now()),
      limit: TURN_LIMIT,
      perAuthority: this.settings.concurrencyPerHost,
    });
    for (const event of due) {
      if (signal.aborted || this.lanes.size >= this.settings.concurrency) return;
      this.open(event, signal);
    }
  }

  /** Resolves when no request is under way. */
  async drain(): Promise<void> {
    await Promise.all(this.lanes);
  }

  private open(event: DueWebhookEvent, signal: AbortSignal): void {
    if (this.jobsInWork.has(event.jobId)) return;
    const leave = this.endpoints.enter(endpointOf(event.url));
    if (leave === undefined) return;
    this.jobsInWork.add(event.jobId);
    const lane = this.run(event, signal)
      .catch((error) => this.dependencies.log.error('webhook-lane-failed', { jobId: event.jobId }, error))
      .finally(() => {
        this.lanes.delete(lane);
        this.jobsInWork.delete(event.jobId);
        leave();
        // Others may have waited for this place.
        this.dependencies.bell.ring();
      });
    this.lanes.add(lane);
  }

  private async run(event: DueWebhookEvent, signal: AbortSignal): Promise<void> {
    const { database, now } = this.dependencies;
    let eventId: string | undefined = event.id;
    for (let sent = 0; eventId !== undefined && sent < LANE_EVENTS && !signal.aborted; sent += 1) {
      const startedAt = new Date(now());
      const until = new Date(now() + this.settings.timeoutMs + CLAIM_MARGIN_MS);
      const claimed = await claimWebhookEvent(database, eventId, { now: startedAt, until });
      if (claimed === undefined) return;
      const result = await this.tryAttempt(claimed);
      this.endpoints.note(endpointOf(event.url), isHeldUp(result, now() - startedAt.getTime()));
      const end = this.endOf(claimed, result);
      const isOurs = await finishWebhookAttempt(database, claimed, end, { startedAt, now: new Date(now()) });
      if (!isOurs || end.state === 'pending') return;
      eventId = await findNextWebhookEvent(database, event.jobId);
    }
  }

  /** An event that cannot be made up must run out of attempts like any other, or it holds up its job for ever. */
  private async tryAttempt(event: ClaimedWebhookEvent): Promise<DeliveryResult> {
    try {
      return await this.attempt(event);
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      const told = event.zeroDataRetention ? withholdMessage(error) : error;
      this.dependencies.log.error('webhook-not-sent', { jobId: event.jobId, eventId: event.id }, told);
      return { kind: 'failed', status: null, error: 'The event could not be made up.' };
    }
  }

  private async attempt(event: ClaimedWebhookEvent): Promise<DeliveryResult> {
    const webhook = WebhookSpec.parse(event.webhook);
    const document = event.pageId === null ? undefined : await readDocument(this.dependencies.database, event.pageId);
    if (event.pageId !== null && document === undefined && !event.zeroDataRetention) {
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

  private endOf(event: ClaimedWebhookEvent, result: DeliveryResult): WebhookAttemptEnd {
    const { metrics, log, now, random } = this.dependencies;
    const fields = { jobId: event.jobId, eventId: event.id, type: event.type, attempt: event.attempt };
    metrics.webhookAttempts.inc({ result: result.kind });
    if (result.kind === 'delivered') {
      log.debug('webhook-delivered', fields);
      return { state: 'delivered', status: result.status };
    }
    const { error } = result;
    const status = result.kind === 'failed' ? result.status : null;
    const delayMs =
      result.kind === 'denied'
        ? undefined
        : retryDelayMs(this.settings.retryScheduleMs, event.scheduledAttempt, random());
    if (delayMs === undefined) {
      metrics.webhookEventsDead.inc();
      log.warn('webhook-given-up', { ...fields, error });
      return { state: 'dead', status, error };
    }
    log.info('webhook-failed', { ...fields, error, delayMs });
    return { state: 'pending', status, error, retryAt: new Date(now() + delayMs) };
  }
}

/** Whether the attempt kept its place for nothing. A quick refusal does not: many receivers may share that host. */
function isHeldUp(result: DeliveryResult, durationMs: number): boolean {
  return result.kind === 'failed' && (result.status === null || durationMs > QUICK_ANSWER_MS);
}

function endpointOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
