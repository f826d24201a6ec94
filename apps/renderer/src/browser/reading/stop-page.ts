import { unlessAborted } from '@orbweaver/core';
import type { CDPSession, Page } from 'puppeteer-core';
import { pause, within } from '../../bounds/until';
import type { IsolatedPage } from '../isolated-page';
import { isolatedWorld } from '../isolated-world';
import { hasContent } from './has-content';
import type { PageActivity } from './page-activity';

/** Time limit of each step. A page that takes longer is stuck outside of its scripts, until its deadline. */
const STEP_MS = 1_000;
/** Time limit for parsing arrived data; an endless document would keep the parser busy. */
const PARSE_MS = 250;
/** The same for a page without content yet: it may have just replaced another, and the machine may be busy. */
const EMPTY_MS = 4_000;
const POLL_MS = 25;
const ARRIVAL_MS = 500;

export async function interruptScript(session: CDPSession, signal: AbortSignal): Promise<void> {
  // DevTools handles this outside of the page's main thread, which may be in a loop.
  await attempt('Runtime.terminateExecution', session.send('Runtime.terminateExecution'), signal);
}

/** Blocks navigation, so that the page can be read. A pending one may still end. Rejects only when `signal` aborts. */
export async function stayOnDocument(
  { gate }: Pick<IsolatedPage, 'gate'>,
  activity: PageActivity,
  signal: AbortSignal,
): Promise<void> {
  gate.refuseDocuments();
  // The response to an earlier request still replaces the document.
  const giveUpAt = performance.now() + ARRIVAL_MS;
  while (activity.isNavigating() && performance.now() < giveUpAt) await pause(POLL_MS, signal);
}

/** Stops all scripts and loading, so that the page can be read. Arrived data is parsed first. Rejects only on abort. */
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
    if (await hasContent(page)) return elapsedMs() > PARSE_MS;
    patienceMs = EMPTY_MS;
    return false;
  };
  // Rejects when the document is replaced.
  const look = () => within(STEP_MS, 'the rest of the document', isOver()).catch(() => false);
  while (elapsedMs() < patienceMs && !(await unlessAborted(signal, look()))) await pause(POLL_MS, signal);
}

function isLoading(): boolean {
  return Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')!.get!.call(document) === 'loading';
}

async function attempt(what: string, work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await unlessAborted(signal, within(STEP_MS, what, work)).catch(() => signal.throwIfAborted());
}
