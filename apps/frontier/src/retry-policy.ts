import { backoff, mayRetry, type PageFailureReason } from '@orbweaver/core';

/** Browsers give up after 20 redirects. A page that leads on this often leads nowhere. */
const MAX_REDIRECTS = 10;
/** The renderer takes a refusal as the page's answer after a few deferrals; this ends the loop if one does not. */
const MAX_DEFERRALS = 10;

/** A page of which the document was lost after this many renders is lost for a reason. */
export const MAX_RENDERS = 5;
/** Another seeder tries after this time when one failed. */
export const SEEDING_RETRY_MS = 5_000;
/** A site that did not answer for its robots.txt is asked again within this time. */
export const LONGEST_ROBOTS_PAUSE_MS = 60_000;

/** How long a failed page waits for its next render; undefined: its failure is final. `attempt` counts from 1. */
export function pageRetryMs(reason: PageFailureReason, attempt: number): number | undefined {
  return mayRetry(reason, attempt) ? backoff(attempt, { firstMs: 1_000, longestMs: 60_000 }) : undefined;
}

export function mayRedirect({ redirects }: { redirects: number }): boolean {
  return redirects < MAX_REDIRECTS;
}

export function mayDefer({ deferrals }: { deferrals: number }): boolean {
  return deferrals < MAX_DEFERRALS;
}

/** How long a site is left alone that has not answered for its robots.txt `questions` times in a row. */
export function robotsPauseMs(questions: number): number {
  return backoff(questions, { firstMs: 2_000, longestMs: LONGEST_ROBOTS_PAUSE_MS });
}
