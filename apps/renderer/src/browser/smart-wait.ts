import type { Page } from 'puppeteer-core';
import { pause, until } from '../until';

/** No request for this long: scripts that load more usually do so at once. */
const NETWORK_QUIET_MS = 300;
/** No change of the tree for this long: what a script draws after its last answer is there. */
const DOM_QUIET_MS = 250;
const POLL_MS = 50;

/**
 * Waits until the page seems finished: nothing on the network and nothing moving in the tree. Pages that never
 * come to rest (tickers, polling) are taken as they are after `budgetMs`.
 */
export async function smartWait(page: Page, budgetMs: number, signal: AbortSignal): Promise<void> {
  if (budgetMs <= 0) return;
  const budget = new AbortController();
  const timer = setTimeout(() => budget.abort(), budgetMs);
  const either = AbortSignal.any([signal, budget.signal]);
  try {
    const quiet = Promise.all([
      page.waitForNetworkIdle({ idleTime: NETWORK_QUIET_MS, timeout: budgetMs, signal: either }),
      domQuiet(page, either),
    ]);
    await until(either, quiet);
  } catch (error) {
    signal.throwIfAborted();
    // The budget is spent, or the page was replaced once more: the capture looks at what is there now.
    if (page.isClosed()) throw error;
  } finally {
    clearTimeout(timer);
    budget.abort();
  }
}

async function domQuiet(page: Page, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await until(signal, page.evaluate(waitForQuietTree, DOM_QUIET_MS));
      return;
    } catch (error) {
      // The page went on to another document while we looked at the first.
      if (page.isClosed()) throw error;
      await pause(POLL_MS, signal);
    }
  }
}

/** Runs in the page. */
function waitForQuietTree(quietMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(finish, quietMs);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
