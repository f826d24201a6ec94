import { type LightElement, LightText } from '../../tree/light-node';
import { detach, elementsOf, textOf } from '../../tree/walk';
import { isLongerThan } from './blocks';

/** Options. A product has a few sizes; hundreds of countries are no content. */
const MAX_OPTIONS = 20;
/** Characters of them. */
const MAX_TEXT = 300;
const COPY = /^\s*cop(?:y|ied)\b/i;
/** Characters. */
const MAX_COPY_TEXT = 30;

/** What one can choose from, as one line; of long lists what is chosen. */
export function prepareSelect(select: LightElement): void {
  const options: string[] = [];
  const chosen: string[] = [];
  for (const option of elementsOf(select)) {
    const isChosen = chosen.length === 0 && option.getAttribute('selected') !== null;
    if (option.localName !== 'option' || (options.length > MAX_OPTIONS && !isChosen)) continue;
    const text = textOf(option).replace(/\s+/g, ' ').trim() || (option.getAttribute('label')?.trim() ?? '');
    if (text !== '' && options.length <= MAX_OPTIONS) options.push(text);
    if (text !== '' && isChosen) chosen.push(text);
  }
  const line = options.join(', ');
  for (const child of select.childNodes) detach(child);
  select.nodeName = 'SPAN';
  const isShort = options.length <= MAX_OPTIONS && line.length <= MAX_TEXT;
  const shown = isShort ? line : (chosen[0]?.slice(0, MAX_TEXT) ?? '');
  if (shown !== '') select.appendChild(new LightText(` ${shown} `));
}

/** The buttons beside listings. */
export function prepareButton(button: LightElement): void {
  if (isLongerThan(button, MAX_COPY_TEXT) || !COPY.test(textOf(button))) return;
  for (const child of button.childNodes) detach(child);
}
