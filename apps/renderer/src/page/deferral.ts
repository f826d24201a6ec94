import type { RenderPage } from '@orbweaver/contracts';
import type { Capture } from '@orbweaver/extraction';
import { hasDeferralsLeft } from '../bounds/page-starts';
import { challengeOf } from '../fetch/block-signs';
import type { PageResult } from './page-result';
import { retryAfterMs } from './retry-after';

/** The page is tried again when its host has rested; undefined: it is taken as it is. */
export function deferredResult(message: RenderPage, capture: Capture): (PageResult & { kind: 'deferred' }) | undefined {
  if (!mayBeDeferred(message, capture)) return undefined;
  const retryAfter = capture.headers['retry-after'];
  const waitMs = retryAfterMs(first(retryAfter), message.deferrals, Date.now(), first(capture.headers.date));
  return { kind: 'deferred', engine: capture.engine, finalUrl: capture.url, retryAfterMs: waitMs };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function mayBeDeferred(message: RenderPage, { status }: Capture): boolean {
  if (status !== 429 && status !== 503) return false;
  // The caller of a scrape waits for the answer as it is.
  return message.kind !== 'scrape' && hasDeferralsLeft(message);
}

/**
 * Whether the host's wish to be left alone comes first: a page that can wait obeys a busy host and does not ask again by
 * another route. A challenge without a time is a refusal instead, which no wait changes.
 */
export function isAskedToWait(message: RenderPage, capture: Capture): boolean {
  if (!mayBeDeferred(message, capture)) return false;
  return capture.headers['retry-after'] !== undefined || challengeOf(capture) === undefined;
}
