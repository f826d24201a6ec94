import { randomUUID } from 'node:crypto';
import { parseUrl, type WebhookEventKind, type WebhookSpec } from '@orbweaver/core';
import type { LockedJob, NewWebhookEvent } from '@orbweaver/persistence';

export interface EventSubject {
  kind: WebhookEventKind;
  pageId?: string | null;
  error?: string | null;
  traceparent?: string | undefined;
}

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

/** Host and port in normal form: without user, lower case, without the default port. */
export function endpointOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}
