import type { LightElement, LightNode } from '../tree/light-node';
import { elementsOf, findElement, nextAfter, nextNode } from '../tree/walk';

const LANDMARK_TAGS = new Set(['header', 'footer', 'nav', 'aside']);
const LANDMARK_CLASSES = new Set(
  (
    'header top navbar footer bottom sidebar side aside modal popup overlay ad ads advert lang-selector language ' +
    'social social-media social-links menu navigation breadcrumbs share widget cookie'
  ).split(' '),
);
const LANDMARK_IDS = new Set(
  'header footer sidebar modal ad language-selector social nav breadcrumbs share widget cookie'.split(' '),
);

/** Names of consent dialogs and newsletter forms. */
const CONSENT = /(?:^|[\s_-])(?:cookies?|consent|gdpr|onetrust|newsletter)(?:[\s_-]|$)/i;
const MAX_NAMES = 400;

/** Minimum characters outside landmarks, and size from which it is checked. */
const HARDLY_ANY_TEXT = 100;
const PAGE_OF_TEXT = 1000;

/**
 * The outermost landmarks of a page in document order: header, nav, footer and aside elements, and elements with a
 * common class name or id of one. Excludes ancestors of the main element and the header of an article. Empty if almost
 * all text is inside landmarks, because their names are misleading then.
 */
export function findLandmarks(root: LightElement): LightElement[] {
  const aroundMain = findAroundMain(root);
  const landmarks: LightElement[] = [];
  for (let node: LightNode | null = root.firstChild; node !== null; ) {
    if (node.nodeType === 3 || aroundMain.has(node) || !isLandmark(node)) {
      node = nextNode(node, root);
      continue;
    }
    landmarks.push(node);
    node = nextAfter(node, root);
  }
  if (landmarks.length === 0) return [];
  const all = countText(root);
  const outside = landmarks.reduce((left, landmark) => left - countText(landmark), all);
  return outside > 0 && (outside > HARDLY_ANY_TEXT || all < PAGE_OF_TEXT) ? landmarks : [];
}

function isLandmark(element: LightElement): boolean {
  if (element.localName === 'body' || element.localName === 'html' || isMain(element)) return false;
  if (LANDMARK_TAGS.has(element.localName)) return element.localName !== 'header' || !isPartOfContent(element);
  if (LANDMARK_IDS.has(element.getAttribute('id') ?? '')) return true;
  const classes = element.getAttribute('class') ?? '';
  if (classes.split(/\s+/).some((name) => LANDMARK_CLASSES.has(name))) return true;
  return CONSENT.test(`${element.getAttribute('id') ?? ''} ${classes}`.slice(0, MAX_NAMES));
}

/** The header of an article or of the main element, or the one that contains the title of the page. */
function isPartOfContent(header: LightElement): boolean {
  for (let outer = header.parentNode; outer !== null; outer = outer.parentNode) {
    if (outer.localName === 'article' || isMain(outer)) return true;
  }
  return findElement(header, ({ localName }) => localName === 'h1') !== undefined;
}

/** Every ancestor of a main element. */
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

/** Characters of text; an image counts as one. */
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
