import { explicitWaitMs, type PageFailure, type ScrapeSpec, unlessAborted } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { type Deadline, DID_NOT_FINISH } from '../../bounds/deadline';
import { dismissConsent, prepareForConsent } from '../hiding/dismiss-consent';
import type { IsolatedPage } from '../isolated-page';
import { assertShown, type Loaded, loadPage, type PageLoad } from './load-page';
import { misreadDocument } from './misread-document';
import type { PageActivity } from './page-activity';
import { scrollThrough } from './scroll-through';
import { showsAnything } from './shows-anything';
import { MAX_DOCUMENTS, missing, type Rest, smartWait } from './smart-wait';
import { freezePage, interruptScript } from './stop-page';

/**
 * How long documents may take to load. What a visitor would not wait for is taken as it is, so that it does not hold a
 * slot.
 */
const LOAD_MS = 20_000;
/** How long a loaded page may take to come to rest, beside the caller's `waitFor`. */
const QUIET_MS = 5_000;
/** The page was given up before anything of it was there. */
export class NothingToTake extends Error {
  override readonly name = 'NothingToTake';

  constructor(readonly failure: PageFailure) {
    super(failure.message);
  }
}

export interface PageShow {
  opened: IsolatedPage;
  activity: PageActivity;
  url: string;
  spec: ScrapeSpec;
  /** Called before the page is loaded a second time: what it brings is counted from nothing again. */
  countAnew(): void;
}

export interface Shown {
  /** The page did not finish: it was stopped and stands as it was then. */
  stopped: boolean;
  /** It was stopped because it led on to another, and that one again, without an end. */
  wandered: boolean;
  /**
   * Warnings for the caller. For a page that was not stopped: what it seemed to lack; ask again with `stillLacking`.
   */
  warnings: string[];
}

/**
 * Loads the page and waits until it is at rest, wherever it leads by itself. A page that does not finish is stopped and
 * stands as it was then. Rejects with NothingShown, with NothingToTake, or when `signal` aborts.
 */
export async function showPage(
  { opened, activity, url, spec, countAnew }: PageShow,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<Shown> {
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
  // Undefined: the document was read as it should be, or is left as it is. Not before the page is at rest: one that is
  // about to lead on, or to load itself again with a cookie, would be held back.
  const loadDecoded = async (): Promise<Loaded | undefined> => {
    // What takes as long again must not cost what is there, and half a document must not pass for a whole one.
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
  // The rest of the document will never come; the scripts of the part that came have been waited for.
  const rest = activity.isCut() && whyStopped(end) === undefined ? 'loading' : end;
  const reason = whyStopped(rest);
  if (reason === undefined) {
    assertShown(opened);
    if (spec.blockAds) await dismissConsent(watched, leftMs(), signal);
    // With actions, scrolling is the caller's.
    if (spec.actions.length === 0) {
      await scrollThrough(watched, { forPictures: false, budgetMs: leftMs() }, signal);
    }
    const shortcoming = shortcomings[rest];
    return { stopped: false, wandered: false, warnings: shortcoming === undefined ? [] : [shortcoming] };
  }
  if (spec.actions.length > 0) await interruptScript(opened.session, signal);
  else await freezePage(opened, activity, signal);
  assertShown(opened);
  if (!(await unlessAborted(signal, showsAnything(page)))) throw new NothingToTake(emptyFailure(rest));
  return { stopped: true, wandered: rest === 'wandering' || rest === 'leaving', warnings: [reason] };
}

/** The warnings about missing content that still hold after more time or after actions. */
export async function stillLacking(page: Page, { stopped, warnings }: Shown, signal: AbortSignal): Promise<string[]> {
  if (stopped || warnings.length === 0) return warnings;
  return (await missing(page, QUIET_MS, signal)) === 'nothing' ? [] : warnings;
}

const LATER = 'If it comes later, waitFor gives it more time.';
const shortcomings: Partial<Record<Rest, string>> = {
  empty: `The page stayed empty, or nearly so, for ${QUIET_MS / 1000} seconds after it was loaded. ${LATER}`,
  unfinished: `A part of the page seemed to be missing ${QUIET_MS / 1000} seconds after it was loaded. ${LATER}`,
};

function whyStopped(rest: Rest): string | undefined {
  if (rest === 'loading') return DID_NOT_FINISH;
  if (rest === 'hung') return 'A script of the page did not end and was stopped: this is what was there of the page.';
  if (rest === 'wandering') return `The page replaced itself more than ${MAX_DOCUMENTS} times and was stopped.`;
  if (rest === 'leaving') return 'The page replaced itself until its time was over, and was stopped.';
  return undefined;
}

function emptyFailure(rest: Rest): PageFailure {
  if (rest !== 'wandering') {
    return { reason: 'timed-out', message: 'The page did not finish loading, and showed nothing until then.' };
  }
  return { reason: 'too-many-redirects', message: `The page led on to another more than ${MAX_DOCUMENTS} times.` };
}
