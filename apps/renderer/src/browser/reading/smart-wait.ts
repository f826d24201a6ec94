import { refreshDelayMs, unlessAborted } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { CallTimedOut, pause, within } from '../../bounds/until';
import { isolatedWorld } from '../isolated-world';
import { type DocumentLook, inspectDocument } from './inspect-document';
import { findMissingContent } from './missing-content';
import { NETWORK_QUIET_MS, type PageActivity } from './page-activity';

/** Quiet period of the tree, for scripts that render after their last response. */
const DOM_QUIET_MS = 250;
const POLL_MS = 50;
/** Extra time for a page that does not respond to the check for missing content. */
const LAST_LOOKS_MS = 1_000;
/** A page that responds within this time is busy, not hung, even at the deadline. */
const MIN_PATIENCE_MS = 500;
export const MAX_DOCUMENTS = 10;

export interface WatchedPage {
  page: Page;
  activity: PageActivity;
}

export interface WaitLimits {
  loadMs: number;
  quietMs: number;
  totalMs?: number;
  /** Whether a document with missing content settles only after `quietMs`: scripts may be about to add it. */
  untilFilled?: boolean;
}

/** The state of a page when waiting ended. */
export type Rest =
  /** No request, no change of the tree. */
  | 'quiet'
  /** All content seemed to be missing for `quietMs`. */
  | 'empty'
  /** Some content seemed to be missing for `quietMs`. */
  | 'unfinished'
  /** Loaded, with tickers, polling or the like. */
  | 'restless'
  /** The document was not loaded within `loadMs`. */
  | 'loading'
  /** A script blocks the page. */
  | 'hung'
  /** The page redirected more than MAX_DOCUMENTS times. */
  | 'wandering'
  /** The page redirected, and was about to do so again when the time was over. */
  | 'leaving';

/**
 * Waits until the page is loaded, including pages that it redirects to, and has settled. Bounded by the limits. Rejects
 * only when `signal` aborts or the page is closed.
 */
export async function smartWait(
  { page, activity }: WatchedPage,
  limits: WaitLimits,
  signal: AbortSignal,
): Promise<Rest> {
  const first = activity.documents;
  const { loadMs, quietMs, totalMs = loadMs + quietMs, untilFilled = false } = limits;
  const startedAt = performance.now();
  const loadUntil = startedAt + Math.min(loadMs, totalMs);
  const endAt = startedAt + totalMs;
  let current = first;
  let restUntil: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    if (activity.documents - first > MAX_DOCUMENTS) return 'wandering';
    if (activity.documents !== current) {
      current = activity.documents;
      restUntil = undefined;
    }
    const seen = await look(page, endAt - performance.now(), quietMs, signal);
    const now = performance.now();
    if (seen === 'hung') return 'hung';
    if (seen === undefined || activity.isNavigating() || (seen.readyState === 'loading' && !activity.isCut())) {
      if (now >= loadUntil) return 'loading';
      activity.endStalls({ isLoading: true });
    } else {
      activity.endStalls({ isLoading: false });
      restUntil ??= Math.min(endAt, now + quietMs);
      const refreshMs = redirectDelayMs(seen, activity);
      const isLeaving = refreshMs !== undefined;
      if (isAtRest(seen, activity)) {
        if (refreshMs !== undefined) {
          restUntil = Math.max(restUntil, Math.min(endAt, now + refreshMs + quietMs));
        } else if (
          !untilFilled ||
          activity.isCut() ||
          seen.isStill ||
          (await missingContent(page, Math.min(endAt - now, quietMs), signal)) === 'nothing'
        ) {
          return 'quiet';
        }
      }
      if (now >= restUntil) {
        if (isLeaving && activity.documents > first) return 'leaving';
        const lacks = untilFilled ? await missingContent(page, Math.min(endAt - now, quietMs), signal) : 'nothing';
        if (lacks !== undefined || now >= restUntil + LAST_LOOKS_MS) return RESTS[lacks ?? 'nothing'];
      }
    }
    await pause(POLL_MS, signal);
  }
}

function redirectDelayMs(seen: DocumentLook, activity: PageActivity): number | undefined {
  const { url, baseUrl, refreshes } = seen;
  const ofHeader = refreshDelayMs(activity.refreshHeader ?? '', { url, baseUrl: url });
  if (ofHeader !== undefined) return ofHeader;
  return refreshes.map((refresh) => refreshDelayMs(refresh, { url, baseUrl })).find((delay) => delay !== undefined);
}

function isAtRest(seen: DocumentLook, activity: PageActivity): boolean {
  if (activity.quietForMs() === 0) return false;
  if (seen.isStill && seen.readyState === 'complete') return true;
  return activity.quietForMs() >= NETWORK_QUIET_MS && seen.quietMs >= DOM_QUIET_MS;
}

type Missing = ReturnType<typeof findMissingContent>;

const RESTS: Record<Missing, Rest> = { everything: 'empty', something: 'unfinished', nothing: 'restless' };

/** Undefined if the page is busy or was replaced. */
export async function missingContent(
  page: Page,
  remainingMs: number,
  signal: AbortSignal,
): Promise<Missing | undefined> {
  const patienceMs = Math.max(MIN_PATIENCE_MS, remainingMs);
  try {
    const asked = isolatedWorld(page.mainFrame()).evaluate(findMissingContent);
    return await unlessAborted(signal, within(patienceMs, 'the check for missing content', asked));
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Undefined if the document was replaced. */
async function look(
  page: Page,
  remainingMs: number,
  quietMs: number,
  signal: AbortSignal,
): Promise<DocumentLook | 'hung' | undefined> {
  const patienceMs = Math.max(MIN_PATIENCE_MS, Math.min(remainingMs, quietMs));
  try {
    return await unlessAborted(
      signal,
      within(patienceMs, 'the state of the page', isolatedWorld(page.mainFrame()).evaluate(inspectDocument)),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CallTimedOut) return 'hung';
    if (page.isClosed()) throw error;
    return undefined;
  }
}
