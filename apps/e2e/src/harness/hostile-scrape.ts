import type { HostilePage } from '@orbweaver/testing';
import type { ApiClient } from './api-client';

/** The result of a scrape, as in the table of hostile pages. */
export interface Outcome {
  /** `document`, the error code, or `status 502` and the like without a code. */
  answer: string;
  /** The body. */
  text: string;
  tookMs: number;
}

/** Documents may be large. */
const KEPT_CHARS = 200_000;

export async function scrapeFor(api: ApiClient, body: object): Promise<Outcome> {
  const startedAt = performance.now();
  const { status, body: said } = await api.post('/v2/scrape', body);
  const tookMs = performance.now() - startedAt;
  const answer = said.success === true ? 'document' : (said.code ?? `status ${status}`);
  return { answer, text: JSON.stringify(said).slice(0, KEPT_CHARS), tookMs };
}

/** Longest time that scraping the page may take, in milliseconds: the deadline adds explicit waits to the timeout. */
export function maxScrapeMs(page: HostilePage, timeoutMs: number, graceMs: number): number {
  const { waitFor = 0, actions = [] } = (page.ask ?? {}) as { waitFor?: number; actions?: { milliseconds?: number }[] };
  const waits = actions.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, waitFor);
  return timeoutMs + waits + graceMs;
}
