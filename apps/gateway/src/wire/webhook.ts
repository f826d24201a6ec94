import { WebhookEventKind, type WebhookSpec, webhookEventTraits } from '@orbweaver/core';
import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';
import { oneOf } from '../errors/wording';
import { headerMap, listOf, MAX_WORDS, NAME_MAX_CHARS, text, textMap } from './bounds';
import { absoluteUrl } from './target-url';

const kinds = WebhookEventKind.options;
const defaultKinds = kinds.filter((kind) => webhookEventTraits[kind].isDefault);

/** `page`, or the full name `crawl.page`. */
const eventName = z.enum(
  [...kinds, ...kinds.map((kind) => `crawl.${kind}` as const), ...kinds.map((kind) => `batch_scrape.${kind}` as const)],
  mustBe(`${oneOf(kinds)}, optionally with the prefix "crawl." or "batch_scrape."`),
);

/** Headers set by the service for signatures and HTTP. */
const RESERVED_HEADERS =
  /^(?:x-firecrawl-signature|webhook-.*|host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive|te|trailer)$/i;

export const webhookHeaders = headerMap.superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    if (RESERVED_HEADERS.test(name)) {
      context.addIssue({ code: 'custom', path: [name], message: 'Is set by the service; remove this header' });
    } else if (/^content-type$/i.test(name) && !/^application\/json\b/i.test(value)) {
      context.addIssue({ code: 'custom', path: [name], message: 'Is always application/json' });
    }
  }
});

/** Limit of all metadata, which every delivery contains. */
const MAX_METADATA_CHARACTERS = 64 * 1024;
const MAX_METADATA_KEYS = 1000;

export const echoedMetadata = textMap(
  z.record(text(NAME_MAX_CHARS), text(MAX_METADATA_CHARACTERS)),
  MAX_METADATA_KEYS,
  MAX_METADATA_CHARACTERS,
);

export const Webhook = z
  .union([
    absoluteUrl.describe('Target URL'),
    z.strictObject({
      url: absoluteUrl.describe('Target URL'),
      headers: webhookHeaders.default({}).describe('Headers of every delivery'),
      metadata: echoedMetadata.default({}).describe('Returned in every delivery'),
      events: listOf(eventName, MAX_WORDS)
        .default(defaultKinds)
        .describe('Events to deliver. `cancelled` is not included by default'),
    }),
  ])
  .describe('Target of the events of the job');

const PREFIXES = { crawl: 'crawl', batch: 'batch_scrape' } as const;

/** Warns of events of the other kind of job, which are never sent. */
export function warnOfOtherEvents(
  kind: keyof typeof PREFIXES,
  webhook: z.output<typeof Webhook> | undefined,
): string | undefined {
  if (webhook === undefined || typeof webhook === 'string') return undefined;
  const own = PREFIXES[kind];
  const others = new Set(webhook.events.filter((event) => event.includes('.') && !event.startsWith(`${own}.`)));
  if (others.size === 0) return undefined;
  const sent = [...others].map((event) => `${own}.${event.split('.').at(-1)}`);
  return `webhook.events: a ${kind} does not send ${[...others].join(', ')}, but ${sent.join(', ')}.`;
}

export function toWebhookSpec(webhook: z.output<typeof Webhook> | undefined): WebhookSpec | undefined {
  if (webhook === undefined) return undefined;
  if (typeof webhook === 'string') return { url: webhook, headers: {}, metadata: {}, events: [...defaultKinds] };
  const events = new Set(webhook.events.map((event) => event.split('.').at(-1) as WebhookEventKind));
  return { ...webhook, events: [...events] };
}
