import type { LightElement } from '../tree/light-node';

/** SVG elements that contain HTML. */
const HOLD_HTML = new Set(['foreignobject', 'desc', 'title']);

/** Browsers treat their content as text. */
const HOLD_TEXT = new Set(['noscript', 'noframes', 'noembed', 'iframe']);

/** Whether a `base` or `title` is not the page's, because it is in SVG, MathML or a fallback such as `noscript`. */
export function isInForeignContent(element: LightElement): boolean {
  let isInHtml = false;
  for (let parent = element.parentNode; parent !== null; parent = parent.parentNode) {
    if (HOLD_TEXT.has(parent.localName)) return true;
    if (HOLD_HTML.has(parent.localName)) isInHtml = true;
    else if (parent.localName === 'svg' || parent.localName === 'math') {
      if (!isInHtml) return true;
      isInHtml = false;
    }
  }
  return false;
}
