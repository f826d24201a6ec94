import type { ActionStep } from './action-step';

/** Into the element that has the focus: a click comes before. */
export const write: ActionStep<'write'> = async ({ page }, { text }) => {
  await page.keyboard.type(text);
};
