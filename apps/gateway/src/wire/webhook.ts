import { WebhookEventKind, type WebhookSpec } from '@orbweaver/core';
import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';
import { oneOf } from '../errors/wording';
import { headerMap, listOf, MAX_WORDS, NAME_MAX_CHARS, text, textMap } from './bounds';
import { absoluteUrl } from './target-url';

const kinds = WebhookEventKind.options;
/** Receivers written for this interface know no event of a cancelled job: who wants it names it. */
const defaultKinds = WebhookEventKind.exclude(['cancelled']).options;

/** `page`, or `crawl.page` as deliveries call it. */
const eventName = z.enum(
  [...kinds, ...kinds.map((kind) => `crawl.${kind}` as const), ...kinds.map((kind) => `batch_scrape.${kind}` as const)],
  mustBe(`${oneOf(kinds)}, alone or behind "crawl." or "batch_scrape."`),
);

/** Headers that the service sets: a receiver recognizes the sender by some, and HTTP needs the others. */
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

/** Characters of all metadata, because every delivery repeats it. */
const MAX_METADATA_CHARACTERS = 64 * 1024;
const MAX_METADATA_KEYS = 1000;

const echoedMetadata = textMap(
  z.record(text(NAME_MAX_CHARS), text(MAX_METADATA_CHARACTERS)),
  MAX_METADATA_KEYS,
  MAX_METADATA_CHARACTERS,
);

export const Webhook = z
  .union([
    absoluteUrl.describe('The target address'),
    z.strictObject({
      url: absoluteUrl.describe('The target address'),
      headers: customHeaders.default({}).describe('Sent with every delivery'),
      metadata: echoedMetadata.default({}).describe('Repeated in every delivery'),
      events: listOf(eventName, MAX_WORDS)
        .default([...defaultKinds])
        .describe('Which events are delivered; `cancelled` only when it is named'),
    }),
  ])
  .describe('Where the events of the job are delivered');

const PREFIXES = { crawl: 'crawl', batch: 'batch_scrape' } as const;

/** The warning for events that are named as those of the other kind of job, which this one never sends. */
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
