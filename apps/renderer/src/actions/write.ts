import { unlessAborted } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { isolatedWorld } from '../browser/isolated-world';
import type { ActionStep } from './action-step';

/** Maximum text that is typed key by key, as scripts expect; each key costs a round trip. The rest is inserted. */
const MAX_TYPED = 1_000;

/** Types into the focused element; a click action sets the focus. */
export const write: ActionStep<'write'> = async ({ page, output, signal }, { text }) => {
  const { keyboard } = page;
  // Only a warning: some pages handle keys without focus.
  if (!(await unlessAborted(signal, hasFocus(page)))) {
    output.warnings.push('Text was written while no element had the focus. Add a `click` on the field before it.');
  }
  const characters = [...text.replaceAll('\r\n', '\n')];
  for (const character of characters.slice(0, MAX_TYPED)) await unlessAborted(signal, keyboard.type(character));
  const rest = characters.slice(MAX_TYPED).join('');
  if (rest !== '') await unlessAborted(signal, keyboard.sendCharacter(rest));
};

/** Whether an element or frame has the focus. A body counts only if it is editable. */
async function hasFocus(page: Page): Promise<boolean> {
  return await isolatedWorld(page.mainFrame()).evaluate(() => {
    const read = (name: string): unknown =>
      Object.getOwnPropertyDescriptor(Document.prototype, name)!.get!.call(document);
    const active = read('activeElement');
    const isBare = active === null || active === read('body') || active === read('documentElement');
    return !isBare || read('designMode') === 'on' || (active instanceof HTMLElement && active.isContentEditable);
  });
}
