import { pause } from '../bounds/until';
import type { ActionStep } from './action-step';
import { locateElement } from './find-elements';
import { REPORT_MS } from './patience';

export const wait: ActionStep<'wait'> = async ({ page, remainingMs, signal }, { milliseconds, selector }) => {
  if (selector === undefined) {
    await pause(milliseconds ?? 0, signal);
    return;
  }
  const patienceMs = Math.max(0, remainingMs() - REPORT_MS);
  const element = await locateElement(page, selector, patienceMs, signal);
  if (element === undefined)
    throw new Error(`no element matched ${selector} within ${Math.round(patienceMs)} ms, the time left for the page`);
  element.dispose().catch(() => undefined);
};
