import { unlessAborted } from '@orbweaver/core';
import type { CDPSession, Page } from 'puppeteer-core';
import { pause, within } from '../../bounds/until';
import { isolatedWorld } from '../isolated-world';

/** Time for each step. A page that resists longer is stuck outside of its scripts and is given up at its deadline. */
const STEP_MS = 1_000;
/** Time for the parser to take in what has arrived; a document that keeps coming would keep it busy for ever. */
const PARSE_MS = 250;
const POLL_MS = 25;

/** Ends the running script. The next one may run. */
export async function interruptScript(session: CDPSession, signal: AbortSignal): Promise<void> {
  // DevTools answers this outside of the page's main thread, which may be in a loop.
  await attempt('Runtime.terminateExecution', session.send('Runtime.terminateExecution'), signal);
}

/**
 * Ends all scripts for good and all loading, so that the page can be read as it stands. Data that has arrived is parsed
 * first. Rejects only when `signal` aborts.
 */
export async function freezePage(page: Page, session: CDPSession, signal: AbortSignal): Promise<void> {
  const disabled = session.send('Emulation.setScriptExecutionDisabled', { value: true });
  // The deadline may pass before this promise is awaited, and an unhandled rejection would end the process.
  disabled.catch(() => undefined);
  await interruptScript(session, signal);
  await attempt('Emulation.setScriptExecutionDisabled', disabled, signal);
  await attempt('the rest of the document', parsed(page, signal), signal);
  await attempt('Page.stopLoading', session.send('Page.stopLoading'), signal);
}

async function parsed(page: Page, signal: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + PARSE_MS;
  const isLoading = (): boolean =>
    Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')!.get!.call(document) === 'loading';
  while (performance.now() < giveUpAt && (await isolatedWorld(page.mainFrame()).evaluate(isLoading))) {
    await pause(POLL_MS, signal);
  }
}

async function attempt(what: string, work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await unlessAborted(signal, within(STEP_MS, what, work)).catch(() => signal.throwIfAborted());
}
