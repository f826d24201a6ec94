import type { Frame, Page } from 'puppeteer-core';
import { ownSignal, until, within } from '../../until';
import { isolatedWorld, sessionOf } from '../isolated-world';
import { smartWait, type WatchedPage } from '../reading/smart-wait';
import { interruptScript } from '../reading/stop-page';
import { consentContainers } from './consent-containers';
import { type ConsentLibrary, consentLibrary } from './consent-library';
import {
  beginConsentTalk,
  type ConsentAnswer,
  type ConsentLimits,
  ConsentTurn,
  continueConsentTalk,
} from './consent-talk';
import { hideDialogs } from './hide-dialogs';

const LIMITS: ConsentLimits = { detectMs: 500, appearMs: 250, closeMs: 2_000 };
/** For the whole of it, answers of a busy page included. */
const PATIENCE_MS = 3_500;
/** The library gives up after the same time. */
const ANSWER_MS = 1_000;
/** For what the page shows or loads once it has its answer. */
const REST_MS = 2_000;
/** For another document, with which some pages answer. */
const LOAD_MS = 5_000;
/** Some dialogs live in frames; pages with many more frames show feeds. */
const MAX_FRAMES = 6;
/** A frame asks a handful of times. */
const MAX_TURNS = 100;

/** Puts what is needed into the page while that is still busy with itself: some 50 ms less to wait for later. */
export function prepareForConsent(page: Page): void {
  const main = page.mainFrame();
  consentLibrary()
    .then((library) => putLibrary(main, true, library))
    // The document was replaced meanwhile: it will be done later then.
    .catch(() => undefined);
}

/**
 * Refuses cookies in the dialog that a page at rest shows, takes it out of sight, and waits for what the page held
 * back. A page without a dialog costs a look at its tree: 20 to 50 ms. Rejects only when `signal` aborts: a dialog that
 * stays is better than no page.
 */
export async function dismissConsent(watched: WatchedPage, budgetMs: number, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const over = AbortSignal.timeout(Math.min(PATIENCE_MS, Math.max(0, Math.floor(budgetMs))));
  const found = await settleAll(watched.page, AbortSignal.any([signal, over])).catch(() => false);
  signal.throwIfAborted();
  // A button, or what the library looks at, may hold a loop that never ends.
  if (over.aborted) await interruptScript(sessionOf(watched.page.mainFrame()), signal);
  const totalMs = budgetMs - (performance.now() - startedAt);
  if (found && totalMs > 0) {
    await smartWait(watched, { loadMs: LOAD_MS, quietMs: Math.min(REST_MS, totalMs), totalMs }, signal);
  }
}

/** Whether there was a dialog to be seen. */
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
  return await until(signal, isolatedWorld(main).evaluate(hideDialogs, { selectors, found }));
}

interface Settled {
  outcome: 'none' | 'closed' | 'stuck';
  selectors: string[];
}

const nothing: Settled = { outcome: 'none', selectors: [] };
/** The button has led to another document, or the page does not answer. */
const gone: Settled = { outcome: 'stuck', selectors: [] };

function isWebFrame(frame: Frame): boolean {
  return /^https?:/.test(frame.url());
}

async function settle(frame: Frame, isMain: boolean, library: ConsentLibrary, signal: AbortSignal): Promise<Settled> {
  const world = isolatedWorld(frame);
  let first = await until(signal, world.evaluate(beginConsentTalk, LIMITS));
  if (first === undefined) {
    await until(signal, putLibrary(frame, isMain, library));
    first = await until(signal, world.evaluate(beginConsentTalk, LIMITS));
  }
  let turn = ConsentTurn.parse(first);
  for (let turns = 1; turn.kind === 'ask' && turns < MAX_TURNS; turns += 1) {
    const answers = await until(signal, Promise.all(turn.snippets.map((asked) => answer(frame, asked, library))));
    turn = ConsentTurn.parse(await until(signal, world.evaluate(continueConsentTalk, answers)));
  }
  return turn.kind === 'end' ? turn : nothing;
}

async function putLibrary(frame: Frame, isMain: boolean, library: ConsentLibrary): Promise<void> {
  const rules = JSON.stringify(library.rulesFor(frame.url(), isMain));
  const parts = `{ AutoConsent: ${library.moduleExpression}.default, rules: ${rules} }`;
  await isolatedWorld(frame).evaluate(`void (globalThis.consentParts = ${parts})`);
}

/** Runs a function of the library among the page's scripts. Whatever they make of it, what comes back is yes or no. */
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
