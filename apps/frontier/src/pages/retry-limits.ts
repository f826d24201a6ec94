/** A page that leads on this often leads nowhere. Browsers give up after 20. */
export const MAX_REDIRECTS_OF_A_PAGE = 10;

/** The renderer takes a refusal as the page's answer after a few deferrals; this ends the loop if one does not. */
export const MAX_DEFERRALS_OF_A_PAGE = 10;

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/** How long to wait before a page is rendered again whose `attempt` (from 1) failed. */
export function pageRetryDelayMs(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (Math.max(attempt, 1) - 1), LONGEST_RETRY_MS);
}
