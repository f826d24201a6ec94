import { backoff, mayRetry, type PageFailureReason } from '@orbweaver/core';

/** Browsers give up after 20 redirects. A page that leads on this often leads nowhere. */
const MAX_REDIRECTS = 10;
/** The renderer stops deferring a page after a few times; this ends the loop if one does not. */
const MAX_DEFERRALS = 10;

/** A document that is lost after this many renders will be lost again. */
export const MAX_RENDERS = 5;
/** The wait before another seeder tries a job whose seeding failed. */
export const SEEDING_RETRY_MS = 5_000;
/** The longest wait before a site is asked again for a robots.txt that it did not give. */
export const LONGEST_ROBOTS_PAUSE_MS = 60_000;

/** The wait before the next render of a failed page; undefined: the failure is final. `attempt` counts from 1. */
export function pageRetryMs(reason: PageFailureReason, attempt: number): number | undefined {
  return mayRetry(reason, attempt) ? backoff(attempt, { firstMs: 1_000, longestMs: 60_000 }) : undefined;
}

export function mayRedirect({ redirects }: { redirects: number }): boolean {
  return redirects < MAX_REDIRECTS;
}

export function mayDefer({ deferrals }: { deferrals: number }): boolean {
  return deferrals < MAX_DEFERRALS;
}

/** The wait after a site has not answered for its robots.txt `questions` times in a row. */
export function robotsPauseMs(questions: number): number {
  return backoff(questions, { firstMs: 2_000, longestMs: LONGEST_ROBOTS_PAUSE_MS });
}
