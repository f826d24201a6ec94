import type { PageFailureReason } from '@orbweaver/core';
import { ApiError } from './api-error';
import { type PageFailureCode, pageFailureAnswers } from './error-codes';

export const failureCode = (reason: PageFailureReason): PageFailureCode => pageFailureAnswers[reason].code;

export const scrapeTimedOut = () => answer('timed-out', 'Scrape timed out');

/** Longer than a load balancer needs to find another gateway. */
const STOPPED_RETRY_AFTER_SECONDS = 5;

export const scrapeStopped = () =>
  new ApiError(503, `The service stopped before the page was finished. Retry after ${STOPPED_RETRY_AFTER_SECONDS} s.`, {
    code: 'SERVICE_STOPPING',
    headers: { 'Retry-After': String(STOPPED_RETRY_AFTER_SECONDS) },
  });

/** The error of a scrape in flight. Its page is cancelled only if the service stops. */
export function refuseScrape(reason: PageFailureReason, message: string): ApiError {
  if (reason === 'cancelled') return scrapeStopped();
  return reason === 'timed-out' ? scrapeTimedOut() : answer(reason, message);
}

/** The error when a failed page is read later. Final, so there is no Retry-After. */
export function refuseReading(reason: PageFailureReason, message: string): ApiError {
  return reason === 'timed-out' ? scrapeTimedOut() : answer(reason, message);
}

function answer(reason: PageFailureReason, message: string): ApiError {
  return new ApiError(pageFailureAnswers[reason].status, message, { code: failureCode(reason), fault: 'page' });
}
