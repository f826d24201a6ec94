import type { LightElement } from './light-node';

/** What the usual kits of styles call it. */
const HIDDEN =
  /(?:^|[\s_-])(?:sr-?(?:only|text|clipped)|(?:mm-)?sronly|visually-?hidden|hidden-?visually|screen-?reader(?:-?(?:text|only))?|clipped|a11y-?(?:hidden|text)|offscreen|element-invisible|assistive-?text|visible-sr)(?:$|[\s_-])|(?:^|\s)(?:a11y|blind)(?:\s|$)/i;

/** Shown to programs that read a page aloud, and to nobody else. */
export function isVisuallyHidden(element: LightElement): boolean {
  const classes = element.getAttribute('class');
  return classes !== null && HIDDEN.test(classes);
}
