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
 * The answer to the reading of a page that failed. It stays the same for as long as it is kept: a status by which
 * clients repeat the request would make them read it over and over.
 */
export function refuseReading(reason: PageFailureReason, message: string): ApiError {
  const { status, message: said, extra } = refuseScrape(reason, message);
  return new ApiError(INVITE_REPEATING.has(status) ? 500 : status, said, { ...extra, fault: 'page' });
}

const INVITE_REPEATING: ReadonlySet<number> = new Set([408, 502]);

/** A page is only cancelled when the service stops. */
function answer(reason: PageFailureReason, message: string): ApiError {
  const { status, code } = pageFailureAnswers[reason];
  return new ApiError(status, message, reason === 'cancelled' ? { code } : { code, fault: 'page' });
}
