import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';

const HIDDEN =
  /(?:^|[\s_-])(?:sr-?(?:only|text|clipped)|(?:mm-)?sronly|visually-?hidden|hidden-?visually|screen-?reader(?:-?(?:text|only))?|clipped|a11y-?(?:hidden|text)|offscreen|element-invisible|assistive-?text)(?:$|[\s_-])/i;
const LEADS_AWAY =
  /opens?(?:in|on)?(?:an?)?(?:new|other|another|external)(?:window|tab|browser|windowortab|site|page)+s?$/;
/** Letters and digits that are compared. */
const MAX_KEY = 200;
const MAX_NODES = 20;

/** Shown to programs that read a page aloud, and to nobody else. */
export function isVisuallyHidden(element: LightElement): boolean {
  const classes = element.getAttribute('class');
  return classes !== null && HIDDEN.test(classes);
}

/** Whether it repeats, for those who hear a page, what stands beside it, or tells how a link opens. */
export function isSaidTwice(span: LightElement): boolean {
  if (!isVisuallyHidden(span)) return false;
  const own = keyOf(span);
  if (LEADS_AWAY.test(own)) return true;
  if (own.length < 2) return false;
  return [span.previousSibling, span.nextSibling].some((beside) => beside !== null && keyOf(beside) === own);
}

function keyOf(root: LightNode): string {
  let text = '';
  let looked = 0;
  for (let node: LightNode | null = root; node !== null && looked < MAX_NODES && text.length < MAX_KEY; looked++) {
    if (node.nodeType === 3) {
      text += node.data.slice(0, 4 * MAX_KEY);
      if (node === root) break;
      node = nextNode(node, root as LightElement);
    } else node = nextNode(node, root as LightElement);
  }
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, MAX_KEY);
}
