import type { LightElement, LightNode } from '../tree/light-node';
import { detach, elementsOf, findElement, nextAfter, nextNode } from '../tree/walk';

const CHROME_TAGS = new Set(['header', 'footer', 'nav', 'aside']);
const CHROME_CLASSES = new Set(
  (
    'header top navbar footer bottom sidebar side aside modal popup overlay ad ads advert lang-selector language ' +
    'social social-media social-links menu navigation breadcrumbs share widget cookie'
  ).split(' '),
);
const CHROME_IDS = new Set(
  'header footer sidebar modal ad language-selector social nav breadcrumbs share widget cookie'.split(' '),
);

/** Dialogs that ask for consent, by the names that they and their makers give them. */
const CONSENT = /(?:^|[\s_-])(?:cookies?|consent|gdpr|onetrust|newsletter)(?:[\s_-]|$)/i;
const MAX_NAMES = 400;

/** Characters. */
const NEXT_TO_NOTHING = 100;
const PAGE_OF_TEXT = 1000;

/**
 * Takes the chrome of a page out of `root`: headers, navigation, footers, side columns, by tag and by the class names
 * and ids that are usual for them. An element that holds the main element stays, whatever it is called.
 * When next to nothing would be left of a page that has text, the names were misleading, and the tree stays as it was.
 */
export function removeChrome(root: LightElement): void {
  const before = countText(root);
  const holdsMain = findAroundMain(root);
  const removed: { node: LightElement; parent: LightElement; next: LightNode | null }[] = [];
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3 || node.parentNode === null || !isChrome(node) || holdsMain.has(node)) {
      node = nextNode(node, root);
      continue;
    }
    const following = nextAfter(node, root);
    removed.push({ node, parent: node.parentNode, next: node.nextSibling });
    detach(node);
    node = following;
  }
  const after = countText(root);
  if (removed.length === 0 || (after > 0 && (after > NEXT_TO_NOTHING || before < PAGE_OF_TEXT))) return;
  for (const { node, parent, next } of removed.reverse()) parent.insertBefore(node, next);
}

function isChrome(element: LightElement): boolean {
  if (element.localName === 'body' || element.localName === 'html' || isMain(element)) return false;
  if (CHROME_TAGS.has(element.localName)) return element.localName !== 'header' || !isPartOfContent(element);
  if (CHROME_IDS.has(element.getAttribute('id') ?? '')) return true;
  const classes = element.getAttribute('class') ?? '';
  if (classes.split(/\s+/).some((name) => CHROME_CLASSES.has(name))) return true;
  return CONSENT.test(`${element.getAttribute('id') ?? ''} ${classes}`.slice(0, MAX_NAMES));
}

/** The head of an article, or what holds the title of the page. */
function isPartOfContent(header: LightElement): boolean {
  for (let outer = header.parentNode; outer !== null; outer = outer.parentNode) {
    if (outer.localName === 'article' || isMain(outer)) return true;
  }
  return findElement(header, ({ localName }) => localName === 'h1') !== undefined;
}

/** Every element that a main element lies in. */
function findAroundMain(root: LightElement): Set<LightElement> {
  const around = new Set<LightElement>();
  for (const element of elementsOf(root)) {
    if (!isMain(element)) continue;
    for (let parent = element.parentNode; parent !== null && !around.has(parent); parent = parent.parentNode) {
      around.add(parent);
    }
  }
  return around;
}

export function isMain(element: LightElement): boolean {
  return (
    element.localName === 'main' || element.getAttribute('id') === 'main' || element.getAttribute('role') === 'main'
  );
}

/** Characters to read; an image counts as one. */
function countText(root: LightElement): number {
  let count = 0;
  for (let node = root.firstChild; node !== null; ) {
    if (node.nodeType === 3) count += node.data.trim().length;
    else if (node.localName === 'img') count++;
    const isUnseen = node.nodeType !== 3 && (node.localName === 'svg' || node.localName === 'template');
    node = isUnseen ? nextAfter(node, root) : nextNode(node, root);
  }
  return count;
}
