import { type LightElement, LightText } from '../../tree/light-node';
import { detach, elementsOf, textOf } from '../../tree/walk';
import { isLongerThan } from './blocks';

/** Longer lists, such as countries, are reduced to the selected option. */
const MAX_OPTIONS = 20;
const MAX_TEXT = 300;
const COPY = /^\s*cop(?:y|ied)\b/i;
const MAX_BUTTON_TEXT = 30;

export function prepareSelect(select: LightElement): void {
  const options: string[] = [];
  let selected: string | undefined;
  for (const option of elementsOf(select)) {
    if (option.localName !== 'option') continue;
    const text = textOf(option).replace(/\s+/g, ' ').trim() || (option.getAttribute('label')?.trim() ?? '');
    if (text === '') continue;
    if (options.length <= MAX_OPTIONS) options.push(text);
    if (option.getAttribute('selected') !== null) selected ??= text;
  }
  const line = options.join(', ');
  const isShort = options.length <= MAX_OPTIONS && line.length <= MAX_TEXT;
  const text = isShort ? line : (selected?.slice(0, MAX_TEXT) ?? '');
  empty(select);
  if (text !== '') select.appendChild(new LightText(` ${text} `));
}

/** Empties the copy buttons of code blocks. */
export function prepareButton(button: LightElement): void {
  if (!isLongerThan(button, MAX_BUTTON_TEXT) && COPY.test(textOf(button)))
    for (const child of button.childNodes) detach(child);
}

/** Removes the content of a text field, which visitors replace. */
export function empty(element: LightElement): void {
  for (const child of element.childNodes) detach(child);
  element.nodeName = 'SPAN';
}
