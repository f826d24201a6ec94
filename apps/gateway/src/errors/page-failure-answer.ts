import type { PageFailureReason } from '@orbweaver/core';
import { ApiError } from './api-error';
import { type PageFailureCode, pageFailureAnswers } from './error-codes';

export const failureCode = (reason: PageFailureReason): PageFailureCode => pageFailureAnswers[reason].code;

export const scrapeTimedOut = () => answer('timed-out', 'Scrape timed out');

export const scrapeStopped = () => answer('cancelled', 'The service is stopping; send the request again');

/** The answer to a scrape whose page failed. */
export function refuseScrape(reason: PageFailureReason, message: string): ApiError {
  return reason === 'timed-out' ? scrapeTimedOut() : answer(reason, message);
}

/**
 * The answer to the reading of a page that failed: the one to its scrape, but for a status that clients repeat by
 * themselves. What is kept stays as it is, so they would read it over and over, and each time count as a fault of ours.
 */
export function refuseReading(reason: PageFailureReason, message: string): ApiError {
  const { status, message: said, extra } = refuseScrape(reason, message);
  return new ApiError(REPEATED_BY_CLIENTS.has(status) ? 500 : status, said, { ...extra, fault: 'page' });
}

/** Public client libraries of this interface send a request again by themselves for 502 alone; 408 they hand on. */
const REPEATED_BY_CLIENTS: ReadonlySet<number> = new Set([502]);

/** A page is only cancelled when the service stops. */
function answer(reason: PageFailureReason, message: string): ApiError {
  const { status, code } = pageFailureAnswers[reason];
  return new ApiError(status, message, reason === 'cancelled' ? { code } : { code, fault: 'page' });
}
