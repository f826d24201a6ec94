import { type LightElement, LightText } from '../../tree/light-node';
import { detach, nextAfter, nextNode } from '../../tree/walk';

/** Turndown's own list, by node name: it cannot be told of others. */
const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE AUDIO BLOCKQUOTE BODY CANVAS CENTER DD DIR DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM ' +
    'FRAMESET H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML ISINDEX LI MAIN MENU NAV NOFRAMES NOSCRIPT OL OUTPUT P PRE ' +
    'SECTION TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);
/** Blocks that turndown takes for inline elements. */
const ALSO_BLOCKS = new Set('CAPTION DETAILS DIALOG LEGEND OPTGROUP OPTION SEARCH SUMMARY'.split(' '));

export function isBlock(element: LightElement): boolean {
  return BLOCKS.has(element.nodeName) || ALSO_BLOCKS.has(element.nodeName);
}

export function isUnknownBlock(element: LightElement): boolean {
  return ALSO_BLOCKS.has(element.nodeName);
}

export function isHeading(element: LightElement): boolean {
  return /^H[1-6]$/.test(element.nodeName);
}

export function hasBlock(root: LightElement): boolean {
  for (let node = root.firstChild; node !== null; ) {
    if (node.nodeType !== 3 && isBlock(node)) return true;
    node = nextNode(node as LightElement, root) as typeof node;
  }
  return false;
}

/** Makes one line of everything in `root`: blocks and line breaks become spaces. */
export function flattenBlocks(root: LightElement): void {
  let node = root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3) {
      node = nextNode(node, root);
      continue;
    }
    const parent = node.parentNode as LightElement;
    if (node.nodeName === 'BR' || node.nodeName === 'HR') {
      const following = nextAfter(node, root);
      parent.insertBefore(new LightText(' '), node);
      detach(node);
      node = following;
      continue;
    }
    if (isBlock(node)) {
      parent.insertBefore(new LightText(' '), node);
      parent.insertBefore(new LightText(' '), node.nextSibling);
      node.nodeName = 'SPAN';
    }
    node = nextNode(node, root);
  }
}
