import type { KeyInput } from 'puppeteer-core';
import { until } from '../until';
import type { ActionStep } from './action-step';

/** Names that other tools and keyboards use for them. */
const aliases: Record<string, KeyInput> = {
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  ins: 'Insert',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pgup: 'PageUp',
  pgdown: 'PageDown',
  pgdn: 'PageDown',
  spacebar: 'Space',
  ctrl: 'Control',
  controlormeta: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  win: 'Meta',
  super: 'Meta',
  option: 'Alt',
};

/** As in the DOM; written in whatever case. */
const named = new Map(
  [
    'Enter Tab Backspace Delete Insert Escape Space Home End PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight',
    'Control Shift Alt Meta AltGraph CapsLock NumLock ScrollLock Pause PrintScreen ContextMenu Help Clear Cancel',
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name.toLowerCase(), name as KeyInput]),
);

/** A key by its DOM name (`Enter`, `ArrowDown`, `KeyA`, `a`), with others held down before it: `Control+Shift+a`. */
export const press: ActionStep<'press'> = async ({ page: { keyboard }, signal }, { key }) => {
  const keys = split(key).map(keyOf);
  const last = keys.pop();
  if (last === undefined) throw new Error('the name of the key is empty');
  const held: KeyInput[] = [];
  try {
    for (const modifier of keys) {
      await until(signal, keyboard.down(modifier));
      held.push(modifier);
    }
    // A character that is on no key of the layout: it can only be entered.
    if ([...last].length === 1 && !/^[ -~]$/.test(last)) await until(signal, keyboard.sendCharacter(last));
    else await until(signal, keyboard.press(last));
  } catch (error) {
    signal.throwIfAborted();
    throw /Unknown key/i.test(String(error)) ? new Error(`there is no key ${key}`, { cause: error }) : error;
  } finally {
    for (const modifier of held.reverse()) await until(signal, keyboard.up(modifier));
  }
};

/** At the plus signs, but one at the end is a key itself. */
function split(key: string): string[] {
  if ([...key].length <= 1) return key === '' ? [] : [key];
  const names = key.split('+');
  return key.endsWith('++') ? [...names.slice(0, -2), '+'] : names;
}

function keyOf(name: string): KeyInput {
  const lower = name.trim().toLowerCase();
  if (/^f\d{1,2}$/.test(lower)) return lower.toUpperCase() as KeyInput;
  return aliases[lower] ?? named.get(lower) ?? (name as KeyInput);
}
