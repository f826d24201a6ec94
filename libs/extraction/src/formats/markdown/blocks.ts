import { type LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, nextAfter, nextNode } from '../../tree/walk';

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE AUDIO BLOCKQUOTE BODY CANVAS CAPTION CENTER DD DETAILS DIALOG DIR DIV DL DT FIELDSET ' +
    'FIGCAPTION FIGURE FOOTER FORM FRAMESET H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML LEGEND LI MAIN MENU NAV NOFRAMES ' +
    'NOSCRIPT OL OUTPUT P PRE SEARCH SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);
const PLAIN = new Set(
  'ARTICLE ASIDE CENTER DIV FIELDSET FIGURE FONT FOOTER FORM HEADER MAIN NAV P SECTION SPAN'.split(' '),
);
const HEADINGS = new Set('H1 H2 H3 H4 H5 H6'.split(' '));

export function isBlock(element: LightElement): boolean {
  return BLOCKS.has(element.nodeName);
}

export function isHeading(element: LightElement): boolean {
  return HEADINGS.has(element.nodeName);
}

/** Has no markdown syntax. */
export function isPlain(element: LightElement): boolean {
  return PLAIN.has(element.nodeName);
}

/** Nodes. More is an element that was never closed. Full searches would be quadratic in the nesting depth (512). */
const MAX_LOOKED_AT = 500;
/** Levels. Four times the nesting of inline elements on real pages. */
const MAX_LEVELS = 32;

/** Whether `root` contains a block, or too many nodes for a line. */
export function hasBlock(root: LightElement): boolean {
  let looked = 0;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if ((node.nodeType !== 3 && isBlock(node)) || ++looked > MAX_LOOKED_AT) return true;
  }
  return false;
}

/** Whether `root` contains more text than `characters`, or too many nodes for a line. */
export function isLongerThan(root: LightElement, characters: number): boolean {
  let length = 0;
  let looked = 0;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType === 3) length += node.data.length;
    if (length > characters || ++looked > MAX_LOOKED_AT) return true;
  }
  return false;
}

export function findAround(element: LightElement, names: ReadonlySet<string>): LightElement | undefined {
  let parent = element.parentNode;
  for (let level = 0; parent !== null && level < MAX_LEVELS; level++) {
    if (names.has(parent.nodeName)) return parent;
    parent = parent.parentNode;
  }
  return undefined;
}

const LINKS: ReadonlySet<string> = new Set(['A']);
const CELLS: ReadonlySet<string> = new Set(['TD', 'TH']);

export function enclosingLink(element: LightElement): LightElement | undefined {
  return findAround(element, LINKS);
}

export function isInCell(element: LightElement): boolean {
  return findAround(element, CELLS) !== undefined;
}

/** The text of an element without links and images; undefined for other and larger elements. */
export function plainTextOf(root: LightElement, limits: { maxLength: number; maxNodes: number }): string | undefined {
  let text = '';
  let visited = 0;
  for (let node: LightNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (++visited > limits.maxNodes || text.length > limits.maxLength) return undefined;
    if (node.nodeType === 3) text += node.data;
    else if (node.nodeName === 'IMG' || node.nodeName === 'A') return undefined;
  }
  return text.length > limits.maxLength ? undefined : text.trim();
}

/** Replaces blocks and line breaks in `root` by spaces. */
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

/** Elements without visible text. */
export const REMOVED_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS HEAD TITLE LINK META BASE PARAM SOURCE TRACK MAP AREA COL COLGROUP ' +
    'DATALIST'
  ).split(' '),
);
