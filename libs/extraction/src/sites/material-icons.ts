import type { LightElement } from '../tree/light-node';

const ICON_FONT =
  /(?:^|\s)(?:(?:google-)?material-(?:icons?|symbols)(?:-(?:outlined|round(?:ed)?|sharp|extended|two-tone))?|mat-icon|md-icon|mdc-[\w-]{1,30}__icon)(?:\s|$)/i;
const LIGATURE = /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/;
const MAX_LIGATURE_LENGTH = 60;

/** Whether the text of an element is the name of an icon that a font draws: `<i class=material-icons>chevron_right</i>`. */
export function isFontIcon(element: LightElement): boolean {
  const only = element.firstChild;
  if (only?.nodeType !== 3 || only.nextSibling !== null || only.data.length > MAX_LIGATURE_LENGTH) return false;
  if (element.localName !== 'mat-icon' && !ICON_FONT.test(element.getAttribute('class') ?? '')) return false;
  return LIGATURE.test(only.data.trim());
}
