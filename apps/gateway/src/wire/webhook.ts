import { WebhookEventKind, type WebhookSpec } from '@orbweaver/core';
import { z } from 'zod';
import { headerMap, OUTLINK_MAX_CHARS } from './bounds';
import { ABSOLUTE_URL_PATTERN } from './target-url';

const target = z
  .string()
  .meta({ pattern: ABSOLUTE_URL_PATTERN })
  .max(OUTLINK_MAX_CHARS)
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'Must be an absolute http or https URL');

const kinds = WebhookEventKind.options;

/** `page`, or `crawl.page` as deliveries name it. */
const eventName = z.enum([
  ...kinds,
  ...kinds.map((kind) => `crawl.${kind}` as const),
  ...kinds.map((kind) => `batch_scrape.${kind}` as const),
]);

/** By these a receiver knows who sends, and the connection what it carries: they are ours to set. */
const OUR_HEADERS =
  /^(?:x-firecrawl-signature|webhook-.*|host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive|te|trailer)$/i;

const customHeaders = headerMap.superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    if (OUR_HEADERS.test(name)) {
      context.addIssue({ code: 'custom', path: [name], message: 'Is set by the service and cannot be given' });
    } else if (/^content-type$/i.test(name) && !/^application\/json\b/i.test(value)) {
      context.addIssue({ code: 'custom', path: [name], message: 'Is always application/json' });
    }
  }
});

/** Every delivery repeats it. */
const MAX_METADATA_CHARACTERS = 64 * 1024;

const echoedMetadata = z
  .record(z.string(), z.string())
  .refine(
    (metadata) => Object.entries(metadata).flat().join('').length <= MAX_METADATA_CHARACTERS,
    `Metadata can have ${MAX_METADATA_CHARACTERS} characters at most`,
  );

export const Webhook = z
  .union([
    target.describe('The target address'),
    z.strictObject({
      url: target.describe('The target address'),
      headers: customHeaders.default({}).describe('Sent with every delivery'),
      metadata: echoedMetadata.default({}).describe('Repeated in every delivery'),
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
