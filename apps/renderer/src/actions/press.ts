import type { KeyInput } from 'puppeteer-core';
import type { ActionStep } from './action-step';

/** A key by its DOM name (`Enter`, `ArrowDown`, `a`), with modifiers before it: `Control+a`. */
export const press: ActionStep<'press'> = async ({ page }, { key }) => {
  const names = key.length > 1 ? key.split('+').filter((name) => name !== '') : [key];
  const last = names.pop() as KeyInput;
  for (const modifier of names) await page.keyboard.down(modifier as KeyInput);
  await page.keyboard.press(last);
  for (const modifier of names.reverse()) await page.keyboard.up(modifier as KeyInput);
};
