import type { LightElement } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';
import { findAround } from './blocks';

const ICON_FONT =
  /(?:^|\s)(?:(?:google-)?material-(?:icons?|symbols)(?:-(?:outlined|round(?:ed)?|sharp|extended|two-tone))?|mat-icon|md-icon|mdc-[\w-]{1,30}__icon)(?:\s|$)/i;
const NAME = /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/;
/** Characters. The longest names of icons have some 40. */
const MAX_NAME = 60;
/** A name of several stars in a row is a rating. */
const STARS = /^(?:star(?:_rate)?)+$/;
const OTHER_STARS = new Map([
  ['star_border', '☆'],
  ['star_outline', '☆'],
  ['star_half', '½'],
]);
/** What tables and lists of features say with icons. */
const YES = new Set(
  'check check_box check_circle check_circle_outline check_small done done_all done_outline task_alt'.split(' '),
);
const NO = new Set(
  (
    'block cancel check_box_outline_blank clear close disabled_by_default do_not_disturb do_not_disturb_on ' +
    'highlight_off not_interested remove remove_circle remove_circle_outline'
  ).split(' '),
);
const CELLS: ReadonlySet<string> = new Set(['TD', 'TH']);
const ITEMS: ReadonlySet<string> = new Set(['LI', 'DD']);
const CONTROLS: ReadonlySet<string> = new Set(['A', 'BUTTON', 'SUMMARY']);
/** Levels around an icon: its text, its line, a card, the row of cards. */
const MAX_LEVELS = 4;
/** Nodes of each. */
const MAX_LOOKED_AT = 200;

/**
 * A font that draws icons shows the text as a picture: `<i class=material-icons>chevron_right</i>`. Returns whether
 * `element` is such an icon that says nothing. One that does becomes a sign.
 */
export function isIdleIcon(element: LightElement): boolean {
  const name = iconName(element);
  if (name === undefined) return false;
  const sign = signOf(name, element);
  if (sign === undefined) return true;
  if (element.firstChild?.nodeType === 3) element.firstChild.data = sign;
  element.nodeName = 'SPAN';
  return false;
}

/** The name of the icon that `element` draws. */
export function iconName(element: LightElement): string | undefined {
  const only = element.firstChild;
  if (only?.nodeType !== 3 || only.nextSibling !== null || only.data.length > MAX_NAME) return undefined;
  if (element.localName !== 'mat-icon' && !ICON_FONT.test(element.getAttribute('class') ?? '')) return undefined;
  const name = only.data.trim();
  return NAME.test(name) ? name : undefined;
}

/** Stars stand beside each other; yes and no stand apart from the word that they are about. */
function signOf(name: string, icon: LightElement): string | undefined {
  if (STARS.test(name)) return '★'.repeat(name.split('star').length - 1);
  if (YES.has(name)) return ' ✓ ';
  if (NO.has(name)) return meansNo(icon) ? ' ✗ ' : undefined;
  return OTHER_STARS.get(name);
}

/** And does not close a window: a list that shows only what it says yes to would say it to everything. */
function meansNo(icon: LightElement): boolean {
  if (findAround(icon, CELLS) !== undefined) return true;
  if (findAround(icon, CONTROLS) !== undefined) return false;
  const before = icon.previousSibling;
  if (before?.nodeType === 3 && /[:：]\s?$/.test(before.data)) return true;
  return findAround(icon, ITEMS) !== undefined || hasYesBeside(icon);
}

function hasYesBeside(icon: LightElement): boolean {
  let around = icon.parentNode;
  for (let level = 0; level < MAX_LEVELS && around !== null; level++) {
    let node = around.firstChild;
    for (let looked = 0; looked < MAX_LOOKED_AT && node !== null; looked++) {
      if (node.nodeType === 3 ? node.data.trim() === '✓' : YES.has(iconName(node) ?? '')) return true;
      node = nextNode(node, around);
    }
    around = around.parentNode;
  }
  return false;
}
