import { unlessAborted } from '@orbweaver/core';
import type { CDPSession, Page } from 'puppeteer-core';
import { pause, within } from '../../bounds/until';
import type { IsolatedPage } from '../isolated-page';
import { isolatedWorld } from '../isolated-world';
import type { PageActivity } from './page-activity';
import { showsAnything } from './shows-anything';

/** Time for each step. A page that resists longer is stuck outside of its scripts and is given up at its deadline. */
const STEP_MS = 1_000;
/** Time for the parser to take in what has arrived; a document that keeps coming would keep it busy for ever. */
const PARSE_MS = 250;
/** The same when it shows nothing yet: it may have replaced another just now, and a busy machine takes its time. */
const EMPTY_MS = 4_000;
const POLL_MS = 25;
/** Time for the answer to a request for another document. A page that is not there by then stays where it is. */
const ARRIVAL_MS = 500;

/** Ends the running script. The next one may run. */
export async function interruptScript(session: CDPSession, signal: AbortSignal): Promise<void> {
  // DevTools answers this outside of the page's main thread, which may be in a loop.
  await attempt('Runtime.terminateExecution', session.send('Runtime.terminateExecution'), signal);
}

/**
 * Keeps the page on one document, so that it can be read: the one that is coming, else the present one. Rejects only
 * when `signal` aborts.
 */
export async function stayOnDocument(
  { gate }: Pick<IsolatedPage, 'gate'>,
  activity: PageActivity,
  signal: AbortSignal,
): Promise<void> {
  gate.refuseDocuments();
  // The answer to an earlier request still replaces the document.
  const giveUpAt = performance.now() + ARRIVAL_MS;
  while (activity.isNavigating() && performance.now() < giveUpAt) await pause(POLL_MS, signal);
}

/**
 * Ends all scripts for good and all loading, so that the page can be read as it stands. Data that has arrived is parsed
 * first. Rejects only when `signal` aborts.
 */
export async function freezePage(
  { page, session, gate }: Pick<IsolatedPage, 'page' | 'session' | 'gate'>,
  activity: PageActivity,
  signal: AbortSignal,
): Promise<void> {
  const disabled = session.send('Emulation.setScriptExecutionDisabled', { value: true });
  // The deadline may pass before this promise is awaited, and an unhandled rejection would end the process.
  disabled.catch(() => undefined);
  await interruptScript(session, signal);
  await attempt('Emulation.setScriptExecutionDisabled', disabled, signal);
  await stayOnDocument({ gate }, activity, signal);
  await parsed(page, signal);
  await attempt('Page.stopLoading', session.send('Page.stopLoading'), signal);
}

async function parsed(page: Page, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  let patienceMs = STEP_MS;
  const isOver = async (): Promise<boolean> => {
    if (!(await isolatedWorld(page.mainFrame()).evaluate(isLoading))) return true;
    if (await showsAnything(page)) return elapsedMs() > PARSE_MS;
    patienceMs = EMPTY_MS;
    return false;
  };
  // It rejects when another document takes the place of the one that it looks at.
  const look = () => within(STEP_MS, 'the rest of the document', isOver()).catch(() => false);
  while (elapsedMs() < patienceMs && !(await unlessAborted(signal, look()))) await pause(POLL_MS, signal);
}

/** Runs in the isolated world of a page. */
function isLoading(): boolean {
  return Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')!.get!.call(document) === 'loading';
}

async function attempt(what: string, work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await unlessAborted(signal, within(STEP_MS, what, work)).catch(() => signal.throwIfAborted());
}
