import { unlessAborted } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { isolatedWorld } from '../browser/isolated-world';
import type { ActionStep } from './action-step';

/** Longest text that is typed key by key, as pages that react to keys expect; each key costs a round trip. */
const MAX_TYPED = 1_000;

/** Types into the focused element; a click action sets the focus. */
export const write: ActionStep<'write'> = async ({ page, output, signal }, { text }) => {
  const { keyboard } = page;
  // Not a failure: some pages listen to the keyboard wherever the focus is.
  if (!(await unlessAborted(signal, hasFocus(page)))) {
    output.warnings.push('A text was written while no element had the focus; an action click before gives it one.');
  }
  const characters = [...text.replaceAll('\r\n', '\n')];
  for (const character of characters.slice(0, MAX_TYPED)) await unlessAborted(signal, keyboard.type(character));
  const rest = characters.slice(MAX_TYPED).join('');
  if (rest !== '') await unlessAborted(signal, keyboard.sendCharacter(rest));
};

/** Tells whether an element or frame has the focus. A body counts only when it is editable. */
async function hasFocus(page: Page): Promise<boolean> {
  return await isolatedWorld(page.mainFrame()).evaluate(() => {
    const read = (name: string): unknown =>
      Object.getOwnPropertyDescriptor(Document.prototype, name)!.get!.call(document);
    const active = read('activeElement');
    const isBare = active === null || active === read('body') || active === read('documentElement');
    return !isBare || read('designMode') === 'on' || (active instanceof HTMLElement && active.isContentEditable);
  });
}
