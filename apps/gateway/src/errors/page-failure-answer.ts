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

/** A page is only cancelled when the service stops. */
function answer(reason: PageFailureReason, message: string): ApiError {
  const { status, code } = pageFailureAnswers[reason];
  return new ApiError(status, message, reason === 'cancelled' ? { code } : { code, fault: 'page' });
}
