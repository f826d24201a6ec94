import { refreshDelayMs, unlessAborted } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { CallTimedOut, pause, within } from '../../bounds/until';
import { isolatedWorld } from '../isolated-world';
import { type DocumentLook, inspectDocument } from './inspect-document';
import { NETWORK_QUIET_MS, type PageActivity } from './page-activity';
import { whatIsMissing } from './what-is-missing';

/** No change of the tree for this long: what a script draws after its last response is there. */
const DOM_QUIET_MS = 250;
const POLL_MS = 50;
/** How much longer a page that does not say what it lacks is asked. */
const LAST_LOOKS_MS = 1_000;
/** A page that answers within this time is busy, not hung, however little time is left. */
const MIN_PATIENCE_MS = 500;
/** As many as HTTP redirects. */
export const MAX_DOCUMENTS = 10;

export interface WatchedPage {
  page: Page;
  activity: PageActivity;
}

export interface WaitLimits {
  /** For documents to load, all of them together when one leads to the next. */
  loadMs: number;
  /** For a loaded document to come to rest. */
  quietMs: number;
  /** For both together; absent: their sum. */
  totalMs?: number;
  /**
   * A document that shows almost nothing, or lacks a part, is not at rest before `quietMs`: scripts may be about to
   * fill it.
   */
  untilFilled?: boolean;
}

/**
 * - quiet: nothing on the network, no change in the tree.
 * - empty, unfinished: everything or a part seems to be missing, and did for `quietMs`.
 * - restless: tickers, polling and the like; the page is loaded and may be taken.
 * - loading: the document did not end within `loadMs`.
 * - hung: a script blocks the page, which answers nothing.
 * - wandering: the page replaced itself more than MAX_DOCUMENTS times.
 * - leaving: the page replaced itself, and was about to do so again when the time was over.
 */
export type Rest = 'quiet' | 'empty' | 'unfinished' | 'restless' | 'loading' | 'hung' | 'wandering' | 'leaving';

/**
 * Waits until the page seems finished: its document loaded, any page that it leads to by itself loaded too, and that
 * one at rest. Bounded by the limits. Rejects only when `signal` aborts or the page is gone.
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
          (await missing(page, Math.min(endAt - now, quietMs), signal)) === 'nothing'
        ) {
          return 'quiet';
        }
      }
      if (now >= restUntil) {
        if (isLeaving && activity.documents > first) return 'leaving';
        const lacks = untilFilled ? await missing(page, Math.min(endAt - now, quietMs), signal) : 'nothing';
        if (lacks !== undefined || now >= restUntil + LAST_LOOKS_MS) return RESTS[lacks ?? 'nothing'];
      }
    }
    await pause(POLL_MS, signal);
  }
}

/** Undefined: neither the document nor its `Refresh` header soon redirects to another page. */
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

type Missing = ReturnType<typeof whatIsMissing>;

const RESTS: Record<Missing, Rest> = { everything: 'empty', something: 'unfinished', nothing: 'restless' };

/** Undefined: the page was busy, or another document came before the answer. */
export async function missing(page: Page, remainingMs: number, signal: AbortSignal): Promise<Missing | undefined> {
  const patienceMs = Math.max(MIN_PATIENCE_MS, remainingMs);
  try {
    const asked = isolatedWorld(page.mainFrame()).evaluate(whatIsMissing);
    return await unlessAborted(signal, within(patienceMs, 'a look at the page', asked));
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Undefined: another document came before the answer. */
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
      within(patienceMs, 'a look at the page', isolatedWorld(page.mainFrame()).evaluate(inspectDocument)),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CallTimedOut) return 'hung';
    if (page.isClosed()) throw error;
    return undefined;
  }
}
