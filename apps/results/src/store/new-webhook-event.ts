import { randomUUID } from 'node:crypto';
import { parseUrl, type WebhookEventKind, type WebhookSpec } from '@orbweaver/core';
import type { LockedJob, NewWebhookEvent } from '@orbweaver/persistence';

export interface EventSubject {
  kind: WebhookEventKind;
  pageId?: string | null;
  /** Why the job failed. */
  error?: string | null;
  /** Of what the event tells of, where that is a page. */
  traceparent?: string | undefined;
}

/** An event under the job's current sequence number. */
export function newWebhookEvent(
  job: LockedJob,
  webhook: WebhookSpec,
  { kind, pageId = null, error = null, traceparent }: EventSubject,
): NewWebhookEvent {
  return {
    id: randomUUID(),
    jobId: job.id,
    teamId: job.teamId,
    endpoint: endpointOf(webhook.url),
    sequence: job.webhookSequence,
    type: `${job.kind === 'crawl' ? 'crawl' : 'batch_scrape'}.${kind}`,
    pageId,
    error,
    traceparent: traceparent ?? null,
  };
}

/** Host and port, written in one way for all URLs of a receiver: no user, lower case, no default port. */
function endpointOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}
