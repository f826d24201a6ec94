import type { PageFailureReason } from '@orbweaver/core';
import { ApiError } from './api-error';
import { type PageFailureCode, pageFailureAnswers } from './error-codes';

export const failureCode = (reason: PageFailureReason): PageFailureCode => pageFailureAnswers[reason].code;

export const scrapeTimedOut = () => answer('timed-out', 'Scrape timed out');

/** Longer than a load balancer takes to find another gateway. */
const STOPPED_RETRY_AFTER_SECONDS = 5;

export const scrapeStopped = () =>
  new ApiError(
    503,
    `The service was stopped before the page was finished. Send the request again after ${STOPPED_RETRY_AFTER_SECONDS} s.`,
    { code: 'SERVICE_STOPPING', headers: { 'Retry-After': String(STOPPED_RETRY_AFTER_SECONDS) } },
  );

/** The answer to a scrape whose page failed. A page is only cancelled when the service stops. */
export function refuseScrape(reason: PageFailureReason, message: string): ApiError {
  if (reason === 'cancelled') return scrapeStopped();
  return reason === 'timed-out' ? scrapeTimedOut() : answer(reason, message);
}

/** The answer to a read of a failed page. The result is final, so there is no Retry-After. */
export function refuseReading(reason: PageFailureReason, message: string): ApiError {
  return reason === 'timed-out' ? scrapeTimedOut() : answer(reason, message);
}

function answer(reason: PageFailureReason, message: string): ApiError {
  return new ApiError(pageFailureAnswers[reason].status, message, { code: failureCode(reason), fault: 'page' });
}
