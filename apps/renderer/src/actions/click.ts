import type { ElementHandle } from 'puppeteer-core';
import type { ActionStep } from './action-step';

export const click: ActionStep<'click'> = async ({ page }, { selector, all }) => {
  if (all) {
    for (const element of await page.$$(selector)) await clickOn(element);
    return;
  }
  const element = await page.$(selector);
  if (element === null) throw new Error(`no element matches ${selector}`);
  await clickOn(element);
};

/** With the mouse, as a visitor would; an element that is hidden or covered gets the event alone. */
async function clickOn(element: ElementHandle<Element>): Promise<void> {
  try {
    await element.click();
  } catch (error) {
    if (!/not clickable|not an Element|detached/i.test(String(error))) throw error;
    await element.evaluate((node) => (node as HTMLElement).click());
  } finally {
    await element.dispose().catch(() => undefined);
  }
}
