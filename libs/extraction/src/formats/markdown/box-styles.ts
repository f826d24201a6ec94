import type { LightElement } from '../../tree/light-node';

/** Characters of a style and of classes that are looked at. */
const MAX_CHARS = 300;
const DISPLAY = /display\s{0,9}:\s{0,9}(?:block|(?:inline-)?flex|(?:inline-)?grid|table|list-item)\b/i;
/** As Tailwind, Bootstrap and Bulma have it: `block`, `md:flex`, `d-md-block`, `is-flex`. */
const DISPLAY_CLASS =
  /(?:^|\s)(?:[a-z\d-]{1,8}:)?(?:d-(?:[a-z]{2,3}-)?|is-)?(?:block|(?:inline-)?flex|(?:inline-)?grid)(?=\s|$)/;
/** Shown on wide screens only, the end of a word that is short on others: `Mon<span class="hidden md:block">day</span>`. */
const HIDDEN_CLASS = /(?:^|\s)(?:(?:is-)?hidden|d-none)(?=\s|$)/;
/** Margins and paddings on that side: `ml-2`, `px-3`, `ms-auto`. */
const SPACE_CLASS = {
  left: /(?:^|\s)(?:[a-z\d-]{1,8}:)?[mp][xls]?-(?:[1-9]|auto\b|\[)/,
  right: /(?:^|\s)(?:[a-z\d-]{1,8}:)?[mp][xre]?-(?:[1-9]|auto\b|\[)/,
};

const FLEX = /display\s{0,9}:\s{0,9}(?:inline-)?(?:flex|grid)\b/i;
/** As `DISPLAY_CLASS`, of what lays out its children. */
const FLEX_CLASS = /(?:^|\s)(?:[a-z\d-]{1,8}:)?(?:d-(?:[a-z]{2,3}-)?|is-)?(?:inline-)?(?:flex|grid)(?=\s|$)/;
/** Styles that leave white space between children, or give each a line: `gap-2`, `justify-content-between`, `flex-col`. */
const SPREAD =
  /(?:^|[;\s])(?:(?:column-)?gap\s{0,9}:\s{0,9}(?:0?\.)?[1-9]|justify-content\s{0,9}:\s{0,9}space-|flex-direction\s{0,9}:\s{0,9}column)/i;
const SPREAD_CLASS =
  /(?:^|\s)(?:[a-z\d-]{1,8}:)?(?:(?:gap(?:-x)?|space-x)-(?:0\.)?(?:[1-9]|\[)|justify-(?:content-)?(?:between|around|evenly)(?=\s|$)|flex-col(?:umn)?(?=\s|$))/;

/** How styles lay out the children of an element: with white space between them, in boxes that may touch, or as a line. */
export type Layout = 'spread' | 'boxes' | 'line';

export function layoutOf(element: LightElement): Layout {
  const style = element.getAttribute('style')?.slice(0, MAX_CHARS) ?? '';
  const classes = element.getAttribute('class')?.slice(0, MAX_CHARS) ?? '';
  // Without these a gap is none: `<p class=gap-2>Orb<span>weaver</span>`.
  if (!FLEX_CLASS.test(classes) && !FLEX.test(style)) return 'line';
  return SPREAD_CLASS.test(classes) || SPREAD.test(style) ? 'spread' : 'boxes';
}

/** Whether the style attribute makes it a line of its own. */
export function isBlockByAttribute(element: LightElement): boolean {
  return DISPLAY.test(element.getAttribute('style')?.slice(0, MAX_CHARS) ?? '');
}

/** Whether the styles that are written with an element make it a line of its own, or leave white space on that side. */
export function isBoxByStyle(element: LightElement, side: 'left' | 'right'): boolean {
  if (isBlockByAttribute(element)) return true;
  const classes = element.getAttribute('class')?.slice(0, MAX_CHARS) ?? '';
  return (DISPLAY_CLASS.test(classes) && !HIDDEN_CLASS.test(classes)) || SPACE_CLASS[side].test(classes);
}
