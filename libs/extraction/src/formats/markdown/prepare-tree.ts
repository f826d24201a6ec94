import { levelByRole } from '../../tree/heading-role';
import { LightElement, type LightNode, LightText } from '../../tree/light-node';
import { detach, moveChildren, nextAfter, nextNode, previousElement, unwrap } from '../../tree/walk';
import { isBlock, isPlain } from './blocks';
import { separateBox, separateControl } from './box-spacing';
import { prepareHeading } from './headings';
import { separateImage } from './image-spacing';
import { noteEmptyItems } from './list-markers';
import { isLoadingNotice } from './loading-notices';
import { prepareCode, prepareListing } from './prepare-code';
import { prepareConstruct } from './prepare-construct';
import { prepareEmphasis } from './prepare-emphasis';
import { prepareLink } from './prepare-links';
import { prepareCell, prepareTable } from './prepare-table';
import { preserveLines } from './preserved-lines';
import { isRemoved } from './removed-elements';
import { splitFormulas } from './tex-in-text';

type Prepare = (element: LightElement, pageUrl: string) => void;

/** Quotes and items prefix each of their lines, so nesting multiplies the size. Deeper ones become plain blocks. */
const MAX_CONTAINERS = 16;
/** Turndown copies the content of each ancestor: 10 MB in 500 of them take half a minute. Deeper elements are unwrapped. */
const MAX_LEVELS = 64;

/** By node name, after `prepareConstruct` may have changed it. */
const PREPARERS = new Map<string, Prepare>([
  ...named('H1 H2 H3 H4 H5 H6', prepareHeading),
  ...named('B STRONG I EM DEL S STRIKE', (element) => {
    separateBox(element);
    prepareEmphasis(element);
  }),
  ...named('BUTTON LABEL OPTGROUP OPTION SELECT', separateControl),
  ...named('CITE INS SMALL SPAN TIME', separateBox),
  ...named('IMG', separateImage),
  ...named('Q', quote),
  ...named('A', (link, pageUrl) => {
    separateBox(link);
    prepareLink(link, pageUrl);
  }),
  ...named('TABLE', prepareTable),
  ...named('TD TH', prepareCell),
  ...named('UL OL MENU', prepareList),
  ...named('LI BLOCKQUOTE', limitNesting),
  ...named('PRE', prepareListing),
  ...named('CODE', (code) => {
    prepareCode(code);
    if (code.nodeName === 'CODE') joinCode(code);
  }),
]);

/** Removes elements without text and rewrites those that markdown cannot represent. `pageUrl`: as for `toMarkdown`. */
export function prepareTree(root: LightElement, pageUrl: string): void {
  let node = root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3 ? isLoadingNotice(node) : isRemoved(node, root, pageUrl)) {
      const following: LightNode | null = nextAfter(node, root);
      detach(node);
      node = following;
    } else if (node.nodeType === 3) {
      node = nextAfter(splitFormulas(node), root);
    } else {
      prepareElement(node, pageUrl);
      node = isTooDeep(node) ? lift(node, root) : nextNode(node, root);
    }
  }
}

function prepareElement(element: LightElement, pageUrl: string): void {
  preserveLines(element);
  prepareConstruct(element);
  const level = isBlock(element) || element.nodeName.includes('-') ? levelByRole(element) : 0;
  if (level !== 0) element.nodeName = `H${level}`;
  PREPARERS.get(element.nodeName)?.(element, pageUrl);
}

function named(names: string, prepare: Prepare): [string, Prepare][] {
  return names.split(' ').map((name) => [name, prepare]);
}

function isTooDeep(element: LightElement): boolean {
  if (!isPlain(element)) return false;
  let parent = element.parentNode;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (parent === null) return false;
    parent = parent.parentNode;
  }
  return true;
}

/** Replaces an element by its content; empty blocks mark its edges. Returns the next node. */
function lift(element: LightElement, root: LightElement): LightNode | null {
  const next = nextNode(element, root);
  if (isBlock(element)) {
    element.parentNode?.insertBefore(new LightElement('div'), element);
    element.parentNode?.insertBefore(new LightElement('div'), element.nextSibling);
  }
  unwrap(element);
  return next;
}

/** Browsers show quotation marks around `q`. */
function quote(element: LightElement): void {
  element.insertBefore(new LightText('"'), element.firstChild);
  element.appendChild(new LightText('"'));
}

/** Merges adjacent inline code, whose backticks would be ambiguous. */
function joinCode(code: LightElement): void {
  for (let next = code.nextSibling; next?.nodeName === 'CODE'; next = code.nextSibling) {
    moveChildren(next as LightElement, code);
    detach(next);
  }
}

function prepareList(list: LightElement): void {
  if (countContainers(list) >= MAX_CONTAINERS) {
    list.nodeName = 'DIV';
    return;
  }
  // A list that is the child of a list belongs to the item before it.
  if (list.parentNode?.nodeName === 'UL' || list.parentNode?.nodeName === 'OL') {
    const item = previousElement(list);
    if (item?.nodeName === 'LI') {
      detach(list);
      item.appendChild(list);
    }
  }
  if (list.nodeName === 'MENU') list.nodeName = 'UL';
  noteEmptyItems(list);
}

function limitNesting(element: LightElement): void {
  if (countContainers(element) >= MAX_CONTAINERS) element.nodeName = 'DIV';
}

function countContainers(element: LightElement): number {
  let containers = 0;
  for (let parent = element.parentNode; parent !== null; parent = parent.parentNode) {
    if (parent.nodeName === 'LI' || parent.nodeName === 'BLOCKQUOTE') containers++;
  }
  return containers;
}
