import type { ActionStep } from './action-step';

/** By one screen, of the window or of the element named. */
export const scroll: ActionStep<'scroll'> = async ({ page }, { direction, selector }) => {
  const sign = direction === 'down' ? 1 : -1;
  if (selector === undefined) {
    await page.evaluate((by) => window.scrollBy(0, by * window.innerHeight), sign);
    return;
  }
  const element = await page.$(selector);
  if (element === null) throw new Error(`no element matches ${selector}`);
  await element.evaluate((node, by) => node.scrollBy(0, by * node.clientHeight), sign);
  await element.dispose();
};
