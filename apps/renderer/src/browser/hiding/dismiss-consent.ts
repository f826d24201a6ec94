import { unlessAborted } from '@orbweaver/core';
import type { Frame, Page } from 'puppeteer-core';
import { ownSignal, within } from '../../bounds/until';
import { isolatedWorld, sessionOf } from '../isolated-world';
import { smartWait, type WatchedPage } from '../reading/smart-wait';
import { interruptScript } from '../reading/stop-page';
import { consentContainers } from './consent-containers';
import { type ConsentLibrary, consentLibrary } from './consent-library';
import {
  beginConsentSession,
  type ConsentAnswer,
  type ConsentLimits,
  ConsentTurn,
  continueConsentSession,
} from './consent-session';
import { hideDialogs } from './hide-dialogs';

const LIMITS: ConsentLimits = { detectMs: 500, appearMs: 250, closeMs: 2_000 };
/** Limits the whole session, including the responses of a busy page. */
const PATIENCE_MS = 3_500;
/** The library has the same time limit. */
const ANSWER_MS = 1_000;
/** Time limit for the page to load the content behind the dialog. */
const REST_MS = 2_000;
/** Time limit for a reload, which some pages do after the answer. */
const LOAD_MS = 5_000;
/** Some dialogs are in frames. Pages with many more frames show feeds. */
const MAX_FRAMES = 6;
const MAX_TURNS = 100;

/** Installs the library while the page is loading, which saves about 50 ms later. */
export function prepareForConsent(page: Page): void {
  const main = page.mainFrame();
  consentLibrary()
    .then((library) => putLibrary(main, true, library))
    // The document was replaced; the new one gets the library later.
    .catch(() => undefined);
}

/**
 * Rejects cookies in the dialog of an idle page, hides the dialog, and waits for the content behind it. Costs 20 to 50 ms
 * without a dialog. Rejects only when `signal` aborts: a page with a dialog is better than none.
 */
export async function dismissConsent(watched: WatchedPage, budgetMs: number, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const over = AbortSignal.timeout(Math.min(PATIENCE_MS, Math.max(0, Math.floor(budgetMs))));
  const found = await settleAll(watched.page, AbortSignal.any([signal, over])).catch(() => false);
  signal.throwIfAborted();
  // A handler of the button may loop without end.
  if (over.aborted) await interruptScript(sessionOf(watched.page.mainFrame()), signal);
  const totalMs = budgetMs - (performance.now() - startedAt);
  if (found && totalMs > 0) {
    await smartWait(watched, { loadMs: LOAD_MS, quietMs: Math.min(REST_MS, totalMs), totalMs }, signal);
  }
}

async function settleAll(page: Page, signal: AbortSignal): Promise<boolean> {
  const library = await consentLibrary();
  const main = page.mainFrame();
  const frames = [main, ...page.frames().filter((frame) => frame !== main)].filter(isWebFrame).slice(0, MAX_FRAMES);
  const settled = await Promise.all(
    frames.map((frame) =>
      settle(frame, frame === main, library, ownSignal(signal)).catch(() => (frame === main ? gone : nothing)),
    ),
  );
  const selectors = [...consentContainers, ...settled.flatMap((frame) => frame.selectors)];
  const found = settled.some(({ outcome }) => outcome !== 'none');
  return await unlessAborted(signal, isolatedWorld(main).evaluate(hideDialogs, { selectors, found }));
}

interface Settled {
  outcome: 'none' | 'closed' | 'stuck';
  selectors: string[];
}

const nothing: Settled = { outcome: 'none', selectors: [] };
/** The button navigated the page, or the page does not respond. */
const gone: Settled = { outcome: 'stuck', selectors: [] };

function isWebFrame(frame: Frame): boolean {
  return /^https?:/.test(frame.url());
}

async function settle(frame: Frame, isMain: boolean, library: ConsentLibrary, signal: AbortSignal): Promise<Settled> {
  const world = isolatedWorld(frame);
  let first = await unlessAborted(signal, world.evaluate(beginConsentSession, LIMITS));
  if (first === undefined) {
    await unlessAborted(signal, putLibrary(frame, isMain, library));
    first = await unlessAborted(signal, world.evaluate(beginConsentSession, LIMITS));
  }
  let turn = ConsentTurn.parse(first);
  for (let turns = 1; turn.kind === 'ask' && turns < MAX_TURNS; turns += 1) {
    const answers = await unlessAborted(
      signal,
      Promise.all(turn.snippets.map((asked) => answer(frame, asked, library))),
    );
    turn = ConsentTurn.parse(await unlessAborted(signal, world.evaluate(continueConsentSession, answers)));
  }
  return turn.kind === 'end' ? turn : nothing;
}

async function putLibrary(frame: Frame, isMain: boolean, library: ConsentLibrary): Promise<void> {
  const rules = JSON.stringify(library.rulesFor(frame.url(), isMain));
  const parts = `{ AutoConsent: ${library.moduleExpression}.default, rules: ${rules} }`;
  await isolatedWorld(frame).evaluate(`void (globalThis.consentParts = ${parts})`);
}

/** Runs a library function in the page's own world. Its result becomes a boolean. */
async function answer(
  frame: Frame,
  { id, name }: { id: string; name: string },
  library: ConsentLibrary,
): Promise<ConsentAnswer> {
  const snippet = library.snippet(name);
  if (snippet === undefined) return { id, result: false };
  const asking = frame.evaluate(`(async () => !!(await (${snippet})()))()`);
  const result: unknown = await within(ANSWER_MS, 'a function of the page', asking).catch(() => false);
  return { id, result: result === true };
}
