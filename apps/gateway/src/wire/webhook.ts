import { WebhookEventKind, type WebhookSpec } from '@orbweaver/core';
import { z } from 'zod';
import { headerMap } from './bounds';

const target = z
  .string()
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'Must be an absolute http or https URL');

const kinds = WebhookEventKind.options;

/** `page`, or `crawl.page` as deliveries name it. */
const eventName = z.enum([
  ...kinds,
  ...kinds.map((kind) => `crawl.${kind}` as const),
  ...kinds.map((kind) => `batch_scrape.${kind}` as const),
]);

export const Webhook = z
  .union([
    target.describe('The target address'),
    z.strictObject({
      url: target.describe('The target address'),
      headers: headerMap.default({}).describe('Sent with every delivery'),
      metadata: z.record(z.string(), z.string()).default({}).describe('Repeated in every delivery'),
      events: z
        .array(eventName)
        .default([...kinds])
        .describe('Which events are delivered'),
    }),
  ])
  .describe('Where the events of the job are delivered');

export function toWebhookSpec(webhook: z.output<typeof Webhook> | undefined): WebhookSpec | undefined {
  if (webhook === undefined) return undefined;
  if (typeof webhook === 'string') return { url: webhook, headers: {}, metadata: {}, events: [...kinds] };
  const events = new Set(webhook.events.map((event) => event.split('.').at(-1) as WebhookEventKind));
  return { ...webhook, events: [...events] };
}
