import { until } from '../until';
import type { ActionStep } from './action-step';

/** Typed key by key, as pages that react to keys expect; each costs a round trip. */
const MAX_TYPED = 1_000;

/** Into the element that has the focus: a click comes before. */
export const write: ActionStep<'write'> = async ({ page: { keyboard }, signal }, { text }) => {
  const characters = [...text.replaceAll('\r\n', '\n')];
  for (const character of characters.slice(0, MAX_TYPED)) await until(signal, keyboard.type(character));
  const rest = characters.slice(MAX_TYPED).join('');
  if (rest !== '') await until(signal, keyboard.sendCharacter(rest));
};
