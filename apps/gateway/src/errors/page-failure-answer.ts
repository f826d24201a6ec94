import type { PageFailureReason } from '@orbweaver/core';
import { ApiError } from './api-error';
import { type PageFailureCode, pageFailureAnswers } from './error-codes';

export const failureCode = (reason: PageFailureReason): PageFailureCode => pageFailureAnswers[reason].code;

export const scrapeTimedOut = () =>
  new ApiError(408, 'Scrape timed out', { code: pageFailureAnswers['timed-out'].code });

/** The answer to a scrape whose page failed. */
export function refuseScrape(reason: PageFailureReason, message: string): ApiError {
  if (reason === 'timed-out') return scrapeTimedOut();
  const { status, code } = pageFailureAnswers[reason];
  return new ApiError(status, message, { code });
}
