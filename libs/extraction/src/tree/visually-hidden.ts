import { classesOf } from './classes-of';
import type { LightElement } from './light-node';

/** What the usual kits of styles call it. */
const HIDDEN =
  /(?:^|[\s_-])(?:sr-?(?:only|text|clipped)|(?:mm-)?sronly|visually-?hidden|hidden-?visually|screen-?reader(?:-?(?:text|only))?|clipped|a11y-?(?:hidden|text)|offscreen|element-invisible|assistive-?text|visible-sr)(?:$|[\s_-])|(?:^|\s)(?:a11y|blind)(?:\s|$)/i;

/** Names that can mean nothing else. A `blind` is hung at a window, and what is `clipped` or `offscreen` may be a style. */
const SURELY_HIDDEN = new Set(
  'screen-reader-text sr-only u-srOnly v-visible-sr visually-hidden visuallyhidden'.split(' '),
);

/** Shown to programs that read a page aloud, and to nobody else. */
export function isVisuallyHidden(element: LightElement): boolean {
  const classes = element.getAttribute('class');
  return classes !== null && HIDDEN.test(classes);
}

/** As isVisuallyHidden, beyond doubt: for what is left out because of it. Some is shown on wide screens: `md:not-sr-only`. */
export function isSurelyVisuallyHidden(element: LightElement): boolean {
  const names = classesOf(element).split(/\s+/);
  return names.some((name) => SURELY_HIDDEN.has(name)) && !names.some((name) => name.endsWith('not-sr-only'));
}
