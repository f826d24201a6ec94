import { decodePercent } from '../../page/base-url';
import { isMediaWikiEditSection } from '../../sites/mediawiki';
import type { LightElement } from '../../tree/light-node';
import { contentBeside, detach, elementsOf, findElement, nextAfter, nextNode, textOf } from '../../tree/walk';
import { INVISIBLE, isIconOnly } from './icon-links';
import { isAnchorLink } from './prepare-links';

const MAX_NODES = 60;
/** Ancestors whose id may be that of the heading. */
const LEVELS = 2;

/** Removes links to the heading itself (`## [Usage](#usage)` becomes `## Usage`), and anchor signs with their text. */
export function removeAnchorLinks(heading: LightElement, pageUrl: string): void {
  const links: LightElement[] = [];
  let visited = 0;
  let editSection: LightElement | undefined;
  for (const element of elementsOf(heading)) {
    if (++visited > MAX_NODES) return;
    if (isMediaWikiEditSection(element)) editSection = element;
    if (element.nodeName === 'A' && element.getAttribute('href')?.includes('#') === true) links.push(element);
  }
  if (editSection !== undefined) detach(editSection);
  if (links.length === 0) return;
  const ids = idsOf(heading);
  for (const link of links) {
    const href = (link.getAttribute('href') ?? '').trim();
    if (!href.startsWith('#') && !href.startsWith(`${pageUrl}#`)) continue;
    const fragment = decodePercent(href.slice(href.indexOf('#') + 1));
    if (!ids.has(fragment)) {
      if (isIconOnly(link) && hasOtherText(heading, link)) detach(link);
    } else if (isSign(link, fragment) && (hasOtherText(heading, link) || isBare(link))) detach(link);
    else link.nodeName = 'SPAN';
  }
}

/** Whether a link shows an icon, an anchor sign or its own fragment. */
function isSign(link: LightElement, fragment: string): boolean {
  const text = textOf(link).trim();
  if (text === '') return findElement(link, isDescribedImage) === undefined;
  return isAnchorLink(link) || text === `#${fragment}`;
}

/** Whether a link has no letters, digits or elements such as code. */
function isBare(link: LightElement): boolean {
  const text = textOf(link).trim();
  return text === '' || (!/[\p{L}\p{N}]/u.test(text) && findElement(link, () => true) === undefined);
}

function isDescribedImage(element: LightElement): boolean {
  return element.nodeName === 'IMG' && !!element.getAttribute('alt')?.trim();
}

function hasOtherText(heading: LightElement, link: LightElement): boolean {
  let node = heading.firstChild;
  while (node !== null) {
    if (node.nodeType === 3) {
      if (node.data.trim() !== '') return true;
      node = nextNode(node, heading);
    } else if (node === link || INVISIBLE.has(node.nodeName) || (node.nodeName === 'A' && isAnchorLink(node))) {
      node = nextAfter(node, heading);
    } else node = nextNode(node, heading);
  }
  return false;
}

/** Ids of the heading, its content, an anchor before it, and the sections that start with it. */
function idsOf(heading: LightElement): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = (element: LightElement) => {
    for (const id of [element.getAttribute('id'), element.getAttribute('name')]) if (id) ids.add(id);
  };
  add(heading);
  for (const element of elementsOf(heading)) add(element);
  let inner: LightElement | null = heading;
  for (let level = 0; level <= LEVELS && inner !== null; level++) {
    const before = contentBeside(inner, 'previousSibling');
    if (before?.nodeType !== 3 && before?.localName === 'a') add(before);
    if (before !== null) break;
    inner = inner.parentNode;
    if (inner !== null) add(inner);
  }
  return ids;
}
