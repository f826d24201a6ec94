import { explicitWaitMs, type PageFailure, type ScrapeSpec, unlessAborted } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { type Deadline, DID_NOT_FINISH } from '../../bounds/deadline';
import { dismissConsent, prepareForConsent } from '../hiding/dismiss-consent';
import type { IsolatedPage } from '../isolated-page';
import { hasContent } from './has-content';
import { assertWebPage, type Loaded, loadPage, type PageLoad } from './load-page';
import { misreadDocument } from './misread-document';
import type { PageActivity } from './page-activity';
import { scrollThrough } from './scroll-through';
import { MAX_DOCUMENTS, missingContent, type Rest, smartWait } from './smart-wait';
import { freezePage, interruptScript } from './stop-page';

const LOAD_MS = 20_000;
/** Time limit for a loaded page to settle, in addition to the caller's `waitFor`. */
const QUIET_MS = 5_000;
export class EmptyPage extends Error {
  override readonly name = 'EmptyPage';

  constructor(readonly failure: PageFailure) {
    super(failure.message);
  }
}

export interface PageShow {
  opened: IsolatedPage;
  activity: PageActivity;
  url: string;
  spec: ScrapeSpec;
  /** Called before the page is loaded again, to reset the counted bytes. */
  countAnew(): void;
}

export interface ShownPage {
  stopped: boolean;
  wandered: boolean;
  /** Warnings for the caller. If the page was not stopped, they may become obsolete: see `currentWarnings`. */
  warnings: string[];
}

/**
 * Loads the page, follows its redirects and waits until it settles. A page that does not finish is stopped. Rejects with
 * NoWebPage or EmptyPage, or when `signal` aborts.
 */
export async function showPage(
  { opened, activity, url, spec, countAnew }: PageShow,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<ShownPage> {
  const asked = spec.waitForMs + explicitWaitMs(spec.actions);
  const leftMs = (): number => Math.max(0, deadline.remainingMs() - asked - deadline.reserveMs());
  const { page, gate } = opened;
  const watched = { page, activity };
  const load = async (go: PageLoad['go']): Promise<Loaded> =>
    await loadPage(opened, activity, { go, loadMs: Math.min(LOAD_MS, leftMs()) }, signal);
  const startedAt = performance.now();
  const settle = async (loaded: Loaded): Promise<Rest> => {
    if (loaded !== 'loaded') return loaded;
    if (spec.blockAds) prepareForConsent(page);
    const limits = { loadMs: LOAD_MS, quietMs: QUIET_MS, totalMs: leftMs(), untilFilled: true };
    return await smartWait(watched, limits, signal);
  };
  // Reloads a misread document; undefined if it was read correctly. Only after the page has settled: reading the document
  // would delay one that is about to redirect, or to reload itself with a cookie.
  const loadDecoded = async (): Promise<Loaded | undefined> => {
    // A reload may take as long as the first load, and must not use a partial document.
    if (activity.isCut() || performance.now() - startedAt > leftMs() / 2) return undefined;
    const misread = await misreadDocument(opened, signal);
    if (misread === undefined || activity.isNavigating()) return undefined;
    countAnew();
    gate.replay.offer(misread);
    return await load((options) => page.reload(options)).finally(() => gate.replay.offer(undefined));
  };
  let end = await settle(await load((options) => page.goto(url, options)));
  if (whyStopped(end) === undefined) {
    const decoded = await loadDecoded();
    if (decoded !== undefined) end = await settle(decoded);
  }
  // The connection of the document broke, so the rest will not arrive.
  const rest = activity.isCut() && whyStopped(end) === undefined ? 'loading' : end;
  const reason = whyStopped(rest);
  if (reason === undefined) {
    assertWebPage(opened);
    if (spec.blockAds) await dismissConsent(watched, leftMs(), signal);
    // With actions, scrolling is left to the caller.
    if (spec.actions.length === 0) {
      await scrollThrough(watched, { forPictures: false, budgetMs: leftMs() }, signal);
    }
    const shortcoming = shortcomings[rest];
    return { stopped: false, wandered: false, warnings: shortcoming === undefined ? [] : [shortcoming] };
  }
  if (spec.actions.length > 0) await interruptScript(opened.session, signal);
  else await freezePage(opened, activity, signal);
  assertWebPage(opened);
  if (!(await unlessAborted(signal, hasContent(page)))) throw new EmptyPage(emptyFailure(rest));
  return { stopped: true, wandered: rest === 'wandering' || rest === 'leaving', warnings: [reason] };
}

/** The warnings about missing content that still apply after more time or after actions. */
export async function currentWarnings(
  page: Page,
  { stopped, warnings }: ShownPage,
  signal: AbortSignal,
): Promise<string[]> {
  if (stopped || warnings.length === 0) return warnings;
  return (await missingContent(page, QUIET_MS, signal)) === 'nothing' ? [] : warnings;
}

const LATER = 'If it appears later, set `waitFor`.';
const shortcomings: Partial<Record<Rest, string>> = {
  empty: `The page stayed empty or nearly empty for ${QUIET_MS / 1000} s after it was loaded. ${LATER}`,
  unfinished: `A part of the page seemed to be missing ${QUIET_MS / 1000} s after it was loaded. ${LATER}`,
};

function whyStopped(rest: Rest): string | undefined {
  if (rest === 'loading') return DID_NOT_FINISH;
  if (rest === 'hung') return 'A script of the page ran too long and was stopped, so content may be missing.';
  if (rest === 'wandering') {
    return `The page redirected more than ${MAX_DOCUMENTS} times and was stopped at the last page received.`;
  }
  if (rest === 'leaving') {
    return 'The page redirected until its time limit and was stopped at the last page received.';
  }
  return undefined;
}

function emptyFailure(rest: Rest): PageFailure {
  if (rest !== 'wandering') {
    return {
      reason: 'timed-out',
      message: 'The page did not finish loading in time and had no content. Set a higher `timeout`.',
    };
  }
  return { reason: 'too-many-redirects', message: `The page redirected more than ${MAX_DOCUMENTS} times.` };
}
