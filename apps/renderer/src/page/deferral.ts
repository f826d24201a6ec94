import type { RenderPage } from '@orbweaver/contracts';
import { backoff, readRetryAfter, retryLimits, retryWaits } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import { hasDeferralsLeft } from '../bounds/page-starts';
import { challengeOf } from '../fetch/block-signs';
import type { PageResult } from './page-result';

/** Defers a page of a job after 429 or 503; undefined if its response is the result. */
export function deferredResult(message: RenderPage, capture: Capture): (PageResult & { kind: 'deferred' }) | undefined {
  if (!mayBeDeferred(message, capture)) return undefined;
  const retryAfter = capture.headers['retry-after'];
  const waitMs = retryAfterMs(first(retryAfter), message.deferrals, Date.now(), first(capture.headers.date));
  return { kind: 'deferred', engine: capture.engine, finalUrl: capture.url, retryAfterMs: waitMs };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function mayBeDeferred(message: RenderPage, { status }: Capture): boolean {
  if (status !== 429 && status !== 503) return false;
  // The caller of a scrape gets the response unchanged.
  return isOfFrontier(message) && hasDeferralsLeft(message);
}

/**
 * Whether a 429 or 503 defers the page instead of counting as a refusal, which another route may avoid. A challenge
 * without Retry-After is a refusal: waiting does not help.
 */
export function requestsBackoff(message: RenderPage, capture: Capture): boolean {
  if (!mayBeDeferred(message, capture)) return false;
  return capture.headers['retry-after'] !== undefined || challengeOf(capture) === undefined;
}

/** Back-off of a host that answered 429 or 503. `header`: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | undefined, deferrals: number, now: number, date?: string): number {
  const requestedMs = readRetryAfter(header, now, date) ?? backoff(deferrals + 1, retryWaits.busyHost);
  return Math.min(retryWaits.busyHost.longestMs, Math.max(retryLimits.shortestHostWaitMs, requestedMs));
}

/** Pages of jobs and maps: the frontier waits for their hosts. */
const isOfFrontier = ({ kind, mapId }: RenderPage) => kind !== 'scrape' || mapId !== undefined;
