import type { Page } from 'puppeteer-core';
import { isolatedWorld } from '../browser/isolated-world';
import { until } from '../until';
import type { ActionStep } from './action-step';
import { findElement } from './find-elements';

const PATIENCE_MS = 3_000;

/** By one screen, of the window or of the element named. */
export const scroll: ActionStep<'scroll'> = async ({ page, signal }, { direction, selector }) => {
  const sign = direction === 'down' ? 1 : -1;
  if (selector === undefined) {
    await until(signal, scrollWindow(page, sign));
    return;
  }
  const element = await findElement(page, selector, PATIENCE_MS, signal);
  if (element === undefined) throw new Error(`no element matches ${selector}`);
  await until(
    signal,
    element.evaluate((node, by) => node.scrollBy({ top: by * node.clientHeight, behavior: 'instant' }), sign),
  );
  element.dispose().catch(() => undefined);
};

async function scrollWindow(page: Page, sign: number): Promise<void> {
  await isolatedWorld(page.mainFrame()).evaluate(scrollByScreen, sign);
}

/** Runs in the isolated world of a page. Where the window itself has next to nothing to scroll, the box in its middle is scrolled. */
function scrollByScreen(sign: number): void {
  const root = Object.getOwnPropertyDescriptor(Document.prototype, 'scrollingElement')!.get!.call(document);
  const by = { top: sign * window.innerHeight, behavior: 'instant' } as const;
  if (root === null || root.scrollHeight > window.innerHeight * 1.05) {
    window.scrollBy(by);
    return;
  }
  let element: Element | null = Document.prototype.elementFromPoint.call(
    document,
    window.innerWidth / 2,
    window.innerHeight / 2,
  );
  while (element !== null) {
    const { overflowY } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) {
      element.scrollBy({ top: sign * element.clientHeight, behavior: 'instant' });
      return;
    }
    element = element.parentElement;
  }
}
