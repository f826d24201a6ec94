import type { LightElement } from '../../tree/light-node';
import { findAround } from './blocks';

const ICON_FONT =
  /(?:^|\s)(?:(?:google-)?material-(?:icons?|symbols)(?:-(?:outlined|round(?:ed)?|sharp|extended|two-tone))?|mat-icon|md-icon|mdc-[\w-]{1,30}__icon)(?:\s|$)/i;
const NAME = /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/;
/** Characters. The longest names of icons have some 40. */
const MAX_NAME = 60;
/** A name of several stars in a row is a rating. */
const STARS = /^(?:star(?:_rate)?)+$/;
const CELLS: ReadonlySet<string> = new Set(['TD', 'TH']);
/** Icons that are all that a cell of a table says. */
const YES = new Set('check check_circle check_circle_outline done done_all task_alt'.split(' '));
const NO = new Set('cancel clear close remove'.split(' '));

/**
 * A font that draws icons shows the text as a picture: `<i class=material-icons>chevron_right</i>`. Returns whether
 * `element` is such an icon that says nothing. One that does becomes a sign.
 */
export function isIdleIcon(element: LightElement): boolean {
  const only = element.firstChild;
  if (only?.nodeType !== 3 || only.nextSibling !== null || only.data.length > MAX_NAME) return false;
  if (element.localName !== 'mat-icon' && !ICON_FONT.test(element.getAttribute('class') ?? '')) return false;
  const name = only.data.trim();
  if (!NAME.test(name)) return false;
  const sign = signOf(name, element);
  if (sign === undefined) return true;
  only.data = sign;
  element.nodeName = 'SPAN';
  return false;
}

function signOf(name: string, icon: LightElement): string | undefined {
  if (STARS.test(name)) return '★'.repeat(name.split('star').length - 1);
  if (name === 'star_border' || name === 'star_outline') return '☆';
  if (YES.has(name)) return '✓';
  return NO.has(name) && findAround(icon, CELLS) !== undefined ? '✗' : undefined;
}
