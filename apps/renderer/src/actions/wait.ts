import { pause } from '../until';
import type { ActionStep } from './action-step';

export const wait: ActionStep<'wait'> = async ({ page, signal }, { milliseconds, selector }) => {
  // Without a time limit of its own: the deadline of the page ends it.
  if (selector !== undefined) await page.waitForSelector(selector, { timeout: 0, signal });
  else await pause(milliseconds ?? 0, signal);
};
