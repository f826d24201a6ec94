import type { RenderPage } from '@orbweaver/contracts';
import type { Capture } from '@orbweaver/extraction';
import { challengeOf } from './block-signs';
import type { PageResult } from './page-result';
import { retryAfterMs } from './retry-after';

/** How often a host may ask to come later before its refusal is taken for the page. */
const MAX_DEFERRALS = 3;

/** The page is to be tried again when its host has had some rest; undefined: take it as it is. */
export function later(message: RenderPage, capture: Capture): PageResult | undefined {
  if (!mayBeDeferred(message, capture)) return undefined;
  const retryAfter = capture.headers['retry-after'];
  const waitMs = retryAfterMs(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, message.deferrals, Date.now());
  return { kind: 'deferred', engine: capture.engine, finalUrl: capture.url, retryAfterMs: waitMs };
}

function mayBeDeferred(message: RenderPage, { status }: Capture): boolean {
  if (status !== 429 && status !== 503) return false;
  // The caller of a scrape waits: he gets the answer as it is.
  return message.kind !== 'scrape' && message.deferrals < MAX_DEFERRALS;
}

/**
 * A host that is busy is obeyed by pages that can wait, and not asked again by another door at once: that is what
 * deferral is for. Only a challenge without a time is a refusal, as waiting would not change it.
 */
export function isAskedToWait(message: RenderPage, capture: Capture): boolean {
  if (!mayBeDeferred(message, capture)) return false;
  return capture.headers['retry-after'] !== undefined || challengeOf(capture) === undefined;
}
