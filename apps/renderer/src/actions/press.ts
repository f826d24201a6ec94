import { unlessAborted } from '@orbweaver/core';
import type { KeyInput } from 'puppeteer-core';
import type { ActionStep } from './action-step';

/** Key names of other tools and keyboards. */
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

const named = new Map(
  [
    'Enter Tab Backspace Delete Insert Escape Space Home End PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight',
    'Control Shift Alt Meta AltGraph CapsLock NumLock ScrollLock Pause PrintScreen ContextMenu Help Clear Cancel',
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name.toLowerCase(), name as KeyInput]),
);

/** Presses a key by its DOM name (`Enter`, `KeyA`, `a`), with held modifiers before it: `Control+Shift+a`. */
export const press: ActionStep<'press'> = async ({ page: { keyboard }, signal }, { key }) => {
  const keys = split(key).map(keyOf);
  const last = keys.pop();
  if (last === undefined) throw new Error('`key` is empty');
  const held: KeyInput[] = [];
  try {
    for (const modifier of keys) {
      await unlessAborted(signal, keyboard.down(modifier));
      held.push(modifier);
    }
    // The keyboard layout lacks this character, so it is inserted.
    if ([...last].length === 1 && !/^[ -~]$/.test(last)) await unlessAborted(signal, keyboard.sendCharacter(last));
    else await unlessAborted(signal, keyboard.press(last));
  } catch (error) {
    signal.throwIfAborted();
    throw /Unknown key/i.test(String(error)) ? new Error(`unknown key ${key}`, { cause: error }) : error;
  } finally {
    for (const modifier of held.reverse()) await unlessAborted(signal, keyboard.up(modifier));
  }
};

/** Splits at plus signs; a plus sign at the end is a key. */
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
